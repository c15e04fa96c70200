import type { Bounds } from './bounds.ts'
import type { Case, Staging, Values } from './case.ts'
import type { Endpoint } from './endpoint.ts'
import type { Probe } from './probe.ts'
import type { Relation } from './relation.ts'

/** The contracts of an API: endpoints, example requests, and rules that apply to all responses. */
export type Contracts = {
  /** Path prefix of all endpoints, e.g. `/api/v1`, or ''. */
  prefix: string
  /** Whether trailing slashes in paths are sent. */
  keepsSlash: boolean
  /** Declarations by name, e.g. `products.latest`. */
  endpoints: Readonly<Record<string, Endpoint>>
  /** Example requests by endpoint. Later cases can use values from earlier responses. */
  cases: Readonly<Record<string, readonly Case[]>>
  /**
   * The endpoint of the log-in, and the field of its response that contains the token, e.g. `token` or `data.token`.
   */
  login: { endpoint: string; tokenField: string } | null
  /** Origin of the web pages that use the API, which CORS headers must allow. Null if browsers do not use the API. */
  pageOrigin: string | null
  /** Maximum cache lifetime in seconds. Null for no limit. */
  maxAge: number | null
  /** The field by which the body of a successful response reports a failure: it is false. Null if there is none. */
  successField: string | null
  /** How messages refer to values. For a value without an entry, they show its name. */
  valueLabels: Readonly<Record<string, string>>
  /** Placeholders that --dry-run prints instead of values from earlier responses. */
  placeholders: Values
  images: readonly ImageFolder[]
  probes: readonly Probe[]
  staging: Staging | null
  relations: readonly Relation[]
  /** The ranges of numbers, and the fields with times in the past, by field name. */
  bounds?: { numbers: Readonly<Record<string, Bounds>>; pastTimes: readonly string[] }
  /** The pages of the client that request each endpoint, for reports. */
  pagesByEndpoint?: Readonly<Record<string, readonly string[]>>
}

/** An image folder on the host. It is validated like an endpoint, although it is outside the prefix. */
export type ImageFolder = {
  name: string
  endpoint: Endpoint
  /** The value that contains the file names. Folders with the same value are alternatives for the same files. */
  files: string
}

/** Whether an endpoint is that of an image folder, which declares no schema of a body. */
export const isImageFolder = ({ responses }: Endpoint): boolean => Object.keys(responses).length === 0

/** Returns the endpoints and the image folders by name. */
export function endpointsOf({ endpoints, images }: Contracts): Readonly<Record<string, Endpoint>> {
  return { ...endpoints, ...Object.fromEntries(images.map(({ name, endpoint }) => [name, endpoint])) }
}

/**
 * Returns the GETs that a read-only run may send, with the reasons from their declarations. No other GET is ever sent
 * to a live host, even if it has cases.
 */
export function liveReadsOf(contracts: Contracts): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(endpointsOf(contracts)).flatMap(([name, { readOnly }]) =>
      readOnly === undefined ? [] : [[name, readOnly]],
    ),
  )
}

/** Whether a request is permitted. Checked before each request, independently of the plan. */
export function isPermitted(
  contracts: Contracts,
  name: string,
  method: string,
  options: { write: boolean; isEmulator: boolean },
): boolean {
  const isDeclared = Object.hasOwn(contracts.endpoints, name)
  if (method === 'GET') return options.isEmulator || Object.hasOwn(liveReadsOf(contracts), name)
  // Preflights have no side effects. The session sends them without a token or body.
  if (method === 'OPTIONS') return isDeclared
  if (name === contracts.login?.endpoint && method === 'POST') return true
  return options.write && isDeclared
}

/** Returns the token in the response to a log-in, or null. */
export function tokenOf({ login }: Pick<Contracts, 'login'>, body: unknown): string | null {
  const keys = login?.tokenField.split('.') ?? []
  const token = keys.reduce<unknown>((inner, key) => Object(inner)[key], body)
  return keys.length > 0 && typeof token === 'string' && token !== '' ? token : null
}

/** Converts `{ products: { latest } }` to `{ 'products.latest': latest }`. */
export function flattenNames<Value>(resources: object): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(resources).flatMap(([resource, named]) =>
      Object.entries(named as Record<string, Value>).map(([name, value]) => [`${resource}.${name}`, value]),
    ),
  )
}
