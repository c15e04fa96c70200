import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StartError } from '../../start-error.ts'
import { hashSecret } from '../../world/access-tokens.ts'

export type GuardOptions = {
  /** Accepted host names in addition to loopback names; '*' accepts any. */
  hosts: readonly string[] | '*'
  /** Origins whose pages may use the provider's API, in addition to pages on this machine; '*' allows any. */
  origins: readonly string[] | '*'
  /** Token that the control API requires if others can connect; null requires none. */
  token: string | null
}

/** Default for an emulator that is reachable only from its own process. */
export const NO_GUARD: GuardOptions = { hosts: '*', origins: '*', token: null }

export type AccessOptions = {
  /** Port to listen on; 0 selects a free one. Without a port, the emulator is reachable only through its `fetch`. */
  port?: number | undefined
  /** Host to listen on. Defaults to 127.0.0.1. */
  host?: string | undefined
  /** Additional accepted host names, for example of a tunnel or a container. */
  allowHosts?: readonly string[] | undefined
  /** Origins whose pages may use the provider's API, such as `https://shop.example`. '*' allows any, as the host does. */
  allowOrigins?: readonly string[] | '*' | undefined
  /** Token of the control API. If others can connect and there is none, a random one is created. */
  token?: string | null | undefined
}

/**
 * Returns the access rules. An allowed host name opens the emulator to others, because a tunnel or proxy forwards requests to
 * loopback.
 * @throws StartError for an empty or unusable token, and for a host with a scheme or port, which matches no request
 */
export function resolveGuardOptions(options: AccessOptions): GuardOptions {
  const { port, host = '127.0.0.1', allowOrigins = [], token = null } = options
  const allowHosts = (options.allowHosts ?? []).map(allowedName)
  if (token !== null && !/^[!-~]+$/.test(token))
    throw new StartError(
      'The token of the control API is empty, or contains characters that a header cannot contain.',
    )
  if (port === undefined && allowHosts.length === 0 && allowOrigins.length === 0 && token === null)
    return NO_GUARD
  const isLocal = LOOPBACK.test(host) || host === '::1'
  const isOpenToOthers = !isLocal || allowHosts.length > 0
  return {
    hosts: isLocal ? allowHosts : [host, ...allowHosts],
    origins: allowOrigins.includes('*') ? '*' : allowOrigins,
    token: token ?? (isOpenToOthers ? randomBytes(12).toString('hex') : null),
  }
}

function allowedName(text: string): string {
  const name = text.toLowerCase()
  if (/^(\w[\w.-]*|\[[\da-f:.]+\])$/.test(name)) return name
  throw new StartError(
    `An allowed host must be a name like shop.example, without scheme and port, found "${text}".`,
  )
}

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

const LOOPBACK = /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i
const HOST = /^(?:\w[\w.-]{0,252}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i
const BELOW_EMULATOR = /^\/__emulator(\/|$)/
/** The payment provider's server API, which browsers do not call. */
const PAYMENT_API = /^\/v3\//

/**
 * Marks every route below /__emulator that is not `open` as a control route, and disables CORS for it. Open routes that
 * change state, and the payment provider's routes, also refuse requests from other sites. Call this before registering
 * routes, so that they are guarded by default.
 */
export function markControlRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const isOwn = BELOW_EMULATOR.test(route.url)
    if (!isOwn && !PAYMENT_API.test(route.url)) return
    const isRead = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD')
    route.config = { ...route.config, cors: route.config?.cors ?? false, sameSiteOnly: !isOwn || !isRead }
    if (isOwn && !route.config.open) route.config.control = true
  })
}

/**
 * Creates the access check. It refuses unknown hosts (DNS rebinding), control requests from other sites and, if other
 * machines can connect, control requests without the token.
 * @returns a function that checks a request by the marks of its matched route, because a URL can be spelled in many ways.
 *   It returns true if it has sent a refusal
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

/** trap: Node uses the first of several Host headers; a proxy in front may use the last. RFC 9112, 3.2 requires a 400. */
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
  if (!HOST.test(request.host))
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
  const given = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(token)))
}

/** Policy for pages that only their own origin may frame. */
export const SAME_ORIGIN_FRAME_ANCESTORS = "frame-ancestors 'self'"

/** Allows the shop at any port of this machine and of allowed host names, and at allowed origins. */
export function paymentFrameAncestors({ hosts, origins }: GuardOptions): string {
  const names = ['localhost', '127.0.0.1', ...(hosts === '*' ? [] : hosts)]
  // trap: CSP source lists cannot express IPv6 addresses.
  const sources = names
    .filter((name) => /^[\w.-]+$/.test(name))
    .flatMap((name) => [`http://${name}:*`, `https://${name}:*`])
  const allowed = origins === '*' ? [] : origins.filter((origin) => /^https?:\/\/[\w.:-]+$/.test(origin))
  return [SAME_ORIGIN_FRAME_ANCESTORS, ...sources, ...allowed].join(' ')
}
