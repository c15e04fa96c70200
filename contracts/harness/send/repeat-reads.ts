import { type Finding, isWholeResponse } from '../../src/schema/finding.ts'
import { hostStateOf } from '../check/host-state.ts'
import type { SideRun } from '../report/report-rows.ts'
import type { Redactor } from './redact.ts'
import { type Outcome, sendOnce } from './run-case.ts'

/** How many times a read with an unexpected first response is sent in total. */
export const READ_ATTEMPTS = 3

/** Number of endpoints that confirm a finding about whole responses without repeated requests. */
const CONFIRMING_ENDPOINTS = 3

const keyOf = ({ rule, where }: Finding) => `${rule} ${where}`

/**
 * Repeats reads with unexpected responses, or all reads, and counts the responses with each finding. A finding about a
 * whole response (status, time) that occurs in one of three responses becomes a note.
 * @param limit maximum number of requests; reads that would exceed it are not repeated
 */
export async function repeatReads(
  side: SideRun,
  redactor: Redactor,
  { all, limit }: { all: boolean; limit: number },
): Promise<void> {
  if (hostStateOf(side.outcomes).kind !== 'provider') return
  for (const outcome of side.outcomes) {
    const { planned, state, request } = outcome
    if (planned.declared.method !== 'GET' || planned.silent || state !== 'validated' || !request) continue
    if (!all && (outcome.findings.length === 0 || isConfirmed(outcome, side.outcomes))) continue
    if (side.session.sent() + READ_ATTEMPTS - 1 > limit) return
    await repeat(outcome, side, redactor)
  }
}

async function repeat(outcome: Outcome, { session, known }: SideRun, redactor: Redactor): Promise<void> {
  const outcomes: Outcome[] = [{ ...outcome }]
  for (let time = 1; time < READ_ATTEMPTS; time++) {
    const more = await sendOnce(session, outcome.planned, outcome.request ?? {}, { ...known }, redactor)
    outcome.requests += more.requests
    outcome.ms += more.ms
    if (more.state === 'validated') outcomes.push(more)
  }
  const responses = outcomes.map(({ findings }) => findings)
  const first = new Map(
    responses
      .flat()
      .reverse()
      .map((each) => [keyOf(each), each]),
  )
  outcome.findings = []
  const passing: string[] = []
  for (const [key, finding] of first) {
    const seenIn = responses.filter((findings) => findings.some((each) => keyOf(each) === key)).length
    if (isWholeResponse(finding.where) && seenIn * 2 < responses.length)
      passing.push(`${finding.where} ${finding.actual} in ${seenIn} of ${responses.length} responses`)
    else outcome.findings.push({ ...finding, responses: { with: seenIn, of: responses.length } })
  }
  if (passing.length === 0) return
  outcome.note = passing.join('; ')
  // If there is a response without findings, later comparisons use it.
  const { body, status, headers, bytes, flaw } =
    outcomes.find(({ findings }) => findings.length === 0) ?? outcome
  Object.assign(outcome, { body, status, headers, bytes, flaw })
}

/**
 * Whether other endpoints confirm the findings, for example if a gateway returns the same error page for all of them.
 */
function isConfirmed({ findings }: Outcome, all: readonly Outcome[]): boolean {
  return findings.every((finding) => {
    const same = all.filter((each) =>
      each.findings.some((one) => keyOf(one) === keyOf(finding) && one.actual === finding.actual),
    )
    return (
      isWholeResponse(finding.where) &&
      new Set(same.map(({ planned }) => planned.name)).size >= CONFIRMING_ENDPOINTS
    )
  })
}
