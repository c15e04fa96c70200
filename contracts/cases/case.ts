import type { Api, Resource } from '../src/api.ts'
import type { CaseRequest, Endpoint } from '../src/endpoint.ts'

/**
 * Values from earlier responses. Ids and names are never guessed. Lists contain candidates, most likely first, so that
 * one drifted response does not break later cases.
 */
export type Known = Partial<{
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
  /** The address that was saved by the cases. */
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
export type Case<V = Known> = {
  /** Describes the behaviour in the present tense, for example `returns 404 for an unknown customer`. */
  title: string
  as?: Caller
  /** Values this case depends on. If one is missing, the case is skipped and the report says why. */
  needs?: readonly (keyof V)[]
  /** A list contains alternatives: the next request is sent if a response does not contain what the case `wants`. */
  request?: CaseRequest | ((known: Required<V>) => CaseRequest | readonly CaseRequest[])
  status: number
  /** Additional accepted statuses, because builds of the host differ. Used by --staging only. */
  orStatus?: readonly number[]
  /** Status returned by the 7.4 build, if it differs. */
  laterStatus?: number
  /**
   * What a response must contain to verify anything. If it is missing, this is a finding with `insists`, otherwise a
   * note.
   */
  wants?: { what: string; holds: (body: unknown) => boolean; insists?: boolean }
  /** Reads values for later cases. Must tolerate drift anywhere in the response. */
  learns?: (body: unknown, known: Partial<V>) => Partial<V>
  /** Names of the values that `learns` returns. With --only, they determine which other cases are needed. */
  gives?: readonly (keyof V)[]
  /** How the write is undone. Cases that write and cannot be undone never run against a live host. */
  undoneBy?: string
  /** Why this case never runs against a live host. */
  emulatorOnly?: string
}

/** Cases for every endpoint of a resource. An endpoint without a case is a compile error. */
export type CasesOf<R extends Record<string, Endpoint>> = { [K in keyof R]: readonly [Case, ...Case[]] }

export type Cases = { [R in Resource]: CasesOf<Api[R]> }
