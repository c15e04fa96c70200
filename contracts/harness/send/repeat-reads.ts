import { type Finding, isWholeAnswer } from '../../src/schema/finding.ts'
import { hostStateOf } from '../check/host-state.ts'
import type { SideRun } from '../report/report-rows.ts'
import type { Redactor } from './redact.ts'
import { askOnce, type Outcome } from './run-case.ts'

/** How often a read is sent whose first answer was odd. */
export const ASKED_TIMES = 3

/** So many endpoints with the same finding about whole answers confirm one another. */
const CONFIRMING_ENDPOINTS = 3

const keyOf = ({ rule, where }: Finding) => `${rule} ${where}`

/**
 * Sends reads again whose answers were odd, or all of them, and counts in how many answers each finding was. What
 * concerns a whole answer (its status, its time) and came once in three is a host's bad moment: a note, no finding.
 * @param limit requests of the run after which nothing is sent again
 */
export async function repeatReads(
  side: SideRun,
  redactor: Redactor,
  { all, limit }: { all: boolean; limit: number },
): Promise<void> {
  if (hostStateOf(side.outcomes).kind !== 'provider') return
  for (const outcome of side.outcomes) {
    const { planned, state, request } = outcome
    if (planned.declared.method !== 'GET' || planned.silent || state !== 'judged' || !request) continue
    if (!all && (outcome.findings.length === 0 || isConfirmed(outcome, side.outcomes))) continue
    if (side.session.sent() + ASKED_TIMES - 1 > limit) return
    await repeat(outcome, side, redactor)
  }
}

async function repeat(outcome: Outcome, { session, known }: SideRun, redactor: Redactor): Promise<void> {
  const outcomes: Outcome[] = [{ ...outcome }]
  for (let time = 1; time < ASKED_TIMES; time++) {
    const more = await askOnce(session, outcome.planned, outcome.request ?? {}, { ...known }, redactor)
    outcome.requests += more.requests
    outcome.ms += more.ms
    if (more.state === 'judged') outcomes.push(more)
  }
  const answers = outcomes.map(({ findings }) => findings)
  const first = new Map(
    answers
      .flat()
      .reverse()
      .map((each) => [keyOf(each), each]),
  )
  outcome.findings = []
  const passing: string[] = []
  for (const [key, finding] of first) {
    const seenIn = answers.filter((findings) => findings.some((each) => keyOf(each) === key)).length
    if (isWholeAnswer(finding.where) && seenIn * 2 < answers.length)
      passing.push(`${finding.where} ${finding.actual} in ${seenIn} of ${answers.length} responses`)
    else outcome.findings.push({ ...finding, answers: { with: seenIn, of: answers.length } })
  }
  if (passing.length === 0) return
  outcome.note = passing.join('; ')
  // What is compared later is an answer that counts.
  const { body, status, headers, bytes, flaw } =
    outcomes.find(({ findings }) => findings.length === 0) ?? outcome
  Object.assign(outcome, { body, status, headers, bytes, flaw })
}

/** Whether other endpoints show the same: a gateway's page at nine endpoints is no bad moment of one. */
function isConfirmed({ findings }: Outcome, all: readonly Outcome[]): boolean {
  return findings.every((finding) => {
    const same = all.filter((each) =>
      each.findings.some((one) => keyOf(one) === keyOf(finding) && one.actual === finding.actual),
    )
    return (
      isWholeAnswer(finding.where) &&
      new Set(same.map(({ planned }) => planned.name)).size >= CONFIRMING_ENDPOINTS
    )
  })
}
