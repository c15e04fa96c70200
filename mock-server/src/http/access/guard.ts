import { timingSafeEqual } from 'node:crypto'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hashSecret } from '../../world/access-tokens.ts'

export type GuardOptions = {
  /** Names by which callers may reach the emulator, besides loopback's; '*' is any. */
  hosts: readonly string[] | '*'
  /** What the control API asks for when others can reach the emulator; null asks for nothing. */
  token: string | null
}

/** An emulator inside a process or on loopback: any name, no token. Pages of other sites are refused all the same. */
export const NO_GUARD: GuardOptions = { hosts: '*', token: null }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Below /__emulator, but not of the control API: what the browser of a shopper needs. */
    open?: boolean
    /** Set by `markControlRoutes`, never by hand. */
    control?: boolean
    /** Set by `markControlRoutes`: changes what only the emulator has, so that no page of another site may call it. */
    ownSite?: boolean
    /** Whether scripts of other origins may read the responses, by CORS. Below /__emulator the default is false. */
    cors?: boolean
  }
}

const LOOPBACK = /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i
const HOST = /^(?:\w[\w.-]{0,252}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i
const BELOW_EMULATOR = /^\/__emulator(\/|$)/
/** The payment provider's API for servers: no browser calls it. */
const PAYMENT_API = /^\/v3\//

/**
 * Marks every route below /__emulator that is not `open` as a control route, in whichever file it is registered, and
 * keeps CORS away from all of them. Open ones that change something, and the payment provider's, are kept from pages of
 * other sites too. To be called before the first route: what is forgotten is guarded, not open.
 */
export function markControlRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const isOwn = BELOW_EMULATOR.test(route.url)
    if (!isOwn && !PAYMENT_API.test(route.url)) return
    const isRead = [route.method].flat().every((method) => method === 'GET' || method === 'HEAD')
    route.config = { ...route.config, cors: route.config?.cors ?? false, ownSite: !isOwn || !isRead }
    if (isOwn && !route.config.open) route.config.control = true
  })
}

/**
 * Refuses callers that must not get an answer. A Host that is not ours is a rebound name of some web page; a control
 * route answers no page of another site; and where others can reach the emulator it asks for its token.
 * @returns a check of one call: `route` is what the matched route is marked with, since an address can be spelled in many
 *   ways; true when the call is refused and answered
 */
export function createGuard(options: GuardOptions) {
  // Most calls come under one name: it is checked once.
  let acceptedHost: string | null = null
  return (request: FastifyRequest, reply: FastifyReply, route: FastifyContextConfig | undefined): boolean => {
    const { host } = request
    if (hasTwoHosts(request)) return refuse(reply, 400, 'A request has one Host header.')
    if (host !== acceptedHost) {
      if (rejectForeignHost(request, reply, options.hosts)) return true
      acceptedHost = host
    }
    const isControl = route?.control === true
    if ((isControl || route?.ownSite) && isFromAnotherSite(request, options.hosts)) {
      const what = isControl ? 'The control API' : 'This route'
      return refuse(reply, 403, `${what} does not answer to pages of another site.`)
    }
    if (!isControl) return false
    if (options.token === null || hasToken(request, options.token)) return false
    return refuse(
      reply,
      401,
      'The control API of this emulator asks for its token: Authorization: Bearer <token>.',
    )
  }
}

function refuse(reply: FastifyReply, status: number, sentence: string): true {
  reply.code(status).send({ message: `((${sentence}))` })
  return true
}

/** trap: Node keeps the first of several Host headers; a proxy in front may have read the last. RFC 9112, 3.2: 400. */
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
    return refuse(reply, 400, 'The Host header must be a name, or a name and a port.')
  const name = request.hostname.toLowerCase()
  if (hosts === '*' || LOOPBACK.test(name) || hosts.includes(name)) return false
  return refuse(
    reply,
    403,
    `This emulator does not answer to the host "${name}"; start it with --allow-host ${name}.`,
  )
}

/**
 * Whether a page of another site sends a request. Pages of this machine and of allowed names do not count, whatever
 * their port. Browsers name the origin, or at least the relation; programs without a page name neither.
 */
export function isFromAnotherSite(request: FastifyRequest, hosts: GuardOptions['hosts']): boolean {
  const { origin } = request.headers
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'cross-site'
  const name = URL.canParse(origin) ? new URL(origin).hostname : null
  if (!name) return true
  const isOurs = name === request.hostname.toLowerCase() || LOOPBACK.test(name)
  return !(isOurs || (hosts !== '*' && hosts.includes(name)))
}

function hasToken(request: FastifyRequest, token: string): boolean {
  const given = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(token)))
}
