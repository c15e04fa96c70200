import { pluralize } from '../../src/command-line/pluralize.ts'
import type { Contracts } from '../../src/contracts.ts'
import type { Endpoint } from '../../src/endpoint.ts'
import { isPlainObject } from '../../src/schema/describe-value.ts'
import { type Finding, isWholeResponse, keepsTypes, leavesBodyIntact } from '../../src/schema/finding.ts'
import { parsePath, valuesAt } from '../../src/schema/json-path.ts'
import { isFieldRule } from '../../src/schema/rules.ts'
import type { HostState } from '../check/host-state.ts'
import type { CheckResult } from '../check-result.ts'
import { explainSkippedEndpoint, type PlanOptions } from '../plan.ts'
import { describeCredentials, type HostAccess } from '../send/host-access.ts'
import type { Interruption } from './exit-code.ts'
import { reportResponse } from './finding-response.ts'
import type { EndpointReport, LastVerified, Report, ReportedFinding, Verdict } from './report.ts'
import { counterpartOf, findSameCase, verdictOf } from './verdict.ts'

/** The result of a run or a recording, from which the rows are built. */
export type RunResult = {
  /** The results with the host, and those with the emulator if both were compared. */
  targetResults: readonly CheckResult[]
  emulatorResults: readonly CheckResult[] | null
  /** How the emulator failed during the comparison, or null. */
  emulatorFailure: string | null
  state: HostState
  contracts: Contracts
  access: HostAccess
  /** Response profiles of earlier runs. */
  profiles: Readonly<Record<string, unknown>>
  /** The signal that interrupted the run, if any. */
  interruption: Interruption | null
  /** An earlier report for the same host, from which the age of evidence is computed. */
  previous: Report | null
  /** Null for a recording. */
  planOptions: PlanOptions | null
  now: Date
}

/** Whether the responses were recorded earlier, so that nothing was planned or sent. */
export const isRecording = ({ planOptions }: RunResult) => planOptions === null

/** The row of an endpoint, and whether this run validated a successful response. */
export type Row = {
  report: EndpointReport
  isVerified: boolean
  /** Whether the run made the check that reports a rule at a path. */
  hasChecked: (rule: string, path: string) => boolean
}

export function reportEndpoint(name: string, endpoint: Endpoint, run: RunResult): Row {
  const results = run.targetResults.filter((result) => result.name === name && !result.isUnreported)
  const cases = results.filter(({ kind }) => kind === 'case')
  const compared = run.emulatorResults?.filter((result) => result.name === name) ?? []
  const reportFindingsOf = (some: readonly CheckResult[]) =>
    some.flatMap((result) =>
      reportFindings(result, (finding) =>
        run.access.isEmulator
          ? 'emulator drifted'
          : verdictOf(finding, counterpartOf(result, compared), 'provider'),
      ),
    )
  const isAssumed = ({ testCase }: CheckResult) => testCase.assumed !== undefined && !run.access.isEmulator
  const findings = reportFindingsOf(results.filter((result) => !isAssumed(result)))
  const emulator = compared
    .filter(({ kind }) => kind === 'case')
    .flatMap((result) => reportEmulatorFindings(result, findSameCase(result, cases)))
  const completed = cases.filter(({ state }) => state === 'completed')
  const isVerified = completed.some(isExpectedSuccess)
  const conclusive = completed.filter(isConclusive)
  return {
    isVerified,
    hasChecked: (rule, path) => hasChecked(rule, path, results, run),
    report: {
      name,
      method: endpoint.method,
      path: endpoint.path,
      evidence: findLastVerified(name, endpoint, isVerified, run),
      accepted: [],
      findings,
      assumptions: reportFindingsOf(results.filter(isAssumed)),
      emulator,
      ...statusOf(name, endpoint, { results, cases, conclusive, findings }, run),
      pages: [...(run.contracts.pagesByEndpoint?.[name] ?? [])],
      notes: notesOf(results, conclusive),
      leftOut: leftOutOf(results).length,
      requests: sum(results.map(({ requests }) => requests)),
      ms: sum(results.map(({ ms }) => ms)),
    },
  }
}

/** The results of an endpoint. `conclusive`: the completed cases that show more than the access rule. */
type RowResults = {
  results: readonly CheckResult[]
  cases: readonly CheckResult[]
  conclusive: readonly CheckResult[]
  findings: readonly ReportedFinding[]
}

function statusOf(
  name: string,
  endpoint: Endpoint,
  { results, cases, conclusive, findings }: RowResults,
  run: RunResult,
): Pick<EndpointReport, 'status' | 'reason'> {
  if (findings.length > 0) return { status: 'drift' }
  const failed = results.find(({ state }) => state === 'error')
  if (failed) return { status: 'error', reason: failed.reason ?? '' }
  if (conclusive.length > 0) return { status: 'pass' }
  const missingAccount = explainMissingAccount(name, endpoint, run)
  if (missingAccount !== null) return { status: 'error', reason: missingAccount }
  return { status: 'skipped', reason: explainSkip(name, cases, run) }
}

function hasChecked(rule: string, path: string, results: readonly CheckResult[], run: RunResult): boolean {
  // A field cannot be checked while its list is empty or its object is null.
  const isReachable = results.some(
    ({ state, response }) =>
      state === 'completed' && response !== undefined && hasObjectsAt(response.body, path),
  )
  const isComplete = (kinds: readonly CheckResult['kind'][]) =>
    results.every(({ kind, state }) => !kinds.includes(kind) || state === 'completed')
  if (!isReachable) return false
  if (isFieldRule(rule)) return true
  if (rule.startsWith('observed-'))
    return results.some(({ kind, state }) => kind === 'regression' && state === 'completed')
  if (rule === 'relation') return isComplete(['relation'])
  // A recording contains no probes, and not every case.
  return !isRecording(run) && isComplete(['case', 'probe'])
}

/** Whether a body contains the objects or the list items of a path. True for paths outside the body. */
function hasObjectsAt(body: unknown, path: string): boolean {
  if (isWholeResponse(path)) return true
  const steps = parsePath(path)
  const last = steps.at(-1)
  if (last && 'each' in last) return valuesAt(body, steps).length > 0
  return valuesAt(body, steps.slice(0, -1)).some(isPlainObject)
}

/**
 * Whether a response is the expected success, at least as a whole: a list with a drifted field, but not an error
 * page.
 */
const isExpectedSuccess = ({ testCase, findings }: CheckResult) =>
  testCase.status < 300 &&
  findings.every(
    (finding) => keepsTypes(finding) || !isWholeResponse(finding.where) || leavesBodyIntact(finding.where),
  )

/** Whether a response shows more than the access rule, unlike a 401 without a token. */
const isConclusive = ({ testCase }: CheckResult) => testCase.status !== 401

function explainSkip(
  name: string,
  cases: readonly CheckResult[],
  { contracts, planOptions }: RunResult,
): string {
  const reason =
    cases.find(({ state }) => state === 'skipped')?.reason ??
    (planOptions ? explainSkippedEndpoint(contracts, name, planOptions) : 'not in the recording')
  const isAccessVerified = cases.some((each) => each.state === 'completed' && !isConclusive(each))
  return isAccessVerified ? `${reason}; 401 without a token was verified` : reason
}

type LeftOut = { title: string; reason: string }

/** Returns the checks that were not made although the responses contain what they need. */
function leftOutOf(results: readonly CheckResult[]): LeftOut[] {
  return results.flatMap(({ isLeftOut, testCase, reason = '' }) =>
    isLeftOut ? { title: testCase.title, reason } : [],
  )
}

/** Returns remarks about an endpoint's results. @param conclusive those that are not only about the access rule */
function notesOf(results: readonly CheckResult[], conclusive: readonly CheckResult[]): string[] {
  const cases = results.filter(({ kind }) => kind === 'case')
  const notes = cases.flatMap(({ note, state, reason, testCase, isLeftOut }) =>
    note
      ? [note]
      : state === 'skipped' && !isLeftOut && conclusive.length > 0
        ? [`${testCase.title}: ${reason}`]
        : [],
  )
  const leftOut = leftOutOf(results)
  for (const reason of new Set(leftOut.map((check) => check.reason))) {
    const titles = leftOut.flatMap((check) => (check.reason === reason ? check.title : []))
    notes.push(`not checked: ${titles.join('; ')} (${reason})`)
  }
  notes.push(...results.flatMap(({ kind, note }) => (kind !== 'case' && note ? [note] : [])))
  if (conclusive.length > 0 && !conclusive.some(({ testCase }) => testCase.status < 300))
    notes.push('only error responses were checked')
  return [...new Set(notes)]
}

/** Returns why an endpoint that was validated in earlier runs could not be checked without an account. */
function explainMissingAccount(name: string, { auth }: Endpoint, run: RunResult) {
  const { access, profiles, interruption } = run
  const isMissing = auth === 'bearer' && Object.hasOwn(profiles, name) && interruption === null
  if (!isMissing || isRecording(run) || access.isEmulator) return null
  return `not checked, although the baseline contains its profile: ${describeCredentials(access.credentials)}`
}

const DAY_MS = 86_400_000
const dayOf = (time: number) => Math.floor(time / DAY_MS)

/**
 * Returns how recently an endpoint was verified on a live host. A run against the emulator is not evidence about the
 * host.
 */
function findLastVerified(
  name: string,
  { evidence }: Endpoint,
  isVerified: boolean,
  run: RunResult,
): LastVerified {
  const { now, access, state, emulatorResults, previous } = run
  if (isVerified && !access.isEmulator && state.kind === 'usable') {
    const on = now.toISOString()
    return {
      kind: 'live',
      on,
      days: 0,
      text: isRecording(run) ? `recorded on ${on.slice(0, 10)}` : 'verified live now',
    }
  }
  const reports = previous?.target === access.origin ? previous.endpoints : []
  const [on] = [
    ...reports.filter((report) => report.name === name).map((report) => report.evidence.on ?? ''),
    evidence.kind === 'observed' ? evidence.on : '',
  ]
    .filter((date) => !Number.isNaN(Date.parse(date)))
    .sort()
    .reverse()
  if (on) {
    // Compares dates in UTC, because a run of yesterday may be less than 24 hours old.
    const days = Math.max(0, dayOf(now.getTime()) - dayOf(Date.parse(on)))
    const text = days === 0 ? 'verified live earlier today' : `${pluralize(days, 'day')} ago`
    return { kind: 'earlier', on, days, text }
  }
  return access.isEmulator || emulatorResults
    ? { kind: 'emulator', text: 'emulator only' }
    : { kind: 'never', text: 'never' }
}

function reportFindings(result: CheckResult, verdict: (finding: Finding) => Verdict): ReportedFinding[] {
  return result.findings.map(({ sample, ...finding }) => {
    const response = reportResponse(result, finding)
    return {
      ...finding,
      verdict: verdict(finding),
      case: result.testCase.title,
      curl: result.curl,
      ...(sample === undefined ? {} : { sample }),
      ...(response ? { response } : {}),
    }
  })
}

/** Returns the emulator's findings, except those that the target has too. */
function reportEmulatorFindings(
  result: CheckResult,
  counterpart: CheckResult | undefined,
): ReportedFinding[] {
  const isShared = ({ rule, where }: Finding) =>
    counterpart?.findings.some((finding) => finding.rule === rule && finding.where === where)
  const findings = result.findings.filter((finding) => !isShared(finding))
  return reportFindings({ ...result, findings }, (finding) => verdictOf(finding, counterpart, 'emulator'))
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
