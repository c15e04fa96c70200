import { type Violation, violationsOf } from '../check/check-relations.ts'
import type { Redactor } from './redact.ts'
import { type Outcome, sendOnce } from './run-case.ts'
import { MAX_REQUESTS } from './run-probes.ts'
import type { Session } from './session.ts'

/** Responses that are requested once more because of a relation, at most. */
const MAX_REPEATED = 8

/**
 * Checks the relations on the responses that a run has received. A relation that fails is checked once more on new
 * responses before it is reported, because a host's data may change during the run.
 * @param isRenewable whether a read of a violation can be sent again; after a write, most show a later state
 */
export async function runRelations(
  session: Session,
  outcomes: readonly Outcome[],
  redactor: Redactor,
  isRenewable = (_: Outcome, { other }: Violation) =>
    session.sent() < MAX_REQUESTS && (other?.planned.declared.method ?? 'GET') === 'GET',
): Promise<Outcome[]> {
  const { relations } = session.contracts
  // An endpoint with a finding is skipped: a relation would repeat the finding, or report it at the other endpoint.
  const isFlawed = ({ findings }: Outcome) => findings.some((each) => each.class !== 'additive')
  const suspects = new Set(outcomes.filter(isFlawed).map(({ planned }) => planned.name))
  const isClean = ({ at, other }: Violation) =>
    !suspects.has(at.planned.name) && !suspects.has(other?.planned.name ?? '')
  const first = violationsOf(relations, outcomes).filter(isClean)
  const involved = new Map(
    first.flatMap((each) => [each.at, each.other ?? each.at].map((one) => [one, each])),
  )
  const renewed = new Map<Outcome, Outcome>()
  for (const [each, violation] of involved) {
    const { planned, request } = each
    const isRead = planned.declared.method === 'GET' && request !== undefined
    if (!isRead || renewed.size === MAX_REPEATED || !isRenewable(each, violation)) continue
    renewed.set(each, { ...each, ...(await sendOnce(session, planned, request, {}, redactor)) })
  }
  // Reads that were not requested again may be older than the change, so they prove nothing.
  const isCurrent = (each: Outcome) => involved.has(each) || each.planned.declared.method !== 'GET'
  const current = outcomes.filter(isCurrent).map((each) => renewed.get(each) ?? each)
  const still = violationsOf(relations, current)
  const isConfirmed = ({ name, at, id }: Violation) =>
    still.some(
      (each) =>
        each.name === name &&
        each.id === id &&
        [each.at, each.other].some((one) => one?.planned.name === at.planned.name),
    )
  return first.filter(isConfirmed).map(({ name, at, other, where, expected, actual, count }) => ({
    planned: { ...at.planned, each: { title: name, status: at.status ?? 200 }, silent: false },
    state: 'judged',
    findings: [{ class: 'behaviour', rule: 'relation', where, expected, actual, count }],
    curl: other && other !== at ? `${at.curl} ; ${other.curl}` : at.curl,
    body: at.body,
    requests: 0,
    ms: 0,
  }))
}
