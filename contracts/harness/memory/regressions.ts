import type { Case } from '../../cases/case.ts'
import { type Finding, isUndeclared } from '../../src/schema/finding.ts'
import type { SideRun } from '../report/report-rows.ts'
import type { Outcome } from '../send/run-case.ts'
import { ENOUGH_RUNS, profileRun, type RunProfile } from './profile.ts'
import type { FieldProfile, Memory, Profile } from './records.ts'

/** Minimum growth of a body, in bytes, that is reported. */
const LEAST_GROWTH_BYTES = 100_000
/** Minimum additional response time, in milliseconds, that is reported. Shoppers do not notice a shorter delay. */
const LEAST_DELAY_MS = 500
/** Minimum number of objects before a missing value is reported. In fewer objects, it may be missing by chance. */
const MIN_PLACES = 5
/** Minimum length of a list that is expected not to be empty. A shorter list may become empty by chance. */
const MIN_LENGTH = 3

/**
 * Compares a run with the profile of earlier runs.
 * @param isChosen whether the request contains a value from an earlier response. Each run may then request a different
 * product, so values are not compared.
 */
export function regressionsOf(known: Profile | undefined, current: RunProfile, isChosen: boolean): Finding[] {
  if (!known || known.runs < ENOUGH_RUNS) return []
  const found: Finding[] = []
  const add = (rule: string, where: string, expected: string, actual: string) =>
    found.push({ class: 'behaviour', rule: `observed-${rule}`, where, expected, actual, count: 1 })

  for (const status of current.statuses)
    if (!known.statuses.includes(status))
      add('status', '$status', known.statuses.join(' or '), String(status))
  for (const name of known.headers)
    if (!current.headers.includes(name))
      add('header', `$headers.${name}`, 'the header, as in every earlier run', 'missing')
  if (current.bytes > known.bytes * 10 && current.bytes - known.bytes > LEAST_GROWTH_BYTES)
    add('size', '$', `at most ${known.bytes} bytes, as in every earlier run`, `${current.bytes} bytes`)
  if (isSlow(known, current.ms))
    add(
      'slow',
      '$time',
      `about ${known.latency.p95} ms (95th percentile of earlier runs)`,
      `${current.ms} ms`,
    )
  for (const [path, field] of Object.entries(known.fields)) {
    const now = current.fields[path]
    if (!now) continue
    for (const [rule, expected, actual] of changesOf(field, now, path, isChosen))
      add(rule, path, expected, actual)
  }
  return found
}

/** Whether a response took more than three times the 95th percentile of earlier runs. */
export function isSlow(known: Profile, ms: number): boolean {
  return known.runs >= ENOUGH_RUNS && ms > known.latency.p95 * 3 && ms - known.latency.p95 > LEAST_DELAY_MS
}

function becameEmpty(known: FieldProfile, now: FieldProfile): boolean {
  return (known.length?.least ?? 0) >= MIN_LENGTH && now.length?.least === 0 && now.length.most === 0
}

function changesOf(
  known: FieldProfile,
  now: FieldProfile,
  path: string,
  isChosen: boolean,
): [rule: string, expected: string, actual: string][] {
  const changes: [string, string, string][] = []
  // If a list has only one or two items, they may differ by chance.
  const isEnough = (places: number) => places >= 3 || !path.includes('[]')
  if (known.present === 'always' && now.present === 'never' && isEnough(now.places))
    return [['missing', 'the field, as in every earlier run', 'missing']]
  if (isChosen || known.present === 'never' || now.present === 'never') return []
  if (known.null === 'never' && now.null === 'always' && isEnough(now.places))
    return [['null', 'a value, as in every earlier run', 'null']]
  // Reports a change only if no item has the earlier type, because a single item of a different type is normal, such
  // as a bookmark among books.
  const isOtherType =
    known.types.length > 0 && now.types.length > 0 && !now.types.some((each) => known.types.includes(each))
  if (isOtherType && isEnough(now.places)) return [['type', known.types.join(' or '), now.types.join(' or ')]]
  if (becameEmpty(known, now)) changes.push(['empty', 'items, as in every earlier run', 'empty array'])
  if (known.newestFirst === true && now.newestFirst === false)
    changes.push(['order', 'newest first, as in every earlier run', 'a different order'])
  const gone = (known.steady ?? []).filter((each) => !now.values?.includes(each))
  if (gone.length > 0 && now.places >= MIN_PLACES)
    changes.push([
      'value',
      `${gone.join(' and ')} among its values, as in every earlier run`,
      'other values only',
    ])
  const [form] = known.forms ?? []
  const isOneForm = known.forms?.length === 1 && form !== 'other'
  if (
    isOneForm &&
    now.forms &&
    now.forms.length > 0 &&
    !now.forms.includes(form as string) &&
    isEnough(now.places)
  )
    changes.push(['form', `string in ${form} format`, `string in ${now.forms.join(' or ')} format`])
  return changes
}

/** Number of repeated requests that must also be slow before a slow response is reported. */
const SLOW_TIMES = 2

const CASE: Case = { title: 'responds as in earlier runs', status: 200 }

/**
 * Compares endpoints without findings with the profiles of earlier runs.
 * @param again repeats a case and returns its response time in milliseconds
 * @returns the profiles of this run, and an outcome with regressions for each endpoint
 */
export async function findRegressions(
  side: SideRun,
  profiles: Memory['profiles'] | null,
  again: (outcome: Outcome) => Promise<number>,
): Promise<{ run: Record<string, RunProfile>; regressions: Outcome[] }> {
  const run: Record<string, RunProfile> = {}
  const regressions: Outcome[] = []
  for (const [name, declared] of Object.entries(side.session.contracts.endpoints)) {
    const own = side.outcomes.filter(({ planned }) => planned.name === name && !planned.silent)
    const all = [...own, ...side.probes.filter(({ planned }) => planned.name === name)]
    const first = own.find(
      ({ state, status }) => state === 'validated' && status !== undefined && status < 300,
    )
    const current = profileRun(own)
    if (
      !first ||
      !current ||
      all.some((each) => !each.findings.every(isUndeclared) || each.state === 'error')
    )
      continue
    run[name] = current
    const known = profiles?.[name]
    for (let time = 0; known && isSlow(known, current.ms) && time < SLOW_TIMES; time++)
      current.ms = Math.min(current.ms, await again(first))
    const findings = regressionsOf(known, current, first.planned.each.needs !== undefined)
    const note =
      profiles && (known?.runs ?? 0) < ENOUGH_RUNS
        ? `profile of ${known?.runs ?? 0} runs; comparison starts after ${ENOUGH_RUNS}`
        : null
    const planned = { name, declared, each: CASE, silent: false }
    regressions.push({
      planned,
      state: 'validated',
      findings,
      curl: first.curl,
      requests: 0,
      ms: 0,
      ...(note ? { note } : {}),
    })
  }
  return { run, regressions }
}
