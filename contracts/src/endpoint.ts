import type { z } from 'zod'

/** How we know what an endpoint answers. Runs of the contract command renew it. */
export type Evidence =
  /** Seen on a live host. `on` is an ISO date. */
  | { kind: 'observed'; on: string; note?: string }
  /** Read in public code of the same product; `source` begins with its tag in docs/provider-sources.md. */
  | { kind: 'documented'; source: string; note?: string }
  /** Inferred, without a public source. `why` says from what. */
  | { kind: 'assumed'; why: string }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call of an API, declared once. Everything else follows from it: for the provider's API the emulator's route and
 * its checks, the typed client and the OpenAPI document; for any API the contract cases and the command's verdict.
 *
 * `path` is below the API's prefix (`/api/v1` for the provider's), with `{name}` placeholders.
 * `answers` holds the body schema of every status the host is known to send. Answers describe the wire:
 * no transforms, no defaults, no dates. Extra fields are additive findings, never a failure.
 */
export type Endpoint = {
  method: Method
  path: `/${string}`
  auth: 'none' | 'bearer'
  /** A query parameter that opens a bearer endpoint to callers without a token. */
  openWith?: string
  summary: string
  /**
   * Why a live host may be sent this GET without asking: a read can have side effects too (a counter, "mark as read", a
   * token by GET). A GET without a reason is sent to emulators only.
   */
  readOnly?: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  answers: Record<number, z.ZodType>
  evidence: Evidence
}

/** Declares an endpoint and keeps its exact type. */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration
}

/** The inputs of one request. */
export type CaseRequest = {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** The name of an endpoint in client, journal and reports, e.g. `GET /products/latest`. */
export type EndpointKey<E extends Endpoint> = `${E['method']} ${E['path']}`

export function endpointKey<E extends Endpoint>(declared: E): EndpointKey<E> {
  return `${declared.method} ${declared.path}` as EndpointKey<E>
}

type Wire<S> = S extends z.ZodType ? z.infer<S> : undefined

export type ParamsOf<E extends Endpoint> = Wire<E['params']>
export type QueryOf<E extends Endpoint> = Wire<E['query']>
export type BodyOf<E extends Endpoint> = Wire<E['body']>

/** The statuses that an endpoint declares. */
export type StatusOf<E extends Endpoint> = keyof E['answers'] & number

/** The body an endpoint sends with one status. */
export type AnswerOf<E extends Endpoint, S extends StatusOf<E>> = z.infer<E['answers'][S]>

/** `{ status, body }` for each declared status, as a union the compiler can narrow. */
export type Answer<E extends Endpoint> = {
  [S in StatusOf<E>]: { status: S; body: AnswerOf<E, S> }
}[StatusOf<E>]

type SuccessStatus = 200 | 201 | 204

/** What a caller gets when the call went well. */
export type SuccessOf<E extends Endpoint> = {
  [S in StatusOf<E> & SuccessStatus]: AnswerOf<E, S>
}[StatusOf<E> & SuccessStatus]
