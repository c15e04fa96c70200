import type { EndpointsByKey } from './api.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, SuccessOf } from './endpoint.ts'
import { encodeSegment } from './images.ts'

export const API_PREFIX = '/api/v1'

/** Thrown for a status outside 200 to 299. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly endpoint: string
  readonly status: number
  /** The parsed body, or its text if it is not JSON. */
  readonly body: unknown
  /** Value of the Retry-After header in milliseconds. Null if it is missing or not exposed to the browser. */
  readonly retryAfterMs: number | null

  constructor(endpoint: string, status: number, body: unknown, retryAfterMs: number | null = null) {
    super(`${endpoint} responded with ${status}: ${errorMessages(body)[0] ?? 'no message'}`)
    this.endpoint = endpoint
    this.status = status
    this.body = body
    this.retryAfterMs = retryAfterMs
  }
}

/** Thrown if a response cannot be read, for example an HTML page or an empty body. */
export class ContractError extends Error {
  override name = 'ContractError'
  readonly endpoint: string
  readonly status: number
  readonly problem: 'an empty body' | 'no JSON'

  constructor(endpoint: string, status: number, problem: ContractError['problem']) {
    super(`${endpoint} responded with ${status} and ${problem}`)
    this.endpoint = endpoint
    this.status = status
    this.problem = problem
  }
}

/**
 * Returns all messages in an error body. Its `errors` may be a list of `{message}`, a single such object or a map of
 * fields to messages; otherwise `message` is used. Never throws.
 */
export function errorMessages(body: unknown): string[] {
  if (body === null || typeof body !== 'object') return []
  const { errors, message } = body as { errors?: unknown; message?: unknown }
  const messages = typeof message === 'string' && message.trim() !== '' ? [message] : []
  const inside = messagesIn(errors)
  return inside.length > 0 ? inside : messages
}

/** Matches texts of a database or a stack trace, which some hosts send as the message. */
const INTERNAL = /SQLSTATE|PDOException|column '.*' at row|\n\s*#0 /

/** Returns the messages in an error body that shoppers may read: without those of the host's database. */
export const displayedErrors = (body: unknown): string[] =>
  errorMessages(body).filter((text) => !INTERNAL.test(text))

/** Returns `message`, otherwise the first of `errors`, otherwise null, and skips texts of the host's database. */
export function displayedMessage(body: unknown): string | null {
  const message = (body as { message?: unknown } | null | undefined)?.message
  const messages = typeof message === 'string' && message.trim() !== '' ? [message] : []
  return [...messages, ...errorMessages(body)].find((text) => !INTERNAL.test(text)) ?? null
}

function messagesIn(errors: unknown, depth = 9): string[] {
  if (typeof errors === 'string') return errors.trim() === '' ? [] : [errors]
  if (errors === null || typeof errors !== 'object' || depth === 0) return []
  if (!Array.isArray(errors) && 'message' in errors)
    return messagesIn((errors as { message: unknown }).message, depth - 1)
  return Object.values(errors).flatMap((inner) => messagesIn(inner, depth - 1))
}

/**
 * Parses a Retry-After header, which contains seconds or an HTTP date.
 * @returns milliseconds, or null for anything else
 */
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

/** Inputs of a request. Undeclared inputs are compile errors. */
export type CallInput<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>> & {
    signal?: AbortSignal
    headers?: Record<string, string>
    /** Set to false to omit the token, for example for a shared wishlist. */
    withToken?: boolean
  }

type InputArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/** A typed client for endpoints by `METHOD /path`. */
export type ClientOf<ByKey extends { [K in keyof ByKey]: Endpoint }> = <K extends keyof ByKey>(
  key: K,
  ...input: InputArguments<ByKey[K]>
) => Promise<SuccessOf<ByKey[K]>>

export type ClientOptions = {
  /** Scheme, host and port of the API, or '' for the page's origin. */
  origin: string
  fetch?: typeof fetch
  /** Returns the customer's token, or null. Called for every request; the token is sent to the API only. */
  token?: () => string | null
  /** Called with every successful JSON response. Development builds use it to validate responses. */
  onResponse?: (key: keyof EndpointsByKey, status: number, body: unknown) => void
}

export type Client = ClientOf<EndpointsByKey>

type LooseInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
  withToken?: boolean
}

/**
 * Whether a path requires a bearer token. Not read from the declarations, because the browser loads no schemas; a test
 * compares both. Source R1: all customer endpoints require one. Assumed: special orders require one too.
 */
export function isBearerPath(path: string): boolean {
  return path.startsWith('/customer/') || path.startsWith('/special-order/')
}

/** Fills the placeholders of a path with encoded parameters. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeSegment(String(params[name])))
}

/**
 * Creates a client for the provider's API. Its types are derived from the endpoint declarations. It imports no
 * schemas, so browsers download none.
 * @example
 * const client = createClient({ origin: 'https://api.example.com', token: () => localStorage.getItem('token') })
 * const { product } = await client('GET /products/details/{id}', { params: { id: 7 } })
 * @throws ApiError for an error status
 * @throws ContractError if the response is not JSON
 * @throws the error of `fetch` if the request fails or is aborted
 */
export function createClient(options: ClientOptions): Client {
  return createClientFor({ ...options, prefix: API_PREFIX, isBearer: isBearerPath }) as Client
}

/**
 * Creates a client for an API with a path prefix. All successful responses must be JSON. The token is sent only to the
 * paths that `isBearer` accepts.
 */
export function createClientFor(
  options: ClientOptions & { prefix: string; isBearer: (path: string) => boolean },
): (key: string, input?: LooseInput) => Promise<unknown> {
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args))
  return async (key, input = {}) => {
    const [method, path] = key.split(' ') as [string, string]
    // Source R1: Apache redirects to the path without a trailing slash. A cross-origin redirect drops the token.
    const url = new URL(
      `${options.origin}${options.prefix}${fillPath(path, input.params).replace(/\/$/, '')}`,
      globalThis.location?.href ?? 'http://localhost',
    )
    for (const [name, value] of Object.entries(input.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    // Source R1: if the Accept header is missing, the host redirects unauthenticated requests to an HTML page.
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
