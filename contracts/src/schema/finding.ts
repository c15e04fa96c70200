/**
 * How much a finding can hurt. `breaking`: a client could break. `behaviour`: status, headers, access, timing.
 * `additive`: a field or a value that is not declared; a tolerant client does not notice it.
 */
export type FindingClass = 'breaking' | 'behaviour' | 'additive'

/**
 * One mismatch between what a host sent and its contract. `where` is a JSON path with `[]` for list items, so that a
 * mismatch in every element of a list is one finding with a count. `$status` means the status.
 */
export type Finding = {
  class: FindingClass
  /** A stable name of what is wrong: baselines are keyed by it, never by a text. */
  rule: string
  where: string
  expected: string
  actual: string
  count: number
  /** In how many answers to the same request it was, where that was sent more than once. */
  answers?: { with: number; of: number } | undefined
  /** The shape of the first wrong value: types and length classes, never the value itself. */
  sample?: unknown
}

/** `$.products[].price: expected number, got string (3 times)`. */
export function describeFinding(finding: Pick<Finding, 'where' | 'expected' | 'actual' | 'count'>): string {
  const times = finding.count > 1 ? ` (${finding.count} times)` : ''
  return `${finding.where}: expected ${finding.expected}, got ${finding.actual}${times}`
}

/** Whether a finding only reports an undeclared field or value. All declared fields are then as declared. */
export function isUndeclared(finding: Pick<Finding, 'class' | 'rule'>): boolean {
  return finding.class === 'additive' || finding.rule === 'enum-value'
}

/** Whether a place is a whole answer (its status, a header, its time, all of its body) and not a field in the body. */
export function isWholeAnswer(where: string): boolean {
  return where === '$' || /^\$(status|headers|redirect|time|connection)\b/.test(where)
}

/** Joins `string` and `null` into `string or null`, because a path is reported once for all elements. */
export function joinKinds(known: string, more: string): string {
  const kinds = known.split(' or ')
  return kinds.includes(more) || kinds.length >= 4 ? known : `${known} or ${more}`
}
