import { setTimeout as sleep } from 'node:timers/promises'
import { retryAfterMs } from '../../src/client.ts'
import { type Contracts, isPermitted } from '../../src/contracts.ts'
import { SIZE_LIMIT } from '../../src/json-text.ts'
import { curlOf } from './curl.ts'
import type { HostAccess } from './host-access.ts'
import { type OutgoingRequest, toHttpRequest } from './outgoing-request.ts'
import { type HttpRequest, isRedirect, type SendFailure, type SendResult, sendRequest } from './request.ts'

export type SessionOptions = {
  contracts: Contracts
  access: HostAccess
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

export type Session = ReturnType<typeof createSession>

const INTERRUPTED_RESULT: SendResult = {
  kind: 'failed',
  cause: 'interrupt',
  reason: 'the run was interrupted',
  ms: 0,
}

/** Number of failed requests after which no more are sent, unless the host has responded at least once. */
const MAX_UNANSWERED = 3

/** Sends one request at a time, with delays, and counts them. */
function createPacedSender(options: SessionOptions) {
  const { access } = options
  const send = access.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args))
  let sentCount = 0
  let preflightCount = 0
  let unansweredCount = 0
  let lastStart = Number.NEGATIVE_INFINITY
  let remainingWaitMs = options.maxWaitMs

  const interruptSignal = () => (options.isUndoing?.() ? undefined : options.signal)
  /** Waits until the time is over or the run is interrupted. */
  const pause = (ms: number) => {
    const signal = interruptSignal()
    return sleep(ms, undefined, signal ? { signal } : {}).catch(() => {})
  }

  return {
    async sendOnce(httpRequest: HttpRequest, isJson: boolean): Promise<SendResult> {
      const wait = lastStart + options.spacing - performance.now()
      if (wait > 0) await pause(wait)
      if (interruptSignal()?.aborted) return INTERRUPTED_RESULT
      lastStart = performance.now()
      sentCount++
      if (httpRequest.method === 'OPTIONS') preflightCount++
      const reply = await sendRequest(httpRequest, {
        fetch: send,
        timeout: options.timeout,
        limit: SIZE_LIMIT,
        isJson,
        signal: httpRequest.method === 'GET' ? interruptSignal() : undefined,
      })
      unansweredCount = reply.kind === 'failed' ? unansweredCount + 1 : Number.NEGATIVE_INFINITY
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
    isSilent: () => unansweredCount >= MAX_UNANSWERED,
    /**
     * Whether to repeat a failed read. True after a closed connection, and after a timeout if the host has responded
     * before.
     */
    shouldRetry({ cause }: SendFailure): boolean {
      const hasResponded = unansweredCount < 0
      return (cause === 'closed' && unansweredCount < 2) || (cause === 'timeout' && hasResponded)
    },
    requestCount: () => sentCount,
    /** Number of requests that count towards a rate limit. Source R1: the host answers preflights before it counts. */
    rateLimitedCount: () => sentCount - preflightCount,
  }
}

/** Creates a session that sends permitted requests one at a time, with delays and limits. */
export function createSession(options: SessionOptions) {
  const { contracts, access } = options
  const queue = createPacedSender(options)
  let token = access.credentials?.token ?? null
  /** Why no request waits any longer. All requests give the same reason, although the time until then differs. */
  let rateLimit: string | undefined

  /** Checks that a request is permitted, independently of the plan. */
  function assertPermitted({ name, method, body, as = 'anonymous' }: OutgoingRequest): void {
    if (!isPermitted(contracts, name, method, { write: options.write, isEmulator: access.isEmulator }))
      throw new Error(`${method} ${name} is not permitted`)
    if (method === 'OPTIONS' && (body !== undefined || as !== 'anonymous'))
      throw new Error('a preflight must not have a body or a token')
  }

  /**
   * Sends a request. Sends a read again after a closed connection or a timeout, or to a URL that differs only by a
   * slash.
   */
  async function sendWithRetry(httpRequest: HttpRequest, isJson: boolean): Promise<SendResult> {
    let reply = await queue.sendOnce(httpRequest, isJson)
    if (httpRequest.method !== 'GET') return reply
    // The host may have closed a keep-alive connection. Reads of JSON with a finding are repeated later, images are
    // not.
    const isUnclear =
      reply.kind === 'failed' ? queue.shouldRetry(reply) : !isJson && reply.flaw?.kind === 'cut-short'
    if (isUnclear) reply = await queue.sendOnce(httpRequest, isJson)
    if (reply.kind !== 'response' || !isRedirect(reply)) return reply
    const url = slashRedirect(httpRequest.url, reply.headers.get('location'))
    return url ? queue.sendOnce({ ...httpRequest, url }, isJson) : reply
  }

  return {
    contracts,
    origin: access.origin,
    async send(outgoing: OutgoingRequest): Promise<SendResult> {
      assertPermitted(outgoing)
      if (queue.isSilent())
        return { kind: 'failed', cause: 'connection', reason: 'not sent: the host does not respond', ms: 0 }
      const httpRequest: HttpRequest = {
        ...toHttpRequest(contracts, access.origin, outgoing, token),
        method: outgoing.method,
        ...(outgoing.body === undefined ? {} : { body: JSON.stringify(outgoing.body) }),
      }
      const isJson = outgoing.isJson !== false
      let reply = await sendWithRetry(httpRequest, isJson)
      for (let again = 0; reply.kind === 'response' && reply.status === 429; again++) {
        const hostDelayMs = retryAfterMs(reply.headers.get('retry-after') ?? null, Date.now())
        const delayMs = hostDelayMs ?? 1000 * 2 ** again
        const isLast = outgoing.name === contracts.login?.endpoint || again === 2
        if (!(await queue.waitFor(isLast ? Number.POSITIVE_INFINITY : delayMs))) {
          const until = hostDelayMs === null ? '' : `; Retry-After is ${Math.ceil(hostDelayMs / 1000)} s`
          rateLimit ??= `rate limit (429) that lasts longer than the run waits${until}`
          return { kind: 'failed', cause: 'rate', reason: rateLimit, ms: reply.ms }
        }
        reply = await queue.sendOnce(httpRequest, isJson)
      }
      return reply
    },
    /** Returns the command that repeats a request. */
    curl: (outgoing: OutgoingRequest) => curlOf(contracts, access, outgoing),
    useToken: (newToken: string) => {
      token = newToken
    },
    currentToken: () => token,
    requestCount: queue.requestCount,
    rateLimitedCount: queue.rateLimitedCount,
  }
}

/** Returns the target of a redirect that only adds or removes a trailing slash, otherwise null. */
function slashRedirect(requestedUrl: string, location: string | null | undefined): string | null {
  if (!location) return null
  try {
    const from = new URL(requestedUrl)
    const to = new URL(location, requestedUrl)
    const isSamePath =
      from.origin === to.origin && from.pathname.replace(/\/$/, '') === to.pathname.replace(/\/$/, '')
    return isSamePath && from.pathname !== to.pathname ? `${to.origin}${to.pathname}${from.search}` : null
  } catch {
    return null
  }
}
