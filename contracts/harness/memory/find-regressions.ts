import type { Case } from '../../cases/case.ts'
import type { SideRun } from '../report/report-rows.ts'
import type { Outcome } from '../send/run-case.ts'
import { ENOUGH_RUNS, isAddition, profileRun, type RunProfile } from './profile.ts'
import type { Memory } from './records.ts'
import { isSlow, regressionsOf } from './regressions.ts'

/** How often an answer that came late is asked for again. */
const SLOW_TIMES = 2

const CASE: Case = { title: 'answers as it has so far', status: 200 }

/**
 * Compares the endpoints without a finding with the profiles of earlier runs.
 * @returns the profiles of this run, and an outcome per endpoint with its regressions
 */
export async function findRegressions(
  side: SideRun,
  profiles: Memory['profiles'] | null,
  /** Milliseconds of a case that is sent once more. */
  again: (outcome: Outcome) => Promise<number>,
): Promise<{ run: Record<string, RunProfile>; regressions: Outcome[] }> {
  const run: Record<string, RunProfile> = {}
  const regressions: Outcome[] = []
  for (const [name, declared] of Object.entries(side.session.contracts.endpoints)) {
    const own = side.outcomes.filter(({ planned }) => planned.name === name && !planned.silent)
    const all = [...own, ...side.probes.filter(({ planned }) => planned.name === name)]
    const first = own.find(({ state, status }) => state === 'judged' && status !== undefined && status < 300)
    const seen = profileRun(own)
    if (!first || !seen || all.some((each) => !each.findings.every(isAddition) || each.state === 'error'))
      continue
    run[name] = seen
    const known = profiles?.[name]
    for (let time = 0; known && isSlow(known, seen.ms) && time < SLOW_TIMES; time++)
      seen.ms = Math.min(seen.ms, await again(first))
    const findings = regressionsOf(known, seen, first.planned.each.needs !== undefined)
    const note =
      profiles && (known?.runs ?? 0) < ENOUGH_RUNS
        ? `observed in ${known?.runs ?? 0} of ${ENOUGH_RUNS} runs: not compared yet`
        : null
    const planned = { name, declared, each: CASE, silent: false }
    regressions.push({
      planned,
      state: 'judged',
      findings,
      curl: first.curl,
      requests: 0,
      ms: 0,
      ...(note ? { note } : {}),
    })
  }
  return { run, regressions }
}
