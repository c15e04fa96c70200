import cors from '@fastify/cors'
import { type Api, api, type Resource } from 'contracts/api'
import { API_PREFIX } from 'contracts/client'
import type { Endpoint } from 'contracts/endpoint'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import qs from 'qs'
import { serveChat } from '../chat/chat.ts'
import { serveControl } from '../control/control.ts'
import { servePlainConsole } from '../control/plain-console.ts'
import { drifted, prepareDrift } from '../drift/drift.ts'
import { applyFaults, isTruncated, truncated } from '../faults/effects.ts'
import { journalRecord } from '../journal/journal-entry.ts'
import { serveMaps } from '../maps/maps.ts'
import { servePayments } from '../payments/payments.ts'
import type { PaymentSettings } from '../payments/webhooks.ts'
import { addressesHandlers } from '../resources/addresses.ts'
import { authHandlers } from '../resources/auth.ts'
import { bannersHandlers } from '../resources/banners.ts'
import { categoriesHandlers } from '../resources/categories.ts'
import { configHandlers } from '../resources/config.ts'
import { customerHandlers } from '../resources/customer.ts'
import { homepageHandlers } from '../resources/homepage.ts'
import { newsletterHandlers } from '../resources/newsletter.ts'
import { ordersHandlers } from '../resources/orders.ts'
import { type Pictures, servePictures } from '../resources/pictures.ts'
import { productsHandlers } from '../resources/products.ts'
import { specialOrdersHandlers } from '../resources/special-orders.ts'
import { wishlistHandlers } from '../resources/wishlist.ts'
import { databaseFailure } from '../world/database-failure.ts'
import { DEFAULT_WORLD, type Worlds } from '../world/worlds.ts'
import { serveBuilt } from './built-page.ts'
import { type GuardOptions, markControlRoutes, NO_GUARD, refuseStranger } from './guard.ts'
import { readJson } from './read-json.ts'
import { originForm } from './request-target.ts'
import { type AnswerChecks, createServe, type Handler, type Handlers, wantsJson } from './serve.ts'
import { createThrottle } from './throttle.ts'

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
  worlds: Worlds
  pictures: Pictures
  /** Folder of the built shop; null serves none. */
  shop?: string | null
  /** Folder of the built console; without it a plain page shows the outbox. */
  console?: string | null
  checks?: AnswerChecks
  strict?: boolean
  throttle?: boolean
  guard?: GuardOptions
  payments: PaymentSettings
  /** Told of answers that break their contract. */
  onBrokenAnswer?: (key: string, faults: string[]) => void
  /** Adds routes and hooks of one's own, before the first call; `request.world` is there in them. */
  extend?: (app: FastifyInstance) => void | Promise<void>
  /** Told of every call to the provider's API. */
  onCall?: (line: string) => void
}

/** The header and the cookie by which a call picks its world. */
export const WORLD_HEADER = 'x-emulator-world'
const WORLD_COOKIE = /(?:^|;\s*)emulator_world=([\w.-]{1,64})/

/** Paths that are never a page of the shop. */
const NOT_A_PAGE = /^\/(api\/v1|product|storage|assets|__emulator)(\/|$)|^\/[^/]+\/(storage\/)?category\//

function isPage(method: string, path: string): boolean {
  return method === 'GET' && !NOT_A_PAGE.test(path) && !/\.\w+$/.test(path)
}

/** The shop's pages and files lie on the same origin, but the host would know nothing of them. */
function isOfShop(method: string, path: string): boolean {
  return path.startsWith('/assets/') || isPage(method, path)
}

/** The whole provider on one origin, and the shop beside it. Listens to nobody: that is the process's part. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { worlds } = options
  const brokenAnswers: string[] = []
  const onBrokenAnswer = (key: string, faults: string[]) => {
    if (brokenAnswers.length < 100) brokenAnswers.push(`${key}: ${faults.join('; ')}`.slice(0, 1000))
    options.onBrokenAnswer?.(key, faults)
  }
  const app = Fastify({
    logger: false,
    // Contracts are checked in serve.ts: Fastify's own compilers of schemas would only cost time at start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    bodyLimit: 1_048_576,
    requestTimeout: REQUEST_TIMEOUT,
    http: { connectionsCheckingInterval: 5000 },
    rewriteUrl: ({ url }) => originForm(url ?? '/'),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 500,
      querystringParser: (text) => parseForm(text),
    },
  })
  app.decorateRequest('declared', null)
  app.decorateRequest('customerId', null)
  app.decorateRequest('world', null as never)
  app.decorateRequest('struck', null as never)
  app.decorateRequest('drift', null as never)

  markControlRoutes(app)
  const guard = options.guard ?? NO_GUARD
  // witness: any origin, no credentials, and no header is exposed.
  await app.register(cors, { origin: '*', methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    done(null, parseForm(String(body)))
  })
  // A call without a body may still name a type: an empty one is no body.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    try {
      done(null, readJson(String(body)))
    } catch (error) {
      done(error as Error)
    }
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send({ message: `((${error.message}))` })
    if (request.world?.db.open === false)
      return reply
        .code(404)
        .send({ message: '((The world of this call was removed before it was answered.))' })
    const failure = databaseFailure(error)
    const report = failure ? error.message : error.stack
    process.stderr.write(`${request.method} ${pathOf(request.url)}: ${report}\n`)
    if (failure) return reply.code(failure.status).send({ message: failure.message })
    return reply.code(500).send({ message: 'Server Error' })
  })

  const throttled = options.throttle ? createThrottle() : null
  // Hooks with a callback: a promise at each step of each call costs a tenth of the throughput.
  app.addHook('onRequest', (request, reply, done) => {
    if (refuseStranger(request, reply, guard)) return
    const name = worldName(request)
    // Where others can reach the emulator, only who has its token makes worlds.
    const mayFork = guard.token === null || request.routeOptions.config?.control === true
    const world = mayFork ? worlds.pick(name) : worlds.find(name)
    if (!world && !mayFork) {
      reply
        .code(404)
        .send({ message: `((There is no world "${name}"; make it with POST /__emulator/worlds.))` })
      return
    }
    if (!world) {
      reply.code(503).send({ message: '((There are too many worlds; remove some.))' })
      return
    }
    request.world = world
    request.struck = NOTHING
    request.drift = NOTHING
    if (request.url.startsWith('/__emulator')) return done()
    prepareDrift(request)
    const path = pathOf(request.url)
    const isApi = path.startsWith(API_PREFIX)
    request.struck = world.faults.strike(
      request.method,
      isApi ? path.slice(API_PREFIX.length) : path,
      !options.shop || !isOfShop(request.method, path),
    )
    if (isApi && throttled?.(request, reply)) return
    if (request.struck.length === 0) return done()
    // A fault may answer in the endpoint's place, and the journal names it all the same.
    request.declared = request.routeOptions.config.declared ?? null
    applyFaults(request, reply).then((isAnswered) => {
      if (!isAnswered) done()
    }, done)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.drift?.length) return done(null, drifted(request, reply, payload))
    if (!request.struck?.length || !payload || !isTruncated(request.struck)) return done(null, payload)
    done(null, truncated(reply, Buffer.isBuffer(payload) ? payload : Buffer.from(String(payload))))
  })
  app.addHook('onResponse', (request, reply, done) => {
    done()
    if (!request.url.startsWith(API_PREFIX) || request.method === 'OPTIONS' || !request.world) return
    const took = reply.elapsedTime
    const record = journalRecord({
      at: request.world.clock.now(),
      method: request.method,
      url: request.url,
      declared: request.declared,
      status: reply.statusCode,
      took,
      query: request.query,
      body: request.body,
      customerId: request.customerId,
      faults: request.struck.length === 0 ? NOTHING : request.struck.map((fault) => fault.id),
    })
    request.world.journal.record(record)
    options.onCall?.(`${reply.statusCode} ${request.method} ${pathOf(request.url)} ${took.toFixed(1)} ms`)
  })

  const serve = createServe(app, {
    checks: options.checks ?? 'all',
    strict: options.strict ?? false,
    onBrokenAnswer,
  })
  for (const resource of Object.keys(api) as Resource[]) {
    const declared: Record<string, Endpoint> = api[resource]
    // The table above has matched each handler to its own endpoint; the loop can only know that they match.
    const handlers = resources[resource] as unknown as Record<string, Handler<Endpoint>>
    for (const [name, handler] of Object.entries(handlers)) serve(declared[name] as Endpoint, handler)
  }
  app.get('/authentication-failed', (_, reply) =>
    reply.code(401).send({ errors: [{ code: 'auth-001', message: 'Unauthenticated.' }] }),
  )
  servePictures(app, options.pictures)
  servePayments(app, options.payments, guard)
  serveMaps(app)
  serveChat(app)
  await serveControl(app, {
    worlds,
    checks: options.checks ?? 'all',
    strict: options.strict ?? false,
    brokenAnswers,
    onBrokenAnswer,
    payments: options.payments,
  })
  if (options.console) {
    const built = { what: 'console', folder: options.console, prefix: '/__emulator/', flag: '--console' }
    app.get('/__emulator', { config: { open: true } }, await serveBuilt(app, built))
  } else servePlainConsole(app)
  const sendPage = options.shop
    ? await serveBuilt(app, { what: 'shop', folder: options.shop, prefix: '/', flag: '--shop' })
    : null
  if (sendPage) app.get('/', sendPage)

  await options.extend?.(app)
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url)
    if (sendPage && isPage(request.method, path)) return sendPage(request, reply)
    // witness: the framework names the route without its leading slash; callers that want no JSON get a page.
    if (path.startsWith(API_PREFIX) && wantsJson(request)) {
      return reply
        .code(404)
        .send({ message: `The route ${path.slice(1).replace(/\/$/, '')} could not be found.` })
    }
    return reply
      .code(404)
      .type('text/html')
      .send('<!doctype html><title>Not Found</title><h1>404 Not Found</h1>')
  })
  return app
}

const NOTHING: never[] = []

/** Milliseconds within which a whole request must have come in. */
const REQUEST_TIMEOUT = 30_000

function noSchemas(): never {
  throw new Error('A route has a schema of its own; declare it in the contracts instead.')
}

/** witness: PHP reads brackets in names as lists and objects: `product_ids[]=7`, `cart[0][quantity]=1`. */
function parseForm(text: string): Record<string, unknown> {
  return text === '' ? {} : qs.parse(text, { depth: 6, parameterLimit: 2000, arrayLimit: 1000 })
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

function worldName(request: FastifyRequest): string {
  const { [WORLD_HEADER]: header, cookie } = request.headers
  if (typeof header === 'string' && /^[\w.-]{1,64}$/.test(header)) return header
  return (cookie === undefined ? null : WORLD_COOKIE.exec(cookie)?.[1]) ?? DEFAULT_WORLD
}
