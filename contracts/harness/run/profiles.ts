import type { Finding } from '../../src/schema/finding.ts'
import { MIN_RUNS, type Profile, profileRun, type RunProfile, selectComparable } from '../check/profile.ts'
import { regressionsOf } from '../check/regression.ts'
import { checkCaseResult } from '../check/response.ts'
import { type CheckResult, emptyResult, leaveOut } from '../check-result.ts'
import type { Host } from '../send/host.ts'
import { ATTEMPTS, sendAgain } from '../send/send-case.ts'
import { combineAttempts, isRepeatable } from './attempts.ts'

const TITLE = 'responds as in earlier runs'

/**
 * Maximum number of endpoints whose reads are repeated. A regression of another endpoint counts if one with the same
 * rule was confirmed.
 */
const MAX_REPEATED_ENDPOINTS = 8

/** The number of endpoints whose reads were repeated, and the rules of the regressions that this confirmed. */
type Repetitions = { endpointCount: number; confirmedRules: Set<string> }

/**
 * Compares the endpoints with the profiles of earlier runs, and adds a result for each of them to those of the host.
 * @param profiles null if the run only learns
 * @returns the profiles of this run
 */
export async function runProfiles(
  host: Host,
  profiles: Readonly<Record<string, Profile>> | null,
): Promise<Record<string, RunProfile>> {
  const run: Record<string, RunProfile> = {}
  const repetitions: Repetitions = { endpointCount: 0, confirmedRules: new Set() }
  for (const [name, endpoint] of Object.entries(host.contracts.endpoints)) {
    const results = host.results.filter((result) => result.name === name && !result.isUnreported)
    if (results.some(({ state }) => state === 'error')) continue
    const cases = results.filter(({ kind }) => kind === 'case')
    const compared = selectComparable(cases).filter(({ response }) => (response?.status ?? 0) < 300)
    const current = profileRun(compared)
    const earlier = profiles?.[name]
    const runs = earlier?.runs ?? 0
    const empty: CheckResult = {
      ...emptyResult({ name, endpoint, testCase: { title: TITLE, status: 200 }, isUnreported: false }),
      kind: 'regression',
      state: runs >= MIN_RUNS ? 'completed' : 'skipped',
      curl: compared[0]?.curl ?? '',
    }
    if (current) {
      const { ms, ...confirmed } = await findRegressions(host, compared, { current, earlier, repetitions })
      run[name] = { ...current, ms }
      const note = `not compared with earlier runs: its profile has ${runs} of ${MIN_RUNS} runs; add one with --update-baseline`
      host.results.push({ ...empty, ...confirmed, ...(profiles && runs < MIN_RUNS ? { note } : {}) })
    } else if (earlier && cases.some(({ findings }) => findings.length > 0))
      host.results.push(leaveOut(empty, 'its responses have a finding'))
  }
  return run
}

type Confirmed = { ms: number } & Partial<Pick<CheckResult, 'state' | 'reason' | 'findings' | 'note'>>

/** Compares the profile of an endpoint with the one of earlier runs, and repeats its reads if they differ. */
async function findRegressions(
  host: Host,
  results: readonly CheckResult[],
  {
    current,
    earlier,
    repetitions,
  }: { current: RunProfile; earlier: Profile | undefined; repetitions: Repetitions },
): Promise<Confirmed> {
  const { confirmedRules } = repetitions
  const usesEarlierValue = results[0]?.testCase.inputs !== undefined
  const compare = (profile: RunProfile) => regressionsOf(earlier, profile, usesEarlierValue)
  const regressions = compare(current)
  const mayBeRepeated = results.every((result) => isRepeatable(result, host.results))
  if (regressions.length > 0 && mayBeRepeated && repetitions.endpointCount < MAX_REPEATED_ENDPOINTS) {
    repetitions.endpointCount++
    const confirmed = await confirmRegressions(host, results, current, compare)
    for (const { rule } of confirmed.findings ?? []) confirmedRules.add(rule)
    return confirmed
  }
  // One response is never evidence of a slow endpoint.
  const isUnconfirmed = ({ rule }: Finding) =>
    rule === 'observed-slow' || (mayBeRepeated && !confirmedRules.has(rule))
  return { ms: current.ms, ...combineAttempts([regressions], isUnconfirmed) }
}

/**
 * Repeats the reads of an endpoint, and counts the responses with each regression. One in fewer than two of three
 * responses becomes a note, because data may change for a moment. A slow response counts only if all are slow.
 * @param current profile of the first responses
 * @returns the shortest response time, and what the result reports
 */
async function confirmRegressions(
  host: Host,
  results: readonly CheckResult[],
  current: RunProfile,
  compare: (profile: RunProfile) => Finding[],
): Promise<Confirmed> {
  const attempts = [compare(current)]
  let { ms } = current
  const isSlowOnly = () => attempts.flat().every(({ rule }) => rule === 'observed-slow')
  while (attempts.length < ATTEMPTS) {
    const again: CheckResult[] = []
    for (const result of results) again.push(checkCaseResult(host, await sendAgain(host, result)))
    const failed = again.find(({ state }) => state !== 'completed')
    if (failed) return { ms, state: 'error', reason: `a regression could not be confirmed: ${failed.reason}` }
    const profile = profileRun(again)
    attempts.push(profile ? compare(profile) : [])
    if (profile) ms = Math.min(ms, profile.ms)
    if (attempts.at(-1)?.length === 0 && isSlowOnly()) return { ms }
  }
  const combined = combineAttempts(
    attempts,
    ({ rule }, affected) => affected * 2 < ATTEMPTS || (rule === 'observed-slow' && affected < ATTEMPTS),
  )
  return { ms, ...combined }
}
