import { API_PREFIX } from 'contracts/client'
import type { Endpoint } from 'contracts/endpoint'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  onResponseHookHandler,
  onSendHookHandler,
  preHandlerHookHandler,
} from 'fastify'
import { EMULATOR_PREFIX } from '../control-api/client.ts'
import type { RecordedBody } from '../journal/journal-record.ts'
import { STORAGE_LIMIT_MESSAGE, type Worlds } from '../world/worlds.ts'
import { createGuard, isFromAnotherSite, mayUseApi } from './access/guard.ts'
import type { GuardOptions } from './access/guard-options.ts'
import { selectWorldOrRefuse, WORLD_HEADER } from './access/select-world.ts'
import { createThrottle } from './access/throttle.ts'
import { applyFaults, isTruncated, truncateBody } from './fault-effects.ts'
import { isOfShop, pathOf } from './request/request-path.ts'
import { NO_FAULTS } from './request/request-state.ts'
import type { ReplayCache } from './response/replay-cache.ts'
import { API_CACHING } from './response/response-cache.ts'

export type RequestHookOptions = {
  worlds: Worlds
  guard: GuardOptions
  throttle: boolean
  /** Whether the shop is served on the same origin; faults do not apply to its pages. */
  hasShop: boolean
  /** Endpoints whose writes are bounded, so that they also work in a full world. */
  boundedWrites: readonly Endpoint[]
  /** Null if no response may be repeated without Fastify. */
  replayCache: ReplayCache | null
  /** Called with one line for each request to the provider's API. */
  onRequestLine?: ((line: string) => void) | undefined
}

/**
 * Adds the CORS headers. Recorded: on every response, not only to preflights. Difference: only for pages on this
 * machine and of allowed origins, because any page that a developer visits could use the demo account.
 */
function allowOrigin(request: FastifyRequest, reply: FastifyReply, guard: GuardOptions): void {
  if (request.routeOptions.config?.cors === false) return
  if (!mayUseApi(request, guard)) {
    reply.removeHeader('access-control-allow-origin')
    return
  }
  reply.header('access-control-allow-methods', '*').header('access-control-allow-headers', '*')
}

function recordedBody({ responseBody }: FastifyRequest, reply: FastifyReply): RecordedBody | null {
  if (!responseBody) return null
  const encoding = reply.getHeader('content-encoding') as string | undefined
  return { bytes: responseBody, encoding, type: String(reply.getHeader('content-type')) }
}

const FASTIFY_JSON = 'application/json; charset=utf-8'

/** Maximum length of a path in characters. */
export const MAX_PATH_LENGTH = 2000
export const PATH_TOO_LONG = `((A path may have at most ${MAX_PATH_LENGTH} characters.))`

/** Uses callbacks, because a promise per hook costs a tenth of the throughput. */
export function addRequestHooks(app: FastifyInstance, options: RequestHookOptions): void {
  app.addHook('onRequest', createAdmission(options))
  // After faults, and before all handlers that write.
  app.addHook('preHandler', createStorageLimit(options))
  app.addHook('onSend', finishPayload)
  app.addHook('onResponse', createRecorder(options))
}

/** Returns the hook that refuses a request, or selects its world and applies faults. */
function createAdmission({ worlds, guard, throttle, hasShop }: RequestHookOptions): onRequestHookHandler {
  const refuseForbidden = createGuard(guard)
  const throttleRequest = throttle ? createThrottle() : null
  return (request, reply, done) => {
    allowOrigin(request, reply, guard)
    if (refuseForbidden(request, reply, request.routeOptions.config)) return
    if (!selectWorld(request, reply, { worlds, guard })) return
    request.activeFaults = NO_FAULTS
    if (request.url.length > MAX_PATH_LENGTH && pathOf(request.url).length > MAX_PATH_LENGTH) {
      reply.code(414).send({ message: PATH_TOO_LONG })
      return
    }
    // Source R2: preflights run no middleware, so they are not counted.
    if (request.url.startsWith(EMULATOR_PREFIX) || request.method === 'OPTIONS') return done()
    const path = pathOf(request.url)
    // A shop page such as /categories is not the endpoint with the same path.
    if (hasShop && isOfShop(request.method, path)) return done()
    const isApi = path.startsWith(API_PREFIX)
    // Before the faults, which count the requests that they are applied to.
    if (isApi && throttleRequest?.(request, reply)) return
    request.activeFaults = request.world.faults.match(
      request.method,
      isApi ? path.slice(API_PREFIX.length) : path,
    )
    if (request.activeFaults.length === 0) return done()
    // The journal records the endpoint even if a fault responds instead.
    request.endpoint = request.routeOptions.config.endpoint ?? null
    applyFaults(request, reply).then((isSent) => {
      if (!isSent) done()
    }, done)
  }
}

/** Selects the world that a request names, or refuses the request. @returns whether a world was selected */
function selectWorld(
  request: FastifyRequest,
  reply: FastifyReply,
  { worlds, guard }: Pick<RequestHookOptions, 'worlds' | 'guard'>,
): boolean {
  if (request.headers[WORLD_HEADER] !== undefined && isFromAnotherSite(request, guard)) {
    // CORS allows every header, as on the host.
    reply.code(404).send({ message: '((Pages of another site cannot select a world.))' })
    return false
  }
  const isControl = request.routeOptions.config?.control === true
  // If other machines can connect, creating a world requires the control token. Other sites' pages cannot create
  // worlds.
  const mayFork = () => (guard.token === null || isControl) && !isFromAnotherSite(request, guard)
  return selectWorldOrRefuse(request, reply, worlds, mayFork)
}

/** Returns the hook that refuses writes in a world at its storage limit. */
function createStorageLimit({ worlds, boundedWrites }: RequestHookOptions): preHandlerHookHandler {
  return (request, reply, done) => {
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
    const { control, endpoint } = request.routeOptions.config ?? {}
    const isBounded = endpoint !== undefined && boundedWrites.includes(endpoint)
    if (isRead || control === true || isBounded || !worlds.isAtStorageLimit(request.world)) return done()
    reply.code(507).send({ message: STORAGE_LIMIT_MESSAGE })
  }
}

/** Completes the headers of a response, keeps its body for the journal, and applies faults that truncate it. */
const finishPayload: onSendHookHandler = (request, reply, payload, done) => {
  request.responseBody = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : null
  // Recorded: without a charset, which Fastify adds to objects.
  if (reply.getHeader('content-type') === FASTIFY_JSON) reply.header('content-type', 'application/json')
  if (request.url.startsWith(API_PREFIX) && !reply.hasHeader('cache-control'))
    reply.header('cache-control', API_CACHING)
  if (!request.activeFaults?.length || !payload || !isTruncated(request.activeFaults))
    return done(null, payload)
  done(null, truncateBody(reply, Buffer.isBuffer(payload) ? payload : Buffer.from(String(payload))))
}

/** Returns the hook that records a response in the journal and the replay cache, and prints its line. */
function createRecorder({ replayCache, onRequestLine }: RequestHookOptions): onResponseHookHandler {
  return (request, reply, done) => {
    done()
    if (!request.url.startsWith(API_PREFIX) || request.method === 'OPTIONS' || !request.world) return
    const took = reply.elapsedTime
    const body = recordedBody(request, reply)
    request.world.journal.record(request, {
      status: reply.statusCode,
      took,
      at: request.world.clock.now(),
      sent: body,
    })
    if (request.cacheableVersion !== null) replayCache?.set(request, reply, body)
    onRequestLine?.(`${reply.statusCode} ${request.method} ${pathOf(request.url)} ${took.toFixed(1)} ms`)
  }
}
