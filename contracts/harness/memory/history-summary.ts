import { quantile } from './profile.ts'
import { type Acceptance, type EndpointRun, keyOf, type Memory, type Run } from './records.ts'

/** The worst result of an endpoint on a day. `none` means that the endpoint was not validated. */
export type DayState = 'kept' | 'additive' | 'drifted' | 'unreachable' | 'none'

export type Day = {
  /** YYYY-MM-DD in UTC. */
  on: string
  state: DayState
  /** Median response time of the day's runs in milliseconds. */
  ms: number | null
}

export type FindingHistory = {
  endpoint: string
  class: EndpointRun['findings'][number]['class']
  rule: string
  where: string
  /** ISO times of the first and last run with the finding. */
  first: string
  last: string
  runs: number
  /** Whether the latest run that validated the endpoint has the finding. */
  open: boolean
  /** The most recent acceptance, even if it has expired. */
  accepted: Acceptance | null
}

export type EndpointHistory = {
  name: string
  days: Day[]
  /** Response times in milliseconds: the median over the days shown, and the most recent one. */
  latency: { median: number; last: number } | null
  /** When the endpoint was last verified live, and the number of days since then. */
  evidence: { on: string; days: number } | null
}

export type HostHistory = {
  target: string
  runs: number
  from: string
  to: string
  outcome: string
  exitCode: number
  endpoints: EndpointHistory[]
  /** Endpoints that no run has validated. */
  neverValidated: string[]
  findings: FindingHistory[]
}

export type HistorySummary = {
  now: string
  hosts: HostHistory[]
  acceptances: Acceptance[]
}

const DAY_MS = 86_400_000

/**
 * Summarises the history by host, starting with the host of the latest run.
 * @param days number of days to show; the last one is the day of `now`
 */
export function summarizeHistory(
  { runs, accepted: acceptances }: Memory,
  { now, days, target }: { now: Date; days: number; target?: string | null },
): HistorySummary {
  const targets = [...new Set(runs.map((each) => each.target))]
  const hosts = targets
    .filter((each) => !target || each === target)
    .map((each) => {
      const own = runs.filter((run) => run.target === each).sort((a, b) => a.at.localeCompare(b.at))
      return hostHistory(each, own, { acceptances, now, days })
    })
    .sort((a, b) => b.to.localeCompare(a.to))
  return { now: now.toISOString(), hosts, acceptances }
}

type Context = {
  acceptances: readonly Acceptance[]
  now: Date
  days: number
}

function hostHistory(target: string, runs: readonly Run[], context: Context): HostHistory {
  const names = [...new Set(runs.flatMap((run) => run.endpoints.map((each) => each.name)))]
  const wasValidated = (name: string) =>
    runs.some(({ host, endpoints }) =>
      endpoints.some((each) => host === 'provider' && each.name === name && each.status !== 'skipped'),
    )
  const validated = names.filter(wasValidated)
  // If no endpoint was ever validated, shows all of them.
  const shown = validated.length > 0 ? validated : names
  const last = runs.at(-1) as Run
  return {
    target,
    runs: runs.length,
    from: (runs[0] as Run).at,
    to: last.at,
    outcome: last.outcome,
    exitCode: last.exitCode,
    endpoints: shown.map((name) => endpointHistory(name, runs, context)),
    neverValidated: names.filter((name) => !shown.includes(name)),
    findings: findingHistories(runs, context),
  }
}

function endpointHistory(name: string, runs: readonly Run[], { now, days }: Context): EndpointHistory {
  const own = runs.flatMap((run) => {
    const endpoint = run.endpoints.find((each) => each.name === name)
    return endpoint ? [{ run, endpoint }] : []
  })
  const filmstrip = Array.from({ length: days }, (_, index): Day => {
    const on = dayOf(new Date(now.getTime() - (days - 1 - index) * DAY_MS).toISOString())
    const ofDay = own.filter(({ run }) => dayOf(run.at) === on)
    const states = ofDay.map(({ run, endpoint }) => stateOf(run, endpoint))
    return { on, state: worst(states), ms: median(ofDay.flatMap(({ endpoint }) => latencyOf(endpoint))) }
  })
  const first = filmstrip[0]?.on ?? ''
  const responses = own
    .filter(({ run }) => dayOf(run.at) >= first)
    .flatMap(({ endpoint }) => latencyOf(endpoint))
  const live = own.findLast(({ endpoint }) => endpoint.live)?.run.at
  const [middle, latest] = [median(responses), responses.at(-1)]
  return {
    name,
    days: filmstrip,
    latency: middle === null || latest === undefined ? null : { median: middle, last: latest },
    evidence: live ? { on: live, days: Math.max(0, daysBetween(live, now)) } : null,
  }
}

/** Returns the response time of a run. Ignores timeouts, which measure the configured limit and not the host. */
function latencyOf({ status, ms }: EndpointRun): number[] {
  return ms === undefined || (status !== 'pass' && status !== 'drift') ? [] : [ms]
}

function stateOf({ host }: Run, { status, findings }: EndpointRun): DayState {
  if (host !== 'provider' || status === 'error') return 'unreachable'
  if (status === 'skipped') return 'none'
  const own = findings.filter((each) => !each.accepted)
  if (own.some((each) => each.class !== 'additive')) return 'drifted'
  return own.length > 0 ? 'additive' : 'kept'
}

const SEVERITY: readonly DayState[] = ['none', 'kept', 'additive', 'unreachable', 'drifted']

function worst(states: readonly DayState[]): DayState {
  return states.reduce<DayState>((a, b) => (SEVERITY.indexOf(b) > SEVERITY.indexOf(a) ? b : a), 'none')
}

function findingHistories(runs: readonly Run[], context: Context): FindingHistory[] {
  const accepted = new Map(context.acceptances.map((each) => [keyOf(each), each]))
  const found = new Map<string, FindingHistory>()
  for (const run of runs) {
    for (const { name, status, findings } of run.endpoints) {
      const isValidated = run.host === 'provider' && (status === 'pass' || status === 'drift')
      if (isValidated) for (const each of found.values()) if (each.endpoint === name) each.open = false
      for (const { class: kind, rule, where } of findings) {
        const key = keyOf({ endpoint: name, path: where, rule })
        const known = found.get(key)
        if (known) Object.assign(known, { last: run.at, runs: known.runs + 1, open: true, class: kind })
        else
          found.set(key, {
            ...{ endpoint: name, class: kind, rule, where, first: run.at, last: run.at, runs: 1, open: true },
            accepted: accepted.get(key) ?? null,
          })
      }
    }
  }
  return [...found.values()].sort(
    (a, b) =>
      Number(b.open) - Number(a.open) || b.last.localeCompare(a.last) || a.first.localeCompare(b.first),
  )
}

function dayOf(at: string): string {
  return at.slice(0, 10)
}

function daysBetween(from: string, to: Date): number {
  return Math.floor((to.getTime() - Date.parse(from)) / DAY_MS)
}

const median = (values: readonly number[]) => (values.length === 0 ? null : quantile(values, 0.5))
