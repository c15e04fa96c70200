import type { Case } from '../../cases/case.ts'
import { field, idOf, objectsOf } from '../../cases/learn-from.ts'
import type { Finding } from '../../src/schema/finding.ts'

/**
 * A case that only --staging sends, because it cannot be undone or could lock an account. All data belongs to two
 * accounts that the run registers.
 */
export type StagingStep = Omit<Case<StagingFacts>, 'as'> & {
  /** Name of the endpoint. */
  name: string
  /** The account whose token is sent. If omitted, no token is sent. */
  as?: 'account' | 'other'
  /** Checks whether a successful response shows the effects that no relation covers. */
  compare?: (body: unknown, facts: Required<StagingFacts>) => readonly Finding[]
  /** Description of the data that a successful request leaves on the host until a later step `removes` it. */
  leaves?: { what: string; text: (facts: StagingFacts) => string }
  removes?: string
}

/** Values that the run has generated or read from responses. */
export type StagingFacts = Partial<{
  /** Name of the run. All generated names contain it, so that the data can be recognised and removed. */
  run: string
  account: StagingAccount
  other: StagingAccount
  newPassword: string
  token: string
  otherToken: string
  /** The one-time code. */
  code: string
  productId: number
  price: number
  addressId: number
  otherAddressId: number
  orderId: number
  secondOrderId: number
}>

export type StagingAccount = { email: string; phone: string; password: string }

/** How messages refer to the values. */
export const NAMES_OF_FACTS: Record<keyof StagingFacts, string> = {
  run: 'the name of the run',
  account: 'the account',
  other: 'the second account',
  newPassword: 'a new password',
  token: 'a token of the registered account',
  otherToken: 'a token of the second account',
  code: 'a one-time code (PROVIDER_CODE or PROVIDER_CODE_COMMAND)',
  productId: 'a product in stock',
  price: 'the price of a product',
  addressId: 'the id of the saved address',
  otherAddressId: 'the id of the second account’s address',
  orderId: 'the id of the order',
  secondOrderId: 'the id of a second order',
}

/**
 * Declares a step.
 * @param more the other fields; `body` is short for a request with only a body
 */
export function step(
  name: string,
  title: string,
  status: number,
  more: Partial<StagingStep> & { body?: (facts: Required<StagingFacts>) => unknown } = {},
): StagingStep {
  const { body, ...fields } = more
  return { name, title, status, ...fields, ...(body ? { request: (facts) => ({ body: body(facts) }) } : {}) }
}

/** Reads an id from a field of the response. */
export function learnsId(fact: keyof StagingFacts, name: string): Pick<StagingStep, 'gives' | 'learns'> {
  return { gives: [fact], learns: (body) => asFact(fact, idOf(field(body, name))) }
}

/**
 * Reads the highest id among the matching rows of a list, unless the id is already known. Needed because public builds
 * return no id for added rows.
 */
export function learnsNewestId(
  fact: keyof StagingFacts,
  test: (row: Record<string, unknown>, facts: StagingFacts) => boolean,
): Pick<StagingStep, 'gives' | 'learns'> {
  return {
    gives: [fact],
    learns: (body, facts) => {
      const rows = objectsOf(body).filter((each) => test(each, facts))
      const ids = rows.flatMap((each) => idOf(each.id) ?? []).map(Number)
      return facts[fact] === undefined && ids.length > 0 ? asFact(fact, Math.max(...ids)) : {}
    },
  }
}

export function learnsToken(fact: 'token' | 'otherToken'): Pick<StagingStep, 'gives' | 'learns'> {
  return {
    gives: [fact],
    learns: (body) => {
      const token = field(body, 'token')
      return typeof token === 'string' && token !== '' ? { [fact]: token } : {}
    },
  }
}

function asFact(fact: keyof StagingFacts, id: string | number | null): Partial<StagingFacts> {
  return id === null ? {} : { [fact]: Number(id) }
}

/** Describes what happens to the data that a step writes. */
export function undoneBy({ leaves, removes, status }: StagingStep, steps: readonly StagingStep[]): string {
  if (removes) return `removes the ${removes}`
  if (!leaves) return status < 300 ? 'leaves no data' : 'will be rejected'
  const isRemoved = steps.some((each) => each.removes === leaves.what)
  return isRemoved ? 'removed later' : 'stays on the host'
}
