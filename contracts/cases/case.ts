import type { Api, Resource } from '../src/api.ts'
import type { CaseRequest, Endpoint } from '../src/endpoint.ts'

/**
 * Values from earlier responses. Ids and names come from the host and are never guessed. Lists contain candidates,
 * the most likely first, so that one drifted response does not break later cases.
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

/** The sender: without a token, as the test customer, or with a token that the host has not issued. */
export type Caller = 'anonymous' | 'customer' | 'invalid-token'

/** An example request with its expected status. The body is validated against the schema of that status. */
/** @typeParam V values that cases pass on to later ones */
export type Case<V = Known> = {
  /** Describes the behaviour in the present tense, for example `returns 404 for an unknown customer`. */
  title: string
  as?: Caller
  /** Values this case depends on. If one is missing, the case is skipped and the report says why. */
  needs?: readonly (keyof V)[]
  /** Several requests are alternatives: the next one is sent if a response does not contain what the case `wants`. */
  request?: CaseRequest | ((known: Required<V>) => CaseRequest | readonly CaseRequest[])
  status: number
  /** Further accepted statuses, because builds of the host differ. Used by --staging only. */
  orStatus?: readonly number[]
  /** Status of the 7.4 build, where it differs. */
  laterStatus?: number
  /** What a response must contain to prove anything. With `insists`, its absence is a finding, otherwise a note. */
  wants?: { what: string; holds: (body: unknown) => boolean; insists?: boolean }
  /** Reads values for later cases. Must tolerate drift anywhere in the response. */
  learns?: (body: unknown, known: Partial<V>) => Partial<V>
  /** Names of those values. With --only, they determine which other cases are needed. */
  gives?: readonly (keyof V)[]
  /** Cleanup request. Cases that write and have none never run against a live host. */
  undoneBy?: string
  /** Why this case never runs against a live host. */
  emulatorOnly?: string
}

/** Cases for every endpoint of a resource. A missing one is a compile error. */
export type CasesOf<R extends Record<string, Endpoint>> = { [K in keyof R]: readonly [Case, ...Case[]] }

export type Cases = { [R in Resource]: CasesOf<Api[R]> }
