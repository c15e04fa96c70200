import type { Case } from '../../cases/case.ts'
import { field, idOf, objectsOf } from '../../cases/learn-from.ts'
import type { Finding } from '../../src/schema/finding.ts'

/**
 * A case of --staging: a request that is never sent to a live host, because it cannot be undone or could lock an
 * account. All data belong to two accounts that the run registers.
 */
export type StagingStep = Omit<Case<StagingFacts>, 'as'> & {
  /** The endpoint that gets the findings. */
  name: string
  /** The account whose token is sent. Default: no token. */
  as?: 'account' | 'other'
  /** Compares a successful response with facts that no relation covers. */
  compare?: (body: unknown, facts: Required<StagingFacts>) => readonly Finding[]
  /** Data that a success leaves on the host, until a later step `removes` it. */
  leaves?: { what: string; text: (facts: StagingFacts) => string }
  removes?: string
}

/** Values that a run has invented or learned. */
export type StagingFacts = Partial<{
  /** Part of every invented name, so that the data can be recognised and removed. */
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

/** Names of values in messages. */
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
 * @param more its other fields, with `body` for a request that consists of a body only
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

/** Reads an id from a field of a response. */
export function learnsId(fact: keyof StagingFacts, name: string): Pick<StagingStep, 'gives' | 'learns'> {
  return { gives: [fact], learns: (body) => asFact(fact, idOf(field(body, name))) }
}

/**
 * Reads an id from a list unless it is known, because public builds return no id for added rows.
 * @returns the highest id of the rows that pass the test
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

/** Describes what happens to the data of a step. */
export function undoneBy({ leaves, removes, status }: StagingStep, steps: readonly StagingStep[]): string {
  if (removes) return `removes the ${removes}`
  if (!leaves) return status < 300 ? 'leaves no data' : 'it is rejected'
  const isTakenBack = steps.some((each) => each.removes === leaves.what)
  return isTakenBack ? 'removed later' : 'stays on the host'
}
