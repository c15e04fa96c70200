import { type Api, api, type Resource } from 'contracts/api'
import type { Endpoint } from 'contracts/endpoint'
import type { FastifyInstance } from 'fastify'
import { addressesHandlers } from '../resources/addresses.ts'
import { authHandlers } from '../resources/auth.ts'
import { bannersHandlers } from '../resources/banners.ts'
import { categoriesHandlers } from '../resources/categories.ts'
import { configHandlers } from '../resources/config.ts'
import { customerHandlers } from '../resources/customer.ts'
import { homepageHandlers } from '../resources/homepage.ts'
import { newsletterHandlers } from '../resources/newsletter.ts'
import { ordersHandlers } from '../resources/orders.ts'
import { productsHandlers } from '../resources/products.ts'
import { specialOrdersHandlers } from '../resources/special-orders.ts'
import { wishlistHandlers } from '../resources/wishlist.ts'
import { createServe, type ServeOptions } from './endpoint-route.ts'
import type { Handler, Handlers } from './handler.ts'

/** The handlers of every resource. A missing one is a compile error. */
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

/** Registers every endpoint that the contracts declare. */
export function serveProvider(app: FastifyInstance, options: ServeOptions): void {
  const serve = createServe(app, options)
  for (const resource of Object.keys(api) as Resource[]) {
    const declared: Record<string, Endpoint> = api[resource]
    // The type of `resources` pairs each handler with its endpoint. The loop cannot express this pairing.
    const handlers = resources[resource] as unknown as Record<string, Handler<Endpoint>>
    for (const [name, handler] of Object.entries(handlers)) serve(declared[name] as Endpoint, handler)
  }
  // Source R1: the redirect target of requests without a token.
  app.get('/authentication-failed', (_, reply) =>
    reply.code(401).send({ errors: [{ code: 'auth-001', message: 'Unauthenticated.' }] }),
  )
}
