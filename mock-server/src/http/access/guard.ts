import { timingSafeEqual } from 'node:crypto'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EMULATOR_PREFIX } from '../../control-api/client.ts'
import { hashSecret } from '../../world/access-tokens.ts'
import { type GuardOptions, LOOPBACK } from './guard-options.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route below /__emulator for shoppers' browsers that is not part of the control API. */
    open?: boolean
    /** Set by `markControlRoutes` only. */
    control?: boolean
    /** Set by `markControlRoutes`: changes emulator state, so requests from other sites are refused. */
    sameSiteOnly?: boolean
    /** Whether CORS lets scripts from other origins read the responses. Below /__emulator the default is false. */
    cors?: boolean
  }
}

const HOST_HEADER_PATTERN = /^(?:\w[\w.-]{0,252}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i
const EMULATOR_PATH = new RegExp(`^${EMULATOR_PREFIX}(/|$)`)
/** The payment vendor's server API, which browsers do not call. */
const PAYMENT_API_PATH = /^\/v3\//

/**
 * Marks every route below /__emulator that is not `open` as a control route, and disables CORS for it. Open routes that
 * change state, and the payment vendor's routes, also refuse requests from other sites. Call this before registering
 * routes, so that they are guarded by default.
 */
export function markControlRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const isOwn = EMULATOR_PATH.test(route.url)
    if (!isOwn && !PAYMENT_API_PATH.test(route.url)) return
    const isRead = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD')
    route.config = { ...route.config, cors: route.config?.cors ?? false, sameSiteOnly: !isOwn || !isRead }
    if (isOwn && !route.config.open) route.config.control = true
  })
}

/**
 * Creates the access check. It refuses unknown hosts (DNS rebinding), control requests from other sites and, if other
 * machines can connect, control requests without the token.
 * @returns a function that checks a request by the marks of its matched route, because a URL can be spelled in many
 * ways. It returns true if it has sent a refusal
 */
export function createGuard(options: GuardOptions) {
  // Most requests use the same host name, so the last result is cached.
  let acceptedHost: string | null = null
  return (request: FastifyRequest, reply: FastifyReply, route: FastifyContextConfig | undefined): boolean => {
    const { host } = request
    if (hasTwoHosts(request)) return sendRefusal(reply, 400, 'A request must have exactly one Host header.')
    if (host !== acceptedHost) {
      if (rejectForeignHost(request, reply, options.hosts)) return true
      acceptedHost = host
    }
    const isControl = route?.control === true
    if (!isControl && route?.endpoint && !isRead(request.method) && !mayUseApi(request, options))
      return sendRefusal(
        reply,
        403,
        `This emulator refuses requests from pages of another site; start it with --allow-origin ${originText(request)}.`,
      )
    if ((isControl || route?.sameSiteOnly) && isFromAnotherSite(request, options)) {
      const what = isControl ? 'The control API' : 'This route'
      return sendRefusal(reply, 403, `${what} refuses requests from pages of another site.`)
    }
    if (!isControl) return false
    if (options.token === null || hasToken(request, options.token)) return false
    return sendRefusal(
      reply,
      401,
      'The control API of this emulator requires its token: Authorization: Bearer <token>.',
    )
  }
}

function sendRefusal(reply: FastifyReply, status: number, message: string): true {
  reply.code(status).send({ message: `((${message}))` })
  return true
}

/**
 * Whether a request has two Host headers. Trap: Node uses the first of several Host headers; a proxy in front may use
 * the last. RFC 9112, 3.2 requires a 400.
 */
function hasTwoHosts({ raw: { rawHeaders } }: FastifyRequest): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

function rejectForeignHost(
  request: FastifyRequest,
  reply: FastifyReply,
  hosts: GuardOptions['hosts'],
): boolean {
  if (!HOST_HEADER_PATTERN.test(request.host))
    return sendRefusal(reply, 400, 'The Host header must be a name, or a name and a port.')
  const name = request.hostname.toLowerCase()
  if (hosts === '*' || LOOPBACK.test(name) || hosts.includes(name)) return false
  return sendRefusal(
    reply,
    403,
    `This emulator does not answer to the host "${name}"; start it with --allow-host ${name}.`,
  )
}

/**
 * Whether a request comes from a page on a different site. Pages on this machine and on allowed hosts do not count,
 * regardless of the port. Browsers send `Origin` or at least `Sec-Fetch-Site`; other programs send neither.
 */
export function isFromAnotherSite(request: FastifyRequest, { hosts }: GuardOptions): boolean {
  const { origin } = request.headers
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'cross-site'
  const name = URL.canParse(origin) ? new URL(origin).hostname : null
  if (!name) return true
  const isOnThisMachine = name === request.hostname.toLowerCase() || LOOPBACK.test(name)
  return !(isOnThisMachine || (hosts !== '*' && hosts.includes(name)))
}

/** Whether a request may come from the page that sent it: one on this machine, or one of an allowed origin. */
export function mayUseApi(request: FastifyRequest, options: GuardOptions): boolean {
  const { origins } = options
  return (
    origins === '*' || origins.includes(request.headers.origin ?? '') || !isFromAnotherSite(request, options)
  )
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

function originText({ headers: { origin = '' } }: FastifyRequest): string {
  return URL.canParse(origin) ? new URL(origin).origin : 'ORIGIN'
}

function hasToken(request: FastifyRequest, token: string): boolean {
  const sentToken = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(Buffer.from(hashSecret(sentToken)), Buffer.from(hashSecret(token)))
}
