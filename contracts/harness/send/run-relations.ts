import type { Case } from '../../cases/case.ts'
import { type Violation, violationsOf } from '../check/check-relations.ts'
import type { SideRun } from '../report/report-rows.ts'
import type { Redactor } from './redact.ts'
import { askOnce, type Outcome } from './run-case.ts'
import { MAX_REQUESTS } from './run-probes.ts'

/** Responses that are requested once more because of a relation, at most. */
const MAX_REPEATED = 8

/**
 * Checks the relations on the responses that a run has received. A relation that fails is checked once more on new
 * responses before it is reported, because a host's data may change during the run.
 */
export async function runRelations(side: SideRun, redactor: Redactor): Promise<Outcome[]> {
  const { relations } = side.session.contracts
  // Where a finding says what is wrong already, a relation would say it again, or blame the other endpoint.
  const suspects = new Set(
    side.outcomes
      .filter(({ findings }) => findings.some((each) => each.class !== 'additive'))
      .map(({ planned }) => planned.name),
  )
  const isClean = ({ at, other }: Violation) =>
    !suspects.has(at.planned.name) && (other === null || !suspects.has(other.planned.name))
  const first = violationsOf(relations, side.outcomes).filter(isClean)
  if (first.length === 0) return []
  const involved = new Set(first.flatMap(({ at, other }) => (other ? [at, other] : [at])))
  const renewed = new Map<Outcome, Outcome>()
  for (const outcome of [...involved].slice(0, MAX_REPEATED)) {
    const isRead = outcome.planned.declared.method === 'GET' && outcome.request !== undefined
    if (!isRead || side.session.sent() >= MAX_REQUESTS) continue
    const again = await askOnce(
      side.session,
      outcome.planned,
      outcome.request ?? {},
      { ...side.known },
      redactor,
    )
    renewed.set(outcome, again)
  }
  const outcomes = side.outcomes.map((each) => renewed.get(each) ?? each)
  // An id counts when it stays unknown; of a value, that it still contradicts.
  const keyOf = ({ relation, at, where, actual }: Violation) =>
    [relation.name, at.planned.name, where, relation.kind === 'known' ? actual : ''].join(' ')
  const keys = new Set(first.map(keyOf))
  return violationsOf(relations, outcomes)
    .filter((each) => keys.has(keyOf(each)))
    .map(outcomeOf)
}

/** A violation as an outcome of the endpoint that differs. */
function outcomeOf({ relation, at, other, where, expected, actual, count }: Violation): Outcome {
  const each: Case = { title: relation.name, status: at.status ?? 200 }
  return {
    planned: { ...at.planned, each, silent: false },
    state: 'judged',
    findings: [{ class: 'behaviour', rule: 'relation', where, expected, actual, count }],
    curl: other && other !== at ? `${at.curl} ; ${other.curl}` : at.curl,
    body: at.body,
    requests: 0,
    ms: 0,
  }
}
