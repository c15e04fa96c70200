import type { Api, Resource } from '../src/api.ts'
import type { CaseRequest, Endpoint } from '../src/endpoint.ts'

/**
 * What earlier answers have given: ids and names are taken from the host, never guessed.
 * A list holds candidates, the likeliest first: an answer with drift in it must not spoil the cases after it.
 */
export type Known = Partial<{
  /** A product that can be ordered. */
  productId: number
  productIds: readonly string[]
  /** Categories that have products, and categories that have children. */
  categoryIds: readonly string[]
  parentIds: readonly string[]
  /** Words out of product names. */
  words: readonly string[]
  productFiles: readonly string[]
  bannerFiles: readonly string[]
  /** A product that is not on the customer's wish-list yet. */
  wishProductId: number
  /** The address that the cases have saved. */
  addressId: number
  customerId: number
  email: string
  password: string
}>

/** Who calls: without a token, as the test customer, or with a token that the host has not issued. */
export type Caller = 'anonymous' | 'customer' | 'invalid-token'

/** One example request with the status that the host answers; the body is compared with that status' schema. */
/** @typeParam V the values that cases hand on to later ones */
export type Case<V = Known> = {
  /** A plain sentence in the present tense. */
  title: string
  as?: Caller
  /** Things that must be known before; without them the case cannot be asked and is skipped with that reason. */
  needs?: readonly (keyof V)[]
  /** Several requests are alternatives: the next is asked when an answer does not contain what the case `wants`. */
  request?: CaseRequest | ((known: Required<V>) => CaseRequest | readonly CaseRequest[])
  status: number
  /** Further statuses that keep the contract, because builds of the host differ. Used by --staging only. */
  orStatus?: readonly number[]
  /** What the 7.4 build of the host answers, where it differs. */
  laterStatus?: number
  /** What an answer must contain to prove anything; `insists` makes its absence a finding and not only a note. */
  wants?: { what: string; holds: (body: unknown) => boolean; insists?: boolean }
  /** Reads values for later cases from its answer, however wrong the rest of the answer is. */
  learns?: (body: unknown, known: Partial<V>) => Partial<V>
  /** The names of those values, so that a run of a few cases knows which others it needs. */
  gives?: readonly (keyof V)[]
  /** How a writing case is undone; one that cannot be undone is never asked of a live host. */
  undoneBy?: string
  /** Why it is never asked of a live host. */
  emulatorOnly?: string
}

/** Cases for every endpoint of a resource; one missing is a compile error. */
export type CasesOf<R extends Record<string, Endpoint>> = { [K in keyof R]: readonly [Case, ...Case[]] }

export type Cases = { [R in Resource]: CasesOf<Api[R]> }
