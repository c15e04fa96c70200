import cors from '@fastify/cors'
import { type Api, api, type Resource } from 'contracts/api'
import { API_PREFIX } from 'contracts/client'
import type { Endpoint } from 'contracts/endpoint'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { serveControl } from './control/control.ts'
import { serveMaps } from './maps/maps.ts'
import { servePayments } from './payments/payments.ts'
import { type Pictures, servePictures } from './pictures.ts'
import { addressesHandlers } from './resources/addresses.ts'
import { authHandlers } from './resources/auth.ts'
import { bannersHandlers } from './resources/banners.ts'
import { categoriesHandlers } from './resources/categories.ts'
import { configHandlers } from './resources/config.ts'
import { customerHandlers } from './resources/customer.ts'
import { homepageHandlers } from './resources/homepage.ts'
import { newsletterHandlers } from './resources/newsletter.ts'
import { ordersHandlers } from './resources/orders.ts'
import { productsHandlers } from './resources/products.ts'
import { specialOrdersHandlers } from './resources/special-orders.ts'
import { wishlistHandlers } from './resources/wishlist.ts'
import { type Handler, type Handlers, type ServeOptions, serve } from './serve.ts'
import { serveShop } from './shop.ts'
import type { World } from './world.ts'

/** Every resource that the emulator answers. One missing is a compile error. */
const resources: { [R in Resource]: Handlers<Api[R]> } = {
  banners: bannersHandlers,
  homepage: homepageHandlers,
  categories: categoriesHandlers,
  products: productsHandlers,
  wishlist: wishlistHandlers,
  customer: customerHandlers,
  orders: ordersHandlers,
  addresses: addressesHandlers,
  config: configHandlers,
  auth: authHandlers,
  newsletter: newsletterHandlers,
  specialOrders: specialOrdersHandlers,
}

export type AppOptions = {
  world: World
  pictures: Pictures
  /** Folder of the built shop; null serves none. */
  shop?: string | null
  /** Told of answers that break their contract; absent, answers are not checked. */
  onBrokenAnswer?: ServeOptions['onBrokenAnswer']
}

/** Paths that are never a page of the shop. */
const NOT_A_PAGE = /^\/(api\/v1|product|storage|assets|__emulator)(\/|$)|^\/[^/]+\/(storage\/)?category\//

/** The whole provider on one origin, and the shop beside it. Listens to nobody: that is the process's part. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: 1_048_576,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  })
  const worldOf = (_: FastifyRequest) => options.world

  // witness: any origin, no credentials, and no header is exposed.
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    maxAge: 0,
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send({ message: `((${error.message}))` })
    process.stderr.write(`${request.method} ${request.url}: ${error.stack}\n`)
    return reply.code(500).send({ message: 'Server Error' })
  })

  const served: ServeOptions = {
    worldOf,
    ...(options.onBrokenAnswer ? { onBrokenAnswer: options.onBrokenAnswer } : {}),
  }
  for (const resource of Object.keys(api) as Resource[]) {
    const declared: Record<string, Endpoint> = api[resource]
    // The table above has matched each handler to its own endpoint; the loop can only know that they match.
    const handlers = resources[resource] as unknown as Record<string, Handler<Endpoint>>
    for (const [name, handler] of Object.entries(handlers))
      serve(app, declared[name] as Endpoint, handler, served)
  }
  app.get('/authentication-failed', (_, reply) =>
    reply.code(401).send({ errors: [{ code: 'auth-001', message: 'Unauthenticated.' }] }),
  )
  servePictures(app, { pictures: options.pictures, worldOf })
  servePayments(app, { worldOf })
  serveMaps(app)
  serveControl(app, { worldOf })
  const sendPage = options.shop ? await serveShop(app, options.shop) : null
  if (sendPage) app.get('/', sendPage)

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const isPage = request.method === 'GET' && !NOT_A_PAGE.test(path) && !/\.\w+$/.test(path)
    if (isPage && sendPage) return sendPage(request, reply)
    // witness: the framework names the route without its leading slash.
    if (path.startsWith(API_PREFIX)) {
      return reply.code(404).send({ message: `The route ${path.slice(1)} could not be found.` })
    }
    return reply.code(404).type('text/plain').send('Not Found')
  })
  return app
}
