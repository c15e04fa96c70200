import type { EndpointsByKey } from 'contracts/api'
import { ApiError, type Client, createClient, errorMessages, isBearerPath } from 'contracts/client'
import type { SuccessOf } from 'contracts/endpoint'
import { env } from '../config/env.ts'
import { isOnline } from '../platform/online.ts'
import { readObject } from './read-values.ts'
import { clearToken, getToken } from './session.ts'

const RETRY_BASE_DELAY_MS = 2_000
/** The number of retries after the first attempt. */
const MAX_RETRIES = 3

/** The timeouts of requests, in milliseconds. Browsers wait for minutes on a connection that has died. */
const TIMEOUT_MS = { read: 30_000, command: 45_000 }

/** The host has not responded in time. Counts as a network failure, as browsers report one. */
export class NoResponseError extends TypeError {
  override name = 'NoResponseError'
}

const reported = new Set<string>()

/** Sends all requests. On the server, `entry-server.tsx` replaces `fetch` to read the host's data without HTTP. */
export const transport: { fetch: typeof fetch } = { fetch: (input, init) => fetch(input, init) }

const client = createClient({
  origin: env.apiHost,
  fetch: withSlashFallback((input, init) => transport.fetch(input, init)),
  token: getToken,
  ...(env.checkResponses && typeof window === 'object' ? { onResponse: warnOnMismatch } : {}),
})

/** The success response of an endpoint. It is not validated, so code that reads it must tolerate invalid data. */
export type SuccessResponse<K extends keyof EndpointsByKey> = SuccessOf<EndpointsByKey[K]>

/**
 * Sends a request as the shop's API client. Drops a token that the host rejects, but keeps the cart.
 * Source R1: the host refuses some requests with status 200. A command whose response contains `errors` or
 * `success: false` throws an ApiError with that status.
 */
export const call = (async (key: string, input?: CallOptions) => {
  const token = getToken()
  try {
    const response = await sendWithTimeout(key, input)
    if (!key.startsWith('GET ') && isRefused(response)) throw new ApiError(key, 200, response)
    return response
  } catch (error) {
    const isTokenSent =
      token !== null && input?.withToken !== false && isBearerPath(key.slice(key.indexOf(' ') + 1))
    if (isTokenSent && error instanceof ApiError && error.status === 401 && getToken() === token) clearToken()
    throw error
  }
}) as Client

type CallOptions = { withToken?: boolean; signal?: AbortSignal }

/**
 * Sends a request, and aborts it if the host doesn't respond in time.
 * @throws NoResponseError
 */
async function sendWithTimeout(key: string, input: CallOptions = {}): Promise<unknown> {
  const deadline = new AbortController()
  const abort = () => deadline.abort()
  if (input.signal?.aborted) abort()
  input.signal?.addEventListener('abort', abort)
  const ms = key.startsWith('GET ') ? TIMEOUT_MS.read : TIMEOUT_MS.command
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    deadline.abort()
  }, ms)
  try {
    const send = client as (key: string, input: object) => Promise<unknown>
    return await send(key, { ...input, signal: deadline.signal })
  } catch (error) {
    throw isLate ? new NoResponseError(`${key} got no response.`) : error
  } finally {
    clearTimeout(timer)
    input.signal?.removeEventListener('abort', abort)
  }
}

/** Whether a response is a refusal, regardless of its status. */
export function isRefused(response: unknown): boolean {
  const { errors, success } = readObject(response)
  return success === false || errorMessages({ errors }).length > 0
}

/** Warns once per endpoint if a response violates its contract. The response is used anyway. */
function warnOnMismatch(key: string, status: number, body: unknown): void {
  if (reported.has(key)) return
  import('./contract-check.ts').then(
    ({ findingsOf }) => {
      const findings = findingsOf(key, status, body)
      if (findings.length === 0 || reported.has(key)) return
      reported.add(key)
      console.warn(`${key} does not match its contract:\n${findings.join('\n')}`)
    },
    // The check may fail to load, for example offline. That does not mean that the response is invalid.
    () => undefined,
  )
}

/**
 * The options of queries that are retried: 3 times, after 2, 4 and 8 seconds or the Retry-After time. Other queries are
 * not retried. Offline and after a timeout, `app/repeat-failed-reads.ts` repeats all of them when the network or the
 * host is back.
 */
export const retryRule = {
  retry: (failures: number, error: Error) =>
    failures < MAX_RETRIES && isOnline() && !(error instanceof NoResponseError),
  retryDelay: (failures: number, error: Error) =>
    error instanceof ApiError && error.retryAfterMs !== null
      ? error.retryAfterMs
      : RETRY_BASE_DELAY_MS * 2 ** failures,
} as const

/** Matches the path that some hosts serve only with a trailing slash. */
const MAY_NEED_SLASH = /\/customer\/wish-list$/

/**
 * Retries with a trailing slash if the host responds with 404 without it, and remembers the result until the page
 * closes. The first request has no slash, because a redirect would drop the token.
 */
function withSlashFallback(send: typeof fetch): typeof fetch {
  let needsSlash = false
  return async (input, init) => {
    const url = new URL(
      input instanceof Request ? input.url : input,
      globalThis.location?.href ?? 'http://localhost',
    )
    if (!MAY_NEED_SLASH.test(url.pathname)) return send(input, init)
    const slashed = new URL(url)
    slashed.pathname += '/'
    if (needsSlash) return send(slashed, init)
    const response = await send(input, init)
    if (response.status !== 404) return response
    const second = await send(slashed, init)
    needsSlash = second.ok
    return second
  }
}
