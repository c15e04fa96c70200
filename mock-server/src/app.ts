import cors from '@fastify/cors'
import { type Api, api } from 'contracts/api'
import { API_PREFIX } from 'contracts/client'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { EMULATOR_PREFIX } from './control-api/client.ts'
import type { FaultRoute } from './control-handlers/faults.ts'
import { serveControl } from './control-handlers/serve-control.ts'
import { SAME_ORIGIN_FRAME_ANCESTORS } from './http/access/frame-ancestors.ts'
import { markControlRoutes } from './http/access/guard.ts'
import type { GuardOptions } from './http/access/guard-options.ts'
import { type ResponseChecks, serveEndpoints } from './http/endpoint-route.ts'
import { respondToErrors, respondToUnknownPaths } from './http/error-responses.ts'
import type { ResourceHandlers } from './http/handler.ts'
import { createInternalGet } from './http/internal-get.ts'
import { parseBodies, parseForm } from './http/request/parse-body.ts'
import { decodableUrl, originForm } from './http/request/request-path.ts'
import { decorateRequests } from './http/request/request-state.ts'
import { addRequestHooks, MAX_PATH_LENGTH, PATH_TOO_LONG } from './http/request-hooks.ts'
import { ReplayCache } from './http/response/replay-cache.ts'
import { serveFile, serveScript } from './http/static/static-file.ts'
import { servePlaces } from './maps/places.ts'
import { serveTiles } from './maps/tiles.ts'
import { packagePath } from './package-path.ts'
import type { PaymentSettings } from './payments/payment-settings.ts'
import { servePayments } from './payments/serve-payments.ts'
import { addressesHandlers } from './resources/addresses.ts'
import { authHandlers } from './resources/auth.ts'
import { bannersHandlers } from './resources/banners.ts'
import { categoriesHandlers } from './resources/categories.ts'
import { configHandlers } from './resources/config.ts'
import { customerHandlers } from './resources/customer.ts'
import { isEndpointMissing } from './resources/extension-routes.ts'
import { homepageHandlers } from './resources/homepage.ts'
import { serveImages } from './resources/images.ts'
import { newsletterHandlers } from './resources/newsletter.ts'
import { ordersHandlers } from './resources/orders.ts'
import { productsHandlers } from './resources/products.ts'
import { specialOrdersHandlers } from './resources/special-orders.ts'
import { wishlistHandlers } from './resources/wishlist.ts'
import { builtSite, serveBuilt } from './sites/built-site.ts'
import { readPageTable } from './sites/page-table.ts'
import { createPageRenderer, findRenderer, sendDocument, tableFile } from './sites/rendered-page.ts'
import type { ImageFiles } from './storage/image-files.ts'
import type { Worlds } from './world/worlds.ts'

/** Whether pages of the shop contain the data that they show. */
export type ShopRendering = 'data' | 'shell'

export type AppOptions = {
  worlds: Worlds
  images: ImageFiles
  /** Folder of the built shop; null serves none. */
  shop?: string | null
  /** `shell` serves every page of the shop without data, for tests that answer the browser's requests themselves. */
  shopRendering?: ShopRendering
  /** Folder of the built console; without it, a page shows build instructions. */
  console?: string | null
  checks?: ResponseChecks
  strict?: boolean
  /** URL that browsers use. If it is https, image URLs and redirects begin with it. */
  publicUrl?: string | null
  throttle?: boolean
  guard: GuardOptions
  payments: PaymentSettings
  /** Collects the responses that violate their contract. The control API reports them. */
  invalidResponses: string[]
  /** Called with each response that violates its contract. */
  onInvalidResponse?: (key: string, violations: string[]) => void
  /** Adds routes and hooks before the first request; they can read `request.world`. */
  extend?: (app: FastifyInstance) => unknown
  /** Called with a log line for each provider request. */
  onRequestLine?: (line: string) => void
}

const REQUEST_TIMEOUT_MS = 30_000
const KEEP_ALIVE_MS = 72_000
/** Maximum number of collected responses that violate their contract, and maximum length of each in characters. */
const MAX_INVALID_RESPONSES = 100
const MAX_INVALID_RESPONSE_LENGTH = 1000

const resources: ResourceHandlers<Api> = {
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

/** Creates a Fastify app without routes, with the limits of its server and its router. */
function createFastify(replayCache: ReplayCache): FastifyInstance {
  return Fastify({
    logger: false,
    // Contracts are checked in endpoint-route.ts; Fastify's schema compilers would only slow down the start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    bodyLimit: 1_048_576,
    serverFactory: (listener) =>
      replayCache.createServer(
        {
          requestTimeout: REQUEST_TIMEOUT_MS,
          // Trap: if headersTimeout (by default 60 s) exceeds requestTimeout, Node swaps the two.
          headersTimeout: REQUEST_TIMEOUT_MS,
          connectionsCheckingInterval: 5000,
          // Fastify's default.
          keepAliveTimeout: KEEP_ALIVE_MS,
        },
        listener,
      ),
    // The router refuses path parameters that are too long before any hook runs.
    frameworkErrors: (_, __, reply: FastifyReply) => void reply.code(414).send({ message: PATH_TOO_LONG }),
    rewriteUrl: ({ url }) => decodableUrl(originForm(url ?? '/')),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: MAX_PATH_LENGTH,
      querystringParser: (text) => parseForm(text),
    },
  })
}

/** Creates the Fastify app that serves the provider's API and the shop on one origin. It does not listen yet. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { worlds, invalidResponses, checks = 'all', strict = false, guard } = options
  const onInvalidResponse = recordInvalidResponses(options)
  const replayCache = new ReplayCache(options.onRequestLine)
  const app = createFastify(replayCache)
  decorateRequests(app)
  app.decorate(
    'tlsOrigin',
    options.publicUrl?.startsWith('https:') ? new URL(options.publicUrl).origin : null,
  )
  const faultRoutes = collectRoutes(app)
  markControlRoutes(app)
  // Recorded: any origin, method and header is allowed, without credentials or exposed headers. Static options, because
  // the plugin merges dynamic ones for each request.
  await app.register(cors, { origin: '*', preflight: false })
  parseBodies(app)
  respondToErrors(app)
  addRequestHooks(app, {
    worlds,
    guard,
    throttle: options.throttle ?? false,
    hasShop: Boolean(options.shop),
    // A repeated response would skip the hooks of `extend`.
    replayCache: options.extend ? null : replayCache,
    boundedWrites: [api.auth.login],
    onRequestLine: options.onRequestLine,
  })

  serveEndpoints(app, api, resources, {
    prefix: API_PREFIX,
    isProvider: true,
    isMissing: isEndpointMissing,
    isThrottled: options.throttle ?? false,
    checks,
    strict,
    onInvalidResponse,
  })
  // Source R1: the redirect target of requests without a token.
  app.get('/authentication-failed', (_, reply) =>
    reply.code(401).send({ errors: [{ code: 'auth-001', message: 'Unauthenticated.' }] }),
  )
  serveImages(app, options.images)
  servePayments(app, options.payments, guard, worlds)
  serveThirdParties(app)
  await serveControl(app, {
    worlds,
    checks,
    strict,
    invalidResponses,
    onInvalidResponse,
    payments: options.payments,
    hasShop: Boolean(options.shop),
    faultRoutes,
  })
  const consoleSite = builtSite('console', options.console)
  if (consoleSite)
    app.get(EMULATOR_PREFIX, { config: { open: true } }, await serveBuilt(app, consoleSite, null))
  else
    serveFile(app, EMULATOR_PREFIX, packagePath('assets/missing-console.html'), SAME_ORIGIN_FRAME_ANCESTORS)
  await serveShop(app, options, faultRoutes)
  return app
}

/** Returns a function that records a response which violates its contract, up to a limit, and reports each. */
function recordInvalidResponses({ invalidResponses, onInvalidResponse }: AppOptions) {
  return (key: string, violations: string[]) => {
    if (invalidResponses.length < MAX_INVALID_RESPONSES)
      invalidResponses.push(`${key}: ${violations.join('; ')}`.slice(0, MAX_INVALID_RESPONSE_LENGTH))
    onInvalidResponse?.(key, violations)
  }
}

/** Serves the built shop, the routes of `extend`, and the responses to all other paths. */
async function serveShop(
  app: FastifyInstance,
  { shop: folder, shopRendering, extend }: AppOptions,
  faultRoutes: FaultRoute[],
) {
  const shop = builtSite('shop', folder)
  const renderer = shop && findRenderer(shop.folder)
  const table = shop && readPageTable(tableFile(shop.folder))
  const count = faultRoutes.length
  const sendPage = shop ? await serveBuilt(app, shop, table) : null
  // Faults don't affect the shop's files.
  faultRoutes.length = count
  await extend?.(app)
  const renderPage =
    shopRendering === 'shell' || !renderer
      ? null
      : createPageRenderer(renderer, createInternalGet(api, resources, isEndpointMissing))
  respondToUnknownPaths(app, api, isEndpointMissing, sendPage && sendDocument(sendPage, renderPage))
}

/** Returns a list to which each route is added, except those below /__emulator, where no faults happen. */
function collectRoutes(app: FastifyInstance): FaultRoute[] {
  const routes: FaultRoute[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (url.startsWith(EMULATOR_PREFIX) || /^\/?\*$/.test(url)) return
    const path = (url.startsWith(`${API_PREFIX}/`) ? url.slice(API_PREFIX.length) : url).replace(
      /:(\w+)/g,
      '{$1}',
    )
    for (const each of [method].flat())
      if (each !== 'HEAD' && each !== 'OPTIONS')
        routes.push({ method: each as FaultRoute['method'], path: path as FaultRoute['path'] })
  })
  return routes
}

function noSchemas(): never {
  throw new Error('A route declares its own schema; declare it in the contracts instead.')
}

/** Serves the simulators of the map's providers and of the live chat. */
function serveThirdParties(app: FastifyInstance): void {
  servePlaces(app)
  serveTiles(app)
  // At a path like the vendor's.
  serveScript(app, `${EMULATOR_PREFIX}/chat/:property/:widget`, 'chat')
}
