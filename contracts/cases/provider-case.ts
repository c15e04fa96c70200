import type { Api, Resource } from '../src/api.ts'
import type { Case } from '../src/case.ts'
import type { Endpoint } from '../src/endpoint.ts'

/**
 * Values from earlier responses. Ids and names are never guessed. Lists contain several candidates, the most likely
 * first, so that one drifted response does not break later cases.
 */
export type ProviderValues = Partial<{
  /** A product that can be ordered. */
  productId: number
  productIds: readonly string[]
  /** Categories that have products, and categories that have children. */
  categoryIds: readonly string[]
  parentIds: readonly string[]
  /** Words from product names. */
  words: readonly string[]
  productFiles: readonly string[]
  /** Those whose URL is not a placeholder. */
  existingFiles: readonly string[]
  bannerFiles: readonly string[]
  /** A product that is not on the customer's wishlist yet. */
  wishProductId: number
  /** The address that an earlier case saved. */
  addressId: number
  customerId: number
  email: string
  password: string
}>

export type ProviderCase = Case<ProviderValues>

/** The reason for cases that only emulators are sent. A probe must send a request with the same path and parameters. */
export const PROBED_INSTEAD = 'live hosts are sent a probe instead'

/** A case for endpoints that require a token. */
export const INVALID_TOKEN: ProviderCase = {
  title: 'returns 401 for an invalid token',
  as: 'invalid-token',
  status: 401,
  emulatorOnly: 'a live host is not probed with invented tokens',
}

/** Cases for every endpoint of a resource. An endpoint without a case is a compile error. */
export type CasesOf<R extends Record<string, Endpoint>> = {
  [K in keyof R]: readonly [ProviderCase, ...ProviderCase[]]
}

export type Cases = { [R in Resource]: CasesOf<Api[R]> }
