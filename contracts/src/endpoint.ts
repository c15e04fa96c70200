import type { z } from 'zod'

/** The evidence for the declared behaviour of an endpoint. Updated by hand after a run of the contract command. */
export type Evidence =
  /** Observed on a live host on the ISO date `on`. */
  | { kind: 'observed'; on: string; note?: string }
  /** Found in public code of the same product. `source` begins with a tag from docs/provider-sources.md. */
  | { kind: 'documented'; source: string; note?: string }
  /** Inferred without a public source. `why` explains the assumption. */
  | { kind: 'assumed'; why: string }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The single declaration of an API endpoint, to which responses are compared. For the provider's API, the emulator's
 * route, the typed client and the OpenAPI document are derived from it.
 *
 * `path` is relative to the prefix of the API (`/api/v1` for the provider), with `{name}` placeholders. `responses`
 * contains the body schema for each known status. Schemas describe the wire format, without transforms, defaults or
 * dates. Undeclared fields are additive findings, never failures.
 * @example
 * const list = endpoint({
 *   method: 'GET', path: '/pets', readOnly: 'a public list', responses: { 200: z.array(Pet) },
 * })
 */
export type Endpoint = {
  method: Method
  path: `/${string}`
  auth: 'none' | 'bearer'
  /**
   * The provider's API only: the query parameter with which a bearer endpoint needs no token, and the extension of the
   * original software that adds this.
   */
  openWith?: { query: string; extension: string }
  /** The provider's API only: the build from which on a bearer endpoint also serves guests, without a token. */
  guestsFrom?: string
  summary: string
  /**
   * Why this GET is safe to send to a live host. GETs can have side effects, for example count views, mark messages as
   * read or issue a token. A GET without a reason is only sent to emulators.
   */
  readOnly?: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  /**
   * Body schema by status. `z.undefined()` or `z.void()` for a body that is missing or not JSON, which is not checked.
   */
  responses: Record<number, z.ZodType>
  evidence: Evidence
  /**
   * The provider's API only: builds of the original software whose recordings contain each status. For other statuses, see
   * `evidence`. The provider's own deployment has not been observed. mock-server compares this with the recordings.
   */
  recordedIn?: Readonly<Record<number, readonly string[]>>
}

/**
 * The builds of the provider's original software that were recorded, oldest first. The emulator imitates each of
 * them.
 */
export const BUILDS = ['7.1', '7.7'] as const
export type ProviderBuild = (typeof BUILDS)[number]
export const ONLY_7_1 = ['7.1'] as const

/** An endpoint of an API. Fields that may be omitted have defaults. */
export type EndpointDefinition = Omit<Endpoint, keyof EndpointDefaults> & Partial<EndpointDefaults>

type EndpointDefaults = Pick<Endpoint, 'auth' | 'summary' | 'evidence'>

/** Values of the fields that a declaration omits. */
export const ENDPOINT_DEFAULTS = {
  auth: 'none',
  summary: '',
  evidence: { kind: 'assumed', why: 'not declared' },
} as const satisfies EndpointDefaults

/** Declares an endpoint. Preserves its exact type. */
export function endpoint<const E extends EndpointDefinition>(
  declaration: E,
): E & Omit<typeof ENDPOINT_DEFAULTS, keyof E> {
  return { ...ENDPOINT_DEFAULTS, ...declaration }
}

/** The inputs of one request. */
export type CaseRequest = {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/**
 * Returns a pattern of an endpoint's path, with a named group for each parameter and with or without a slash at its
 * end.
 * @param prefix of the API, such as `/api/v1`
 */
export function endpointPattern(path: string, prefix = ''): RegExp {
  const escaped = (prefix + path).replace(/\/$/, '').replace(/[.+*?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`)
}

/** Name of an endpoint in the client, the journal and reports, e.g. `GET /products/latest`. */
export type EndpointKey<E extends Endpoint> = `${E['method']} ${E['path']}`

export function endpointKey<E extends Endpoint>(declared: E): EndpointKey<E> {
  return `${declared.method} ${declared.path}` as EndpointKey<E>
}

type Wire<S> = S extends z.ZodType ? z.infer<S> : undefined

export type ParamsOf<E extends Endpoint> = Wire<E['params']>
export type QueryOf<E extends Endpoint> = Wire<E['query']>
export type BodyOf<E extends Endpoint> = Wire<E['body']>

/** Declared statuses of an endpoint. */
export type StatusOf<E extends Endpoint> = keyof E['responses'] & number

/** Body of a response with the given status. */
export type ResponseOf<E extends Endpoint, S extends StatusOf<E>> = z.infer<E['responses'][S]>

/** Union of `{ status, body }` for all declared statuses, which the compiler can narrow. */
export type WireResponse<E extends Endpoint> = {
  [S in StatusOf<E>]: { status: S; body: ResponseOf<E, S> }
}[StatusOf<E>]

type SuccessStatus = 200 | 201 | 204

/** Body of a successful response. */
export type SuccessOf<E extends Endpoint> = {
  [S in StatusOf<E> & SuccessStatus]: ResponseOf<E, S>
}[StatusOf<E> & SuccessStatus]
