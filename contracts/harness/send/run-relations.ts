import { endpointKey } from '../../src/endpoint.ts'
import type { Contradiction, Relation, SelectedObject, Selection } from '../../src/relation.ts'
import { describeValue } from '../../src/schema/describe-value.ts'
import { isUndeclared } from '../../src/schema/finding.ts'
import { eachOf, pathStep } from '../../src/schema/json-path.ts'
import type { Redactor } from './redact.ts'
import { type Outcome, sendOnce } from './run-case.ts'
import { MAX_REQUESTS } from './run-probes.ts'
import type { Session } from './session.ts'

/** Maximum number of reads that are repeated to confirm violations. */
const MAX_REPEATED = 8
const MAX_DEPTH = 8
const MAX_TEXT = 60

/** A successful response with the JSON paths of its objects, which are computed once for all relations. */
type Response = Omit<SelectedObject, 'object' | 'isSent'> & { outcome: Outcome; paths: Map<unknown, string> }
type Located = SelectedObject & Response

/**
 * A violated relation: an outcome with one finding, the responses involved, and a key that identifies it in both
 * checks.
 */
type Violation = Outcome & { sides: readonly Outcome[]; key: string }

/**
 * Checks the relations between the responses of a run. Before a violation is reported, the reads involved are repeated
 * and the relation is checked again, because data may change during the run.
 * @param latest the only read that may be repeated after a write, because repeating earlier reads would return a later
 * state
 */
export async function runRelations(
  session: Session,
  outcomes: readonly Outcome[],
  redactor: Redactor,
  latest?: Outcome,
): Promise<Outcome[]> {
  const { relations } = session.contracts
  // Skips endpoints with a finding. A relation would report the same problem again, possibly at a different endpoint.
  const flawed = new Set(outcomes.filter(isFlawed).map(({ planned }) => planned.name))
  const isClean = ({ planned }: Outcome) => !flawed.has(planned.name)
  const violations = violationsOf(relations, outcomes).filter(({ sides }) => sides.every(isClean))
  const isRenewable = (each: Outcome, sides: readonly Outcome[]) =>
    latest ? each === latest : session.sent() < MAX_REQUESTS && sides.every(isRead)
  const renewed = new Map<Outcome, Outcome>()
  for (const { sides } of violations)
    for (const each of sides.filter((side) => !renewed.has(side))) {
      const isRequested = isRead(each) && isRenewable(each, sides) && renewed.size < MAX_REPEATED
      const reply = isRequested ? await sendOnce(session, each.planned, each.request ?? {}, {}, redactor) : {}
      renewed.set(each, { ...each, ...reply })
    }
  // Ignores reads that were not repeated, because they may be outdated.
  const current = outcomes.flatMap((each) => renewed.get(each) ?? (isRead(each) ? [] : each))
  const again = violations.length > 0 ? violationsOf(relations, current) : []
  return violations.filter(({ key, planned: { name } }) =>
    again.some((each) => each.key === key && each.sides.some(({ planned }) => planned.name === name)),
  )
}

const isRead = ({ planned }: Outcome) => planned.declared.method === 'GET'
const isFlawed = ({ findings }: Outcome) => !findings.every(isUndeclared)

/** Returns the violations, at most one per relation, endpoint and field. */
function violationsOf(relations: readonly Relation[], outcomes: readonly Outcome[]): Violation[] {
  const responses = outcomes.flatMap(responseOf)
  const found = new Map<string, Violation>()
  // Checks entities last, so that the more specific relation is reported if a field violates two.
  for (const relation of relations.toSorted((a, b) => Number(!a.with) - Number(!b.with))) {
    const { name, of, rule } = relation
    const others = relation.with ?? relations.filter((each) => each.name === name).map((each) => each.of)
    const check = rule(placesIn(responses, others))
    for (const place of placesIn(responses, [of]))
      for (const contradiction of check(place)) {
        const violation = violationOf(name, place, contradiction)
        const key = `${name} ${violation.planned.name} ${violation.findings[0]?.where}`
        const [known] = found.get(key)?.findings ?? []
        if (known) known.count++
        else found.set(key, violation)
      }
  }
  return [...found.values()]
}

function responseOf(outcome: Outcome, order: number): Response[] {
  const { state, status = 500, body, request = {}, account, path } = outcome
  if (state !== 'validated' || status >= 300 || body === undefined || isFlawed(outcome)) return []
  return [{ outcome, paths: pathsIn(body), order, request, account, source: `${path} ${account ?? ''}` }]
}

/** Returns a map from every object and list in a body to its JSON path. */
function pathsIn(value: unknown, path = '$', paths = new Map<unknown, string>(), depth = 0) {
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return paths
  paths.set(value, path)
  for (const [name, inner] of Object.entries(value))
    pathsIn(inner, Array.isArray(value) ? eachOf(path) : path + pathStep(name), paths, depth + 1)
  return paths
}

/** Returns the selected objects in the order of their responses. */
function placesIn(responses: readonly Response[], selections: readonly Selection<object>[]): Located[] {
  return responses.flatMap((response) =>
    selections
      .filter(({ endpoint }) => endpointKey(endpoint) === keyOf(response))
      .flatMap(({ isSent, select }) =>
        select(response.outcome.body as never, response.request).map((object) => ({
          ...response,
          isSent,
          object,
        })),
      )
      .filter((place): place is Located => place.object != null),
  )
}

const keyOf = ({ outcome }: Response) => endpointKey(outcome.planned.declared)

function violationOf(title: string, at: Located, contradiction: Contradiction): Violation {
  const { field, id = '', expected, otherField = field } = contradiction
  const other = (contradiction.other ?? at) as Located
  const distance = at.order - other.order
  const requests = `${Math.abs(distance)} requests ${distance > 0 ? 'earlier' : 'later'}`
  const when = distance === 0 ? 'in the same response' : requests
  const source = contradiction.other ? `, as in ${keyOf(other)} (${whereIn(other, otherField)}, ${when})` : ''
  const values = { expected: (expected ?? textOf(other, otherField)) + source, actual: textOf(at, field) }
  const sides = [...new Set([at.outcome, other.outcome])]
  return {
    ...at.outcome,
    planned: { ...at.outcome.planned, each: { title, status: at.outcome.status ?? 200 }, silent: false },
    findings: [{ class: 'behaviour', rule: 'relation', where: whereIn(at, field), ...values, count: 1 }],
    curl: sides.map(({ curl }) => curl).join(' ; '),
    requests: 0,
    ms: 0,
    sides,
    key: `${title} ${id}`,
  }
}

function whereIn({ paths, object }: Located, field: string | null): string {
  return (paths.get(object) ?? '$') + (field === null ? '' : pathStep(field))
}

/**
 * Returns a value as JSON, or its type if it is long, because only the redactor may truncate text. Values from requests
 * with a token, which may be personal, are not shown.
 */
function textOf({ object, outcome, isSent }: Located, field: string | null): string {
  const value = field === null ? object : object[field]
  const isPersonal = outcome.account !== undefined || outcome.planned.declared.auth === 'bearer'
  if (isPersonal && typeof value !== 'number') return isSent ? 'the sent value' : 'a different value'
  const text = JSON.stringify(value) ?? 'missing'
  return text.length > MAX_TEXT ? describeValue(value) : text
}
