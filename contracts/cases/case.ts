import type { Api, Resource } from '../src/api.ts'
import type { CaseRequest, Endpoint } from '../src/endpoint.ts'

/**
 * Values from earlier responses. Ids and names are never guessed. Lists contain several candidates, the most likely
 * first, so that one drifted response does not break later cases.
 */
export type KnownValues = Partial<{
  /** A product that can be ordered. */
  productId: number
  productIds: readonly string[]
  /** Categories that have products, and categories that have children. */
  categoryIds: readonly string[]
  parentIds: readonly string[]
  /** Words from product names. */
  words: readonly string[]
  productFiles: readonly string[]
  bannerFiles: readonly string[]
  /** A product that is not on the customer's wish list yet. */
  wishProductId: number
  /** The address that an earlier case saved. */
  addressId: number
  customerId: number
  email: string
  password: string
}>

/** Who sends a request: an anonymous client, the test customer, or a client with a token that the host never issued. */
export type Caller = 'anonymous' | 'customer' | 'invalid-token'

/**
 * An example request and its expected status. The body is validated against the schema for that status.
 * @typeParam V values that cases pass on to later cases
 */
export type Case<V = KnownValues> = {
  /** Describes the behaviour in the present tense, for example `returns 404 for an unknown customer`. */
  title: string
  as?: Caller
  /** Values that this case depends on. If one is missing, the case is skipped and the report explains why. */
  needs?: readonly (keyof V)[]
  /** A list contains alternatives. The next one is sent if a response does not contain what the case `wants`. */
  request?: CaseRequest | ((known: Required<V>) => CaseRequest | readonly CaseRequest[])
  status: number
  /** Other statuses that are accepted, because builds of the host differ. Used by --staging only. */
  orStatus?: readonly number[]
  /** The status that the 7.4 build returns, if it is different. */
  laterStatus?: number
  /**
   * What a response must contain for the case to verify anything. A response without it is reported as a finding if
   * `insists` is set, otherwise as a note.
   */
  wants?: { what: string; holds: (body: unknown) => boolean; insists?: boolean }
  /** Extracts values for later cases. Must tolerate drift anywhere in the response. */
  learns?: (body: unknown, known: Partial<V>) => Partial<V>
  /** Names of the values that `learns` returns. A run with --only also sends the cases whose values it needs. */
  gives?: readonly (keyof V)[]
  /** How the write is undone. Cases that write and cannot be undone never run against a live host. */
  undoneBy?: string
  /** Why this case never runs against a live host. */
  emulatorOnly?: string
}

/** Cases for every endpoint of a resource. An endpoint without a case is a compile error. */
export type CasesOf<R extends Record<string, Endpoint>> = { [K in keyof R]: readonly [Case, ...Case[]] }

export type Cases = { [R in Resource]: CasesOf<Api[R]> }
