import type { EndpointsByKey } from 'contracts/api'
import { ApiError, type Client, createClient, errorMessages, isBearerPath } from 'contracts/client'
import type { SuccessOf } from 'contracts/endpoint'
import { fetchOrEarly } from '../boot/handover.ts'
import { env } from '../config/env.ts'
import { limits } from '../config/limits.ts'
import { isOnline } from '../platform/online.ts'
import { readObject } from './read-values.ts'
import { keepAnswer } from './responses-to-check.ts'
import { clearToken, getToken } from './session.ts'

const reported = new Set<string>()

const client = createClient({
  origin: env.apiHost,
  fetch: withSlashFallback(fetchOrEarly),
  token: getToken,
  ...(env.checkAnswers ? { onAnswer: warnOnMismatch } : {}),
  // Named literally: a build without the setting contains nothing of it.
  ...(import.meta.env.VITE_DRIFT_REPORTS ? { onAnswer: keepAnswer } : {}),
})

/** What the contract says that an endpoint answers with a success. Readers take it loosely all the same. */
export type Answer<K extends keyof EndpointsByKey> = SuccessOf<EndpointsByKey[K]>

/**
 * The one client of the shop. A token that the host no longer knows is dropped, once; the cart stays.
 * Source R1: the host refuses some calls with a 200. A command whose answer names `errors`, or says that it had no
 * success, is refused: an ApiError of that status.
 */
export const call = (async (key: string, input?: { withToken?: boolean }) => {
  const token = getToken()
  try {
    const answer = await (client as (key: string, input?: object) => Promise<unknown>)(key, input)
    if (!key.startsWith('GET ') && isRefused(answer)) throw new ApiError(key, 200, answer)
    return answer
  } catch (error) {
    const sent = token !== null && input?.withToken !== false && isBearerPath(key.slice(key.indexOf(' ') + 1))
    if (sent && error instanceof ApiError && error.status === 401 && getToken() === token) clearToken()
    throw error
  }
}) as Client

/** Whether an answer says no, whatever its status was. */
export function isRefused(answer: unknown): boolean {
  const { errors, success } = readObject(answer)
  return success === false || errorMessages({ errors }).length > 0
}

/** Warns on the console, once per endpoint, of an answer that does not match its contract. The answer is used all the same. */
function warnOnMismatch(key: string, status: number, body: unknown): void {
  if (reported.has(key)) return
  import('./contract-check.ts').then(
    ({ findingsOf }) => {
      const findings = findingsOf(key, status, body)
      if (findings.length === 0 || reported.has(key)) return
      reported.add(key)
      console.warn(`${key} does not match its contract:\n${findings.join('\n')}`)
    },
    // A check that did not load (no network, the page is gone) says nothing about the answer.
    () => undefined,
  )
}

/** Failed reads are tried again 3 times, after 2, 4 and 8 seconds or as Retry-After says; without a network not before it returns. */
export const retryRule = {
  retry: (failures: number) => failures < limits.retries && isOnline(),
  retryDelay: (failures: number, error: Error) =>
    error instanceof ApiError && error.retryAfterMs !== null
      ? error.retryAfterMs
      : limits.retryBaseDelay * 2 ** failures,
} as const

/** The one path that some hosts serve with a trailing slash only. */
const MAY_NEED_SLASH = /\/customer\/wish-list$/

/**
 * A fetch that asks once more with a trailing slash where a host answers 404 without it. The answer is remembered for
 * the page's life. The first call goes without it: a redirect to the other spelling would drop the token.
 */
function withSlashFallback(send: typeof fetch): typeof fetch {
  let needsSlash = false
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href)
    if (!MAY_NEED_SLASH.test(url.pathname)) return send(input, init)
    const slashed = new URL(url)
    slashed.pathname += '/'
    if (needsSlash) return send(slashed, init)
    const answer = await send(input, init)
    if (answer.status !== 404) return answer
    const second = await send(slashed, init)
    needsSlash = second.ok
    return second
  }
}
