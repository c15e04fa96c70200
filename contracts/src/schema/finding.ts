import { type Rule, TYPE_KEEPING_RULES } from './rules.ts'

/**
 * Class of a finding. `breaking`: a client may fail. `behaviour`: a different status, header, access rule or
 * response time, or a new enum value. `additive`: an undeclared field, which tolerant clients ignore.
 */
export type FindingClass = 'breaking' | 'behaviour' | 'additive'

/**
 * A mismatch between a response and its contract. `where` is a JSON path with `[]` for list items, so a mismatch in
 * several items is one finding with a count. `$status` stands for the HTTP status.
 */
export type Finding = {
  class: FindingClass
  /** Stable identifier of the mismatch. Baselines use it as a key. */
  rule: Rule
  where: string
  expected: string
  actual: string
  /** The observed values of a regression, which `accept` adds to the profile or removes from it. */
  observed?: ObservedValues | undefined
  count: number
  /** Number of affected responses, if the request was sent several times. */
  responses?: { with: number; of: number } | undefined
  /** Shape of the first mismatch: types and length classes, never values. */
  sample?: unknown
}

/** The values of a regression, one by rule. `lostValues` are the values of the profile that no longer occur. */
export type ObservedValues = {
  statuses?: number[] | undefined
  bytes?: number | undefined
  ms?: number | undefined
  types?: string[] | undefined
  lostValues?: string[] | undefined
}

/** Returns a finding that occurred once. */
export function findingAt(
  rule: Rule,
  where: string,
  expected: string,
  actual: string,
  findingClass: FindingClass = 'behaviour',
): Finding {
  return { class: findingClass, rule, where, expected, actual, count: 1 }
}

/** Formats a finding: `$.products[].price: expected number, got string (3 times)`. */
export function describeFinding(finding: Pick<Finding, 'where' | 'expected' | 'actual' | 'count'>): string {
  const times = finding.count > 1 ? ` (${finding.count} times)` : ''
  return `${finding.where}: expected ${finding.expected}, got ${finding.actual}${times}`
}

/** Returns a key that identifies a finding among those of its endpoint. */
export const findingKey = ({ rule, where }: Pick<Finding, 'rule' | 'where'>): string => `${rule} ${where}`

/**
 * Whether declared fields have their declared types in spite of a finding, which reports an undeclared field, an
 * undeclared enum value, or a value outside its bounds.
 */
export function keepsTypes(finding: Pick<Finding, 'class' | 'rule'>): boolean {
  return finding.class === 'additive' || TYPE_KEEPING_RULES.has(finding.rule)
}

/** Whether a finding is about the whole response (status, header, time, whole body), not about a field in the body. */
export function isWholeResponse(where: string): boolean {
  return where === '$' || /^\$(status|headers|redirect|time|connection)\b/.test(where)
}

/** Whether a finding leaves the body of the response intact. */
export function leavesBodyIntact(where: string): boolean {
  return /^\$(headers|time)\b/.test(where)
}

/** Joins `string` and `null` into `string or null`, because each path is reported once for all items. */
export function joinKinds(joined: string, more: string): string {
  const kinds = joined.split(' or ')
  return kinds.includes(more) || kinds.length >= 4 ? joined : `${joined} or ${more}`
}
