import type { Api, Resource } from '../src/api.ts'
import type { Endpoint } from '../src/endpoint.ts'

/** What earlier answers have given: ids and names are taken from the host, never guessed. */
export type Known = Partial<{
  productId: number
  categoryId: number
  addressId: number
  customerId: number
  email: string
  password: string
}>

/** Who calls: nobody, the test customer, or somebody with a token that is none. */
export type Caller = 'anonymous' | 'customer' | 'impostor'

export type CaseRequest = {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** One example request with the status that the host answers; the body is held against that status' schema. */
export type Case = {
  /** A plain sentence in the present tense. */
  title: string
  as?: Caller
  /** Things that must be known before; without them the case cannot be asked and is skipped with that reason. */
  needs?: readonly (keyof Known)[]
  request?: CaseRequest | ((known: Required<Known>) => CaseRequest)
  status: number
  /** What the 7.4 build of the host answers, where it differs. */
  laterStatus?: number
  /** What its answer teaches for the cases after it. */
  learns?: (body: unknown) => Known
  /** Never asked of a live host although it only reads or refuses; the reason is told. */
  emulatorOnly?: string
}

/** Cases for every endpoint of a resource; one missing is a compile error. */
export type CasesOf<R extends Record<string, Endpoint>> = { [K in keyof R]: readonly [Case, ...Case[]] }

export type Cases = { [R in Resource]: CasesOf<Api[R]> }
