import type { EndpointsByKey } from './api.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, SuccessOf } from './endpoint.ts'

/**
 * The typed client. Its types come from the declarations; it imports no schema, so that none reaches the browser.
 * A call names its endpoint as the documentation does: `call('GET /products/details/{id}', { params: { id } })`.
 */

export const API_PREFIX = '/api/v1'

/** The host refused: a status outside 200 to 299. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly endpoint: string
  readonly status: number
  /** The parsed body, or its text where it was not JSON. */
  readonly body: unknown
  /** From a Retry-After header; null when there was none or the browser may not read it. */
  readonly retryAfterMs: number | null

  constructor(endpoint: string, status: number, body: unknown, retryAfterMs: number | null = null) {
    super(`${endpoint} answered ${status}: ${errorMessages(body)[0] ?? 'no message'}`)
    this.endpoint = endpoint
    this.status = status
    this.body = body
    this.retryAfterMs = retryAfterMs
  }
}

/** The answer cannot be read as the contract describes it. */
export class ContractError extends Error {
  override name = 'ContractError'
  readonly endpoint: string
  readonly status: number

  constructor(endpoint: string, status: number, cause: string) {
    super(`${endpoint} answered ${status} with ${cause}`)
    this.endpoint = endpoint
    this.status = status
  }
}

/**
 * Every sentence in a refusal, whatever its shape: a list of `{message}`, one such object, a map of field to
 * sentences, or a plain `message`. Never throws.
 */
export function errorMessages(body: unknown): string[] {
  if (body === null || typeof body !== 'object') return []
  const { errors, message } = body as { errors?: unknown; message?: unknown }
  const own = typeof message === 'string' && message.trim() !== '' ? [message] : []
  const inside = sentences(errors)
  return inside.length > 0 ? inside : own
}

/** `message`, else the first of `errors`, else null (the order in which the screens show a refusal). */
export function errorMessage(body: unknown): string | null {
  const own = (body as { message?: unknown } | null | undefined)?.message
  if (typeof own === 'string' && own.trim() !== '') return own
  return errorMessages(body)[0] ?? null
}

function sentences(errors: unknown): string[] {
  if (typeof errors === 'string') return errors.trim() === '' ? [] : [errors]
  if (errors === null || typeof errors !== 'object') return []
  if (!Array.isArray(errors) && 'message' in errors)
    return sentences((errors as { message: unknown }).message)
  return Object.values(errors).flatMap(sentences)
}

/** Milliseconds that a Retry-After header asks to wait: seconds, or an HTTP date. Null when it is neither. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: never }
  : Partial<T> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

/** What a call takes; parts that the endpoint does not declare are refused by the compiler. */
export type CallInput<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>> & {
    signal?: AbortSignal
    headers?: Record<string, string>
    /** False sends no token although there is one (the shared wish-list). */
    withToken?: boolean
  }

type InputArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

export type ClientOptions = {
  /** Scheme, host and port of the API host; '' is the page's own origin. */
  origin: string
  fetch?: typeof fetch
  /** The customer's token, or null. Read at every call, sent to the API host only. */
  token?: () => string | null
  /** Called with every answer that parsed as JSON: a development build checks it against its contract. */
  onResponse?: (key: keyof EndpointsByKey, status: number, body: unknown) => void
}

export type Client = <K extends keyof EndpointsByKey>(
  key: K,
  ...input: InputArguments<EndpointsByKey[K]>
) => Promise<SuccessOf<EndpointsByKey[K]>>

type LooseInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
  withToken?: boolean
}

/** Source R1: every customer endpoint takes a bearer token. assumed: the provider's special orders too. */
export function isBearerPath(path: string): boolean {
  return path.startsWith('/customer/') || path.startsWith('/special-order/')
}

/** `/products/details/{id}` with its parameters filled in and encoded. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

/**
 * A client for one host.
 * Its calls throw `ApiError` when the host refuses, `ContractError` when the answer is not JSON, and let the
 * fetch's own error through (no network, aborted).
 */
export function createClient(options: ClientOptions): Client {
  return createClientFor({ ...options, prefix: API_PREFIX, isBearer: isBearerPath }) as Client
}

/** What every typed client is made of: calls below one prefix, with a token where `isBearer` says so. */
export function createClientFor(
  options: ClientOptions & { prefix: string; isBearer: (path: string) => boolean },
): (key: string, input?: LooseInput) => Promise<unknown> {
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args))
  return async (key, input = {}) => {
    const [method, path] = key.split(' ') as [string, string]
    // Source R1: Apache redirects to the path without a trailing slash, and a redirect to another origin loses the token.
    const url = new URL(
      `${options.origin}${options.prefix}${fillPath(path, input.params).replace(/\/$/, '')}`,
      globalThis.location?.href ?? 'http://localhost',
    )
    for (const [name, value] of Object.entries(input.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    // Source R1: without this Accept the host answers an unauthenticated call with a redirect to a page.
    const headers: Record<string, string> = { Accept: 'application/json', ...input.headers }
    const token = options.token?.()
    if (token && input.withToken !== false && options.isBearer(path))
      headers.Authorization = `Bearer ${token}`
    if (input.body !== undefined) headers['Content-Type'] = 'application/json'

    const response = await send(url, {
      method,
      headers,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(input.signal ? { signal: input.signal } : {}),
    })
    const text = await response.text()
    const body = parseJson(text)
    if (!response.ok) {
      const wait = retryAfterMs(response.headers.get('retry-after'), Date.now())
      throw new ApiError(key, response.status, body === undefined ? text : body, wait)
    }
    if (body === undefined)
      throw new ContractError(key, response.status, text === '' ? 'an empty body' : 'no JSON')
    options.onResponse?.(key as keyof EndpointsByKey, response.status, body)
    return body
  }
}

/** Undefined when the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
