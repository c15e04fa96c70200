import cors from '@fastify/cors'
import Fastify, { type FastifyInstance } from 'fastify'
import { assetPath } from '../assets.ts'
import { serveControl } from '../control/control.ts'
import { serveMaps } from '../maps/maps.ts'
import { servePayments } from '../payments/payments.ts'
import type { PaymentSettings } from '../payments/webhooks.ts'
import { type Images, serveImages } from '../resources/images.ts'
import type { Worlds } from '../world/worlds.ts'
import { OWN_FRAMES } from './access/frame-policy.ts'
import { type GuardOptions, markControlRoutes, NO_GUARD } from './access/guard.ts'
import type { ResponseChecks } from './endpoint-route.ts'
import { serveProvider } from './provider-routes.ts'
import { parseBodies, parseForm } from './request/parse-body.ts'
import { decorateRequests } from './request/request-state.ts'
import { originForm } from './request/request-target.ts'
import { addRequestHooks } from './request-hooks.ts'
import { respondToErrors, respondToUnknownPaths } from './response/error-responses.ts'
import { serveScript } from './shop/browser-script.ts'
import { builtConsole, builtShop, serveBuilt } from './shop/built-page.ts'
import { createPageRenderer } from './shop/rendered-page.ts'
import { decodableUrl } from './shop/shop-pages.ts'
import { findRenderer } from './shop/shop-renderer.ts'
import { createSiteIndex, SITE_FILES, serveSiteFiles } from './shop/site-files.ts'
import { serveFile } from './shop/static-file.ts'

export type AppOptions = {
  worlds: Worlds
  images: Images
  /** Folder of the built shop; null serves none. */
  shop?: string | null
  /** Folder of the built console; without it, a page shows build instructions. */
  console?: string | null
  checks?: ResponseChecks
  strict?: boolean
  throttle?: boolean
  guard?: GuardOptions
  payments: PaymentSettings
  /** Called with each response that violates its contract. */
  onInvalidResponse?: (key: string, violations: string[]) => void
  /** Adds routes and hooks before the first request; they can read `request.world`. */
  extend?: (app: FastifyInstance) => void | Promise<void>
  /** Called with a log line for each provider request. */
  onCall?: (line: string) => void
}

/** Time limit for receiving a request, in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000
/** Maximum number of violations that the control API reports, and maximum length of each in characters. */
const MAX_VIOLATIONS = 100
const MAX_VIOLATION_LENGTH = 1000

/** Creates the Fastify app that serves the provider's API and the shop on one origin. It does not listen yet. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { worlds, checks = 'all', strict = false, guard = NO_GUARD } = options
  const invalidResponses: string[] = []
  const onInvalidResponse = (key: string, violations: string[]) => {
    if (invalidResponses.length < MAX_VIOLATIONS)
      invalidResponses.push(`${key}: ${violations.join('; ')}`.slice(0, MAX_VIOLATION_LENGTH))
    options.onInvalidResponse?.(key, violations)
  }
  const app = Fastify({
    logger: false,
    // Contracts are checked in endpoint-route.ts; Fastify's schema compilers would only slow down the start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    bodyLimit: 1_048_576,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { connectionsCheckingInterval: 5000 },
    rewriteUrl: ({ url }) => decodableUrl(originForm(url ?? '/')),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 500,
      querystringParser: (text) => parseForm(text),
    },
  })
  decorateRequests(app)
  markControlRoutes(app)
  // Source R1: any origin is allowed, without credentials or exposed headers.
  await app.register(cors, { origin: '*', methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] })
  parseBodies(app)
  respondToErrors(app)
  addRequestHooks(app, {
    worlds,
    guard,
    throttle: options.throttle ?? false,
    hasShop: Boolean(options.shop),
    onCall: options.onCall,
  })

  serveProvider(app, { checks, strict, onInvalidResponse })
  serveImages(app, options.images)
  servePayments(app, options.payments, guard)
  serveMaps(app)
  // The live-chat simulator, at a path like the vendor's.
  serveScript(app, '/__emulator/chat/:property/:widget', 'chat')
  await serveControl(app, {
    worlds,
    checks,
    strict,
    invalidResponses,
    onInvalidResponse,
    payments: options.payments,
  })
  const console = builtConsole(options.console)
  if (console) app.get('/__emulator', { config: { open: true } }, await serveBuilt(app, console))
  else serveFile(app, '/__emulator', assetPath('assets/missing-console.html'), OWN_FRAMES)
  const shop = builtShop(options.shop)
  const renderer = shop && findRenderer(shop.folder)
  const sendPage = shop ? await serveBuilt(app, shop, renderer ? SITE_FILES : []) : null
  if (sendPage) app.get('/', sendPage)
  const siteIndex = renderer && createSiteIndex(renderer)
  if (shop && siteIndex) serveSiteFiles(app, shop.folder, renderer, siteIndex)
  await options.extend?.(app)
  respondToUnknownPaths(app, { sendPage, renderPage: siteIndex && createPageRenderer(renderer, siteIndex) })
  return app
}

function noSchemas(): never {
  throw new Error('A route declares its own schema; declare it in the contracts instead.')
}
