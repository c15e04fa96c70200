import type { CaseRequest } from '../../cases/case.ts'
import { field, idOf, objectsOf } from '../../cases/learn-from.ts'
import type { Finding } from '../../src/finding.ts'

/**
 * One step of the account and order life that --staging plays: what a live host is never sent, because it cannot be
 * taken back or could lock an account. Everything belongs to two accounts that the run registers itself.
 */
export type StagingStep = {
  /** The endpoint whose row shows its findings. */
  name: string
  title: string
  /** Who asks; `other` is the second account. */
  as: 'account' | 'other' | 'anonymous'
  /** What earlier steps must have given. */
  needs?: readonly (keyof StagingFacts)[]
  request?: (facts: Required<StagingFacts>) => CaseRequest
  /** The statuses that keep the contract, the usual one first: builds of the host refuse with different ones. */
  status: readonly [number, ...number[]]
  /** Compares a good answer with what the steps before have done. */
  judge?: (body: unknown, facts: Required<StagingFacts>) => readonly Finding[]
  learns?: (body: unknown, facts: StagingFacts) => Partial<StagingFacts>
  /** What a success leaves on the host until a later step `removes` the same. */
  leaves?: { what: string; text: (facts: StagingFacts) => string }
  removes?: string
}

/** What a run knows and has learned. */
export type StagingFacts = Partial<{
  /** Part of every name that the run invents, so that its data can be recognised and removed. */
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
  stock: number
  addressId: number
  otherAddressId: number
  orderId: number
  secondOrderId: number
}>

export type StagingAccount = { email: string; phone: string; password: string }

/** Names of what is missing, for sentences. */
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
  stock: 'the stock of a product',
  addressId: 'the id of the saved address',
  otherAddressId: 'the id of the second account’s address',
  orderId: 'the id of the order',
  secondOrderId: 'the id of a second order',
}

/** What was written and does not show, or was removed and still does. */
export function effect(where: string, expected: string, actual: string): Finding[] {
  return [{ class: 'behaviour', rule: 'effect', where, expected, actual, count: 1 }]
}

/** What one account sees of another. */
export function leak(where: string, expected: string, actual: string): Finding[] {
  return [{ class: 'behaviour', rule: 'access', where, expected, actual, count: 1 }]
}

/** The id in an answer, where it has one. */
export function givenId(body: unknown, name: string): number | undefined {
  const id = idOf(field(body, name))
  return id === null ? undefined : Number(id)
}

/** The highest id in a list whose items pass a test: public builds answer no id when something is added. */
export function newestId(
  list: unknown,
  test: (item: Record<string, unknown>) => boolean,
): number | undefined {
  const ids = objectsOf(list)
    .filter(test)
    .flatMap((each) => idOf(each.id) ?? [])
  return ids.length === 0 ? undefined : Math.max(...ids.map(Number))
}

export function holdsId(list: unknown, id: number): boolean {
  return objectsOf(list).some((each) => idOf(each.id) === String(id))
}
