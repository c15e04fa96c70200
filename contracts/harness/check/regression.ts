import { type Finding, findingAt, type ObservedValues } from '../../src/schema/finding.ts'
import type { Rule } from '../../src/schema/rules.ts'
import type { FieldProfile } from './field-profile.ts'
import { MIN_RUNS, type Profile, type RunProfile } from './profile.ts'

/** Minimum growth of a body, in bytes, that is reported. */
const MIN_GROWTH_BYTES = 100_000
/** Minimum additional response time, in milliseconds, that is reported. Users do not notice a shorter delay. */
const MIN_DELAY_MS = 500
/** Minimum number of objects before a missing value is reported. In fewer objects, it may be missing by chance. */
const MIN_OBJECTS = 5
/** Minimum length of a list that is expected not to be empty. A shorter list may become empty by chance. */
const MIN_LENGTH = 3
/** The number of items from which on a field that is missing in all of them is not chance. */
const MIN_ITEMS = 3

export type RegressionRule = Extract<Rule, `observed-${string}`>
type Difference = [expected: string, actual: string, observed?: ObservedValues]
/** The rules of regressions, without their prefix. */
type RegressionName = RegressionRule extends `observed-${infer Name}` ? Name : never

/**
 * Compares a run with the profile of earlier runs.
 * @param usesEarlierValue whether the request contains a value from an earlier response. Each run may then request a
 * different row, so values are not compared.
 */
export function regressionsOf(
  earlier: Profile | undefined,
  current: RunProfile,
  usesEarlierValue: boolean,
): Finding[] {
  if (!earlier || earlier.runs < MIN_RUNS) return []
  const findings: Finding[] = []
  const add = (rule: RegressionName, where: string, ...[expected, actual, observed]: Difference) =>
    findings.push({
      ...findingAt(`observed-${rule}`, where, expected, actual),
      ...(observed ? { observed } : {}),
    })

  const statuses = current.statuses.filter((status) => !earlier.statuses.includes(status))
  if (statuses.length > 0)
    add('status', '$status', earlier.statuses.join(' or '), statuses.join(' or '), { statuses })
  for (const name of earlier.headers)
    if (!current.headers.includes(name))
      add('header', `$headers.${name}`, 'the header, as in every earlier run', 'missing')
  if (current.bytes > earlier.bytes * 10 && current.bytes - earlier.bytes > MIN_GROWTH_BYTES)
    add('size', '$', `at most ${earlier.bytes} bytes, as in every earlier run`, `${current.bytes} bytes`, {
      bytes: current.bytes,
    })
  if (isSlow(earlier, current.ms))
    add(
      'slow',
      '$time',
      `about ${earlier.latency.p95} ms (95th percentile of earlier runs)`,
      `${current.ms} ms`,
      { ms: current.ms },
    )
  for (const [path, field] of Object.entries(earlier.fields)) {
    const now = current.fields[path]
    if (now) addChanges(field, now, path, usesEarlierValue, (rule, ...values) => add(rule, path, ...values))
  }
  return findings
}

/** Whether a response took more than three times the 95th percentile of earlier runs. */
function isSlow(earlier: Profile, ms: number): boolean {
  return ms > earlier.latency.p95 * 3 && ms - earlier.latency.p95 > MIN_DELAY_MS
}

function hasBecomeEmpty(earlier: FieldProfile, now: FieldProfile): boolean {
  return (earlier.length?.least ?? 0) >= MIN_LENGTH && now.length?.least === 0 && now.length.most === 0
}

function addChanges(
  earlier: FieldProfile,
  now: FieldProfile,
  path: string,
  usesEarlierValue: boolean,
  add: (rule: RegressionName, ...difference: Difference) => void,
): void {
  const isEnough = now.places >= MIN_ITEMS || !path.includes('[]')
  if (earlier.present === 'always' && now.present === 'never' && isEnough)
    add('missing', 'the field, as in every earlier run', 'missing')
  if (usesEarlierValue || earlier.present === 'never' || now.present === 'never') return
  if (earlier.null === 'never' && now.null === 'always' && isEnough) {
    add('null', 'a value, as in every earlier run', 'null')
    return
  }
  // Reports a change only if no item has the earlier type, because a single item of a different type is normal, such
  // as an id in a different format.
  const isReplaced = (before: readonly string[], after: readonly string[]) =>
    before.length > 0 && after.length > 0 && !after.some((kind) => before.includes(kind)) && isEnough
  if (isReplaced(earlier.types, now.types)) {
    add('type', earlier.types.join(' or '), now.types.join(' or '), { types: now.types })
    return
  }
  if (hasBecomeEmpty(earlier, now)) add('empty', 'items, as in every earlier run', 'empty array')
  if (earlier.newestFirst === true && now.newestFirst === false)
    add('order', 'newest first, as in every earlier run', 'a different order')
  const lostValues = (earlier.steady ?? []).filter((value) => !now.values?.includes(value))
  if (lostValues.length > 0 && now.places >= MIN_OBJECTS) {
    const expected = `${lostValues.join(' and ')} among its values, as in every earlier run`
    add('value', expected, 'other values only', { lostValues })
  }
  const { forms: [form, ...otherForms] = [] } = earlier
  const { forms = [] } = now
  if (form !== undefined && form !== 'other' && otherForms.length === 0 && isReplaced([form], forms))
    add('form', `string in ${form} format`, `string in ${forms.join(' or ')} format`)
}

/** Whether a finding is a regression, which the contract allows but which differs from earlier runs. */
export function isRegression<F extends { rule: string }>(
  finding: F,
): finding is F & { rule: RegressionRule } {
  return finding.rule.startsWith('observed-')
}
