import type { Case } from '../../cases/case.ts'
import type { SideRun } from '../report/report-rows.ts'
import type { Outcome } from '../send/run-case.ts'
import { deviationsFrom, isSlow } from './deviations.ts'
import { isAddition, observe } from './observe.ts'
import { ENOUGH_RUNS, type Observation, type Observed } from './observed.ts'

/** How often an answer that came late is asked for again. */
const SLOW_TIMES = 2

const CASE: Case = { title: 'answers as it has so far', status: 200 }

/** What a run has observed at the endpoints without a finding, and where that deviates from the memory. */
export async function compareObserved(
  side: SideRun,
  memory: Observed | null,
  /** Milliseconds of a case that is sent once more. */
  again: (outcome: Outcome) => Promise<number>,
): Promise<{ run: Record<string, Observation>; deviations: Outcome[] }> {
  const run: Record<string, Observation> = {}
  const deviations: Outcome[] = []
  for (const [name, declared] of Object.entries(side.session.contracts.endpoints)) {
    const own = side.outcomes.filter(({ planned }) => planned.name === name && !planned.silent)
    const all = [...own, ...side.probes.filter(({ planned }) => planned.name === name)]
    const first = own.find(({ state, status }) => state === 'judged' && status !== undefined && status < 300)
    const seen = observe(own)
    if (!first || !seen || all.some((each) => !each.findings.every(isAddition) || each.state === 'error'))
      continue
    run[name] = seen
    const known = memory?.endpoints[name]
    for (let time = 0; known && isSlow(known, seen.ms) && time < SLOW_TIMES; time++)
      seen.ms = Math.min(seen.ms, await again(first))
    const findings = deviationsFrom(known, seen, first.planned.each.needs !== undefined)
    const note =
      memory && (known?.runs ?? 0) < ENOUGH_RUNS
        ? `observed in ${known?.runs ?? 0} of ${ENOUGH_RUNS} runs: not compared yet`
        : null
    const planned = { name, declared, each: CASE, silent: false }
    deviations.push({
      planned,
      state: 'judged',
      findings,
      curl: first.curl,
      requests: 0,
      ms: 0,
      ...(note ? { note } : {}),
    })
  }
  return { run, deviations }
}
