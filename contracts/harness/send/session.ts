import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '../../src/case.ts'
import { retryAfterMs } from '../../src/client.ts'
import { type Contracts, isPermitted } from '../../src/contracts.ts'
import { type Credentials, isCredentialName } from './redact.ts'
import { type HttpRequest, isRedirect, type NoReply, type Reply, request, SIZE_LIMIT } from './request.ts'

/** A host to validate: a live host, or an emulator that may provide a `fetch`. */
export type Side = {
  /** Scheme, host, port and an optional folder, without a trailing slash. */
  origin: string
  fetch?: typeof fetch
  credentials: Credentials
  /** Origin of the web pages that use the host. Defaults to the one in the contracts. */
  pageOrigin?: string
  /**
   * Whether the host is an emulator. An emulator may be sent every case, but its responses are not evidence about the
   * provider.
   */
  isEmulator: boolean
  /** Returns the one-time code sent to an e-mail address, or null. Used by --staging. */
  codeFor?: (email: string) => Promise<string | null>
}

/** Returns which credentials a run had: `PROVIDER_TOKEN is set; PROVIDER_EMAIL and PROVIDER_PASSWORD are missing`. */
export function describeCredentials({ credentials }: Side): string {
  const { token, email, password } = credentials ?? {}
  const names = { PROVIDER_TOKEN: token, PROVIDER_EMAIL: email, PROVIDER_PASSWORD: password }
  const describe = (isSet: boolean, state: string) => {
    const found = Object.entries(names).flatMap(([name, value]) => (Boolean(value) === isSet ? name : []))
    const last = found.pop()
    const list = found.length > 0 ? `${found.join(', ')} and ${last} are` : `${last} is`
    return last === undefined ? [] : `${list} ${state}`
  }
  return [describe(true, 'set'), describe(false, 'missing')].flat().join('; ')
}

export type SessionOptions = {
  contracts: Contracts
  side: Side
  write: boolean
  /** Minimum time between the starts of two requests in milliseconds. */
  spacing: number
  timeout: number
  /** Maximum total waiting time after 429 responses in milliseconds. */
  maxWaitMs: number
  onWait?: (ms: number) => void
  /** Aborted by an interrupt. Reads end immediately, and a write that has been sent is completed. */
  signal?: AbortSignal | undefined
  /** Whether requests are sent after an interrupt, to undo writes. */
  isUndoing?: () => boolean
}

/** A request, to which the session adds the host, common headers and the token. */
export type OutgoingRequest = {
  name: string
  method: string
  path: string
  as?: Caller
  body?: unknown
  headers?: Record<string, string>
  /** Set to false for images. */
  json?: boolean
}

export type Session = ReturnType<typeof createSession>

const INTERRUPTED: Reply = { kind: 'none', why: 'interrupt', reason: 'the run was interrupted', ms: 0 }

/** Number of failed requests after which no more are sent, unless the host has responded at least once. */
const MAX_UNANSWERED = 3

/** Sends one request at a time, with delays, and counts them. */
function createPace(options: SessionOptions) {
  const { side } = options
  const send = side.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args))
  let sent = 0
  let preflights = 0
  let unanswered = 0
  let lastStart = Number.NEGATIVE_INFINITY
  let remainingWaitMs = options.maxWaitMs

  const interruption = () => (options.isUndoing?.() ? undefined : options.signal)
  /** Waits, or until the run is interrupted. */
  const pause = (ms: number) => {
    const signal = interruption()
    return sleep(ms, undefined, signal ? { signal } : {}).catch(() => {})
  }

  return {
    async sendOnce(httpRequest: HttpRequest, json: boolean): Promise<Reply> {
      const wait = lastStart + options.spacing - performance.now()
      if (wait > 0) await pause(wait)
      if (interruption()?.aborted) return INTERRUPTED
      lastStart = performance.now()
      sent++
      if (httpRequest.method === 'OPTIONS') preflights++
      const reply = await request(httpRequest, {
        fetch: send,
        timeout: options.timeout,
        limit: SIZE_LIMIT,
        json,
        signal: httpRequest.method === 'GET' ? interruption() : undefined,
      })
      unanswered = reply.kind === 'none' ? unanswered + 1 : Number.NEGATIVE_INFINITY
      return reply
    },
    /** Waits after a 429. Returns false if the waiting time is too long; then no later request waits either. */
    async waitFor(ms: number): Promise<boolean> {
      if (ms > remainingWaitMs) {
        remainingWaitMs = 0
        return false
      }
      remainingWaitMs -= ms
      if (ms >= 1000) options.onWait?.(ms)
      await pause(ms)
      return true
    },
    /** Whether so many requests have failed that the host is not there. */
    isSilent: () => unanswered >= MAX_UNANSWERED,
    /**
     * Whether to repeat a failed read. True after a closed connection, and after a timeout if the host has responded
     * before.
     */
    isRepeated({ why }: NoReply): boolean {
      const hasResponded = unanswered < 0
      return (why === 'closed' && unanswered < 2) || (why === 'timeout' && hasResponded)
    },
    sent: () => sent,
    /** Number of requests that count towards a rate limit. Source R1: the host answers preflights before it counts. */
    counted: () => sent - preflights,
  }
}

/** Creates a session that sends permitted requests one at a time, with delays and limits. */
export function createSession(options: SessionOptions) {
  const { contracts, side } = options
  const pace = createPace(options)
  let token = side.credentials?.token ?? null
  /** Why no request waits any longer. All requests give the same reason, although the time until then differs. */
  let rateLimit: string | undefined

  /** Checks that a request is permitted, independently of the plan. */
  function assertPermitted({ name, method, body, as = 'anonymous' }: OutgoingRequest): void {
    if (!isPermitted(contracts, name, method, { write: options.write, isEmulator: side.isEmulator }))
      throw new Error(`${method} ${name} is not permitted`)
    if (method === 'OPTIONS' && (body !== undefined || as !== 'anonymous'))
      throw new Error('a preflight must not have a body or a token')
  }

  /** Sends a request, and a read again if the connection was closed or the URL differs only by a slash. */
  async function sendRead(httpRequest: HttpRequest, json: boolean): Promise<Reply> {
    let reply = await pace.sendOnce(httpRequest, json)
    if (httpRequest.method !== 'GET') return reply
    // The host may have closed a keep-alive connection.
    if (reply.kind === 'none' && pace.isRepeated(reply)) reply = await pace.sendOnce(httpRequest, json)
    if (reply.kind !== 'response' || !isRedirect(reply)) return reply
    const url = slashRedirect(httpRequest.url, reply.headers.get('location'))
    return url ? pace.sendOnce({ ...httpRequest, url }, json) : reply
  }

  return {
    contracts,
    origin: side.origin,
    async send(outgoing: OutgoingRequest): Promise<Reply> {
      assertPermitted(outgoing)
      if (pace.isSilent())
        return { kind: 'none', why: 'connection', reason: 'not sent: the host does not respond', ms: 0 }
      const httpRequest: HttpRequest = {
        ...addressed(contracts, side.origin, outgoing, token),
        method: outgoing.method,
        ...(outgoing.body === undefined ? {} : { body: JSON.stringify(outgoing.body) }),
      }
      const json = outgoing.json !== false
      let reply = await sendRead(httpRequest, json)
      for (let again = 0; reply.kind === 'response' && reply.status === 429; again++) {
        const given = retryAfterMs(reply.headers.get('retry-after') ?? null, Date.now())
        const requested = given ?? 1000 * 2 ** again
        const isLast = outgoing.name === contracts.login?.endpoint || again === 2
        if (!(await pace.waitFor(isLast ? Number.POSITIVE_INFINITY : requested))) {
          const until = given === null ? '' : `; Retry-After is ${Math.ceil(given / 1000)} s`
          rateLimit ??= `rate limit (429) that lasts longer than the run waits${until}`
          return { kind: 'none', why: 'rate', reason: rateLimit, ms: reply.ms }
        }
        reply = await pace.sendOnce(httpRequest, json)
      }
      return reply
    },
    /** Returns the command that repeats a request. */
    curl: (outgoing: OutgoingRequest) => curlOf(contracts, side, outgoing),
    useToken: (given: string) => {
      token = given
    },
    token: () => token,
    sent: pace.sent,
    counted: pace.counted,
  }
}

/** Returns the URL and the headers of a request, which may contain the token. */
function addressed(
  { pageOrigin }: Contracts,
  origin: string,
  { method, as, json, body, path, headers: given }: OutgoingRequest,
  token: string | null,
) {
  const sent = as === 'invalid-token' ? 'not.a.token' : as === 'customer' ? token : null
  const headers: Record<string, string> = {
    Accept: json !== false ? 'application/json' : method === 'OPTIONS' ? '*/*' : 'image/*',
    ...(pageOrigin === null ? {} : { Origin: pageOrigin }),
    'User-Agent': 'kitabo-contract',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...given,
  }
  if (sent) headers.Authorization = `Bearer ${sent}`
  return { url: origin + path, headers }
}

/** Delimits a shell variable in the parts of a command, because a host's text may contain `$PROVIDER_TOKEN` itself. */
const MARK = '\ue000'
const variable = (name: string) => `${MARK}${name}${MARK}`

/** Returns the command that repeats a request. The token, the e-mail address and the password are shell variables. */
export function curlOf(
  contracts: Contracts,
  { origin, credentials }: Side,
  outgoing: OutgoingRequest,
): string {
  const { method, body } = outgoing
  const { url, headers: sent } = addressed(contracts, origin, outgoing, variable('PROVIDER_TOKEN'))
  const { 'User-Agent': _, ...headers } = sent
  const text = JSON.stringify(body, (_, value) => {
    if (typeof value !== 'string') return value
    if (value === credentials?.email) return variable('PROVIDER_EMAIL')
    return value === credentials?.password ? variable('PROVIDER_PASSWORD') : value
  })
  return curlLine(method, url, Object.entries(headers), body === undefined ? undefined : text)
}

/** Formats a request as a curl command. Credentials in headers and in the query are hidden; a bearer token is a variable. */
export function curlLine(
  method: string,
  url: string,
  headers: readonly (readonly [name: string, value: string])[],
  body: string | undefined,
): string {
  return [
    'curl -sS -i',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...headers.map(([name, value]) => {
      if (!isCredentialName(name) || value.includes(MARK)) return `-H ${shellQuoted(`${name}: ${value}`)}`
      const isBearer = /^authorization$/i.test(name) && /^bearer /i.test(value)
      return `-H ${shellQuoted(`${name}: ${isBearer ? `Bearer ${variable('PROVIDER_TOKEN')}` : '***'}`)}`
    }),
    ...(body === undefined ? [] : [`-d ${shellQuoted(body)}`]),
    shellQuoted(withoutKeys(url)),
  ].join(' ')
}

/** Replaces the values of credentials in a query. */
export function withoutKeys(url: string): string {
  return url.replace(/([?&])([^=&]+)=([^&]*)/g, (parameter, sign, name) =>
    isCredentialName(name) ? `${sign}${name}=***` : parameter,
  )
}

/** Quotes a text for a POSIX shell. Only variables are in double quotes, in which a shell expands other text as well. */
function shellQuoted(text: string): string {
  return text
    .split(MARK)
    .map((part, index) => (index % 2 === 1 ? `"$${part}"` : `'${part.replaceAll("'", "'\\''")}'`))
    .filter((part) => part !== "''" || text === '')
    .join('')
}

/** Returns the target of a redirect that only adds or removes a trailing slash, otherwise null. */
function slashRedirect(requested: string, location: string | null | undefined): string | null {
  if (!location) return null
  try {
    const from = new URL(requested)
    const to = new URL(location, requested)
    const isSamePath =
      from.origin === to.origin && from.pathname.replace(/\/$/, '') === to.pathname.replace(/\/$/, '')
    return isSamePath && from.pathname !== to.pathname ? `${to.origin}${to.pathname}${from.search}` : null
  } catch {
    return null
  }
}
