import { endpointKey } from '../../src/endpoint.ts'
import type { Contradiction, Place, Relation, Selection } from '../../src/relation.ts'
import { isPlainObject } from '../../src/schema/describe-value.ts'
import { eachOf, pathStep } from '../../src/schema/json-path.ts'
import type { Outcome } from '../send/run-case.ts'

/** A relation that two responses, or one value, break. */
export type Violation = {
  name: string
  /** The response that differs from the majority, or the later one. */
  at: Outcome
  /** The response that it contradicts. */
  other: Outcome | null
  where: string
  expected: string
  actual: string
  id: string
  count: number
}

type OutcomePlace = Place & { outcome: Outcome }

const MAX_DEPTH = 8
const MAX_TEXT = 60

/** The relations that the responses of a run break, each once per endpoint and field. */
export function violationsOf(relations: readonly Relation[], outcomes: readonly Outcome[]): Violation[] {
  const placesOf = placesIn(outcomes)
  const found = new Map<string, Violation>()
  // Of two relations that a field breaks, the more specific one is reported: an entity only where nothing else is.
  for (const { name, of, with: others, rule } of relations.toSorted(byScope)) {
    const namesakes = relations.filter((each) => each.name === name).map((each) => each.of)
    const check = rule((others ?? namesakes).flatMap(placesOf).sort((a, b) => a.order - b.order))
    for (const place of placesOf(of))
      for (const each of attempt(() => check(place))) {
        const violation = violationOf(name, place, each)
        const key = `${name} ${violation.at.planned.name} ${violation.where}`
        violation.count += found.get(key)?.count ?? 0
        found.set(key, { ...violation, ...found.get(key), count: violation.count })
      }
  }
  return [...found.values()]
}

const byScope = (a: Relation, b: Relation) => Number(!a.with) - Number(!b.with)

function violationOf(
  name: string,
  at: OutcomePlace,
  { field, expected, id = '', other }: Contradiction,
): Violation {
  const right = other?.place as OutcomePlace | undefined
  const where = (path: string, step: string | null) => path + (step === null ? '' : pathStep(step))
  const distance = Math.abs(at.order - (right?.order ?? at.order))
  const when =
    distance === 0
      ? 'in the same response'
      : `${distance} requests ${at.order > (right?.order ?? 0) ? 'earlier' : 'later'}`
  const source = right
    ? `, as in ${endpointKey(right.outcome.planned.declared)} (${where(right.path, other?.field ?? null)}, ${when})`
    : ''
  return {
    name,
    at: at.outcome,
    other: right?.outcome ?? null,
    where: where(at.path, field),
    expected: (expected ?? textOf(right ?? at, other?.field ?? field)) + source,
    actual: textOf(at, field),
    id,
    count: 1,
  }
}

/** Texts of a customer's own data are not shown. */
function textOf({ object, outcome, isSent }: OutcomePlace, field: string | null): string {
  const value = field === null ? object : object[field]
  if (outcome.account !== undefined || outcome.planned.declared.auth === 'bearer')
    if (typeof value !== 'number') return isSent ? 'the value that was sent' : 'another value'
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

/** Ignores errors, because a body of another shape has a schema finding already. */
function attempt<T>(read: () => readonly T[]): readonly T[] {
  try {
    return read()
  } catch {
    return []
  }
}

/** @returns the selected objects of all successful responses; paths are computed once per response */
function placesIn(outcomes: readonly Outcome[]): (selection: Selection<object>) => OutcomePlace[] {
  const paths = new Map<Outcome, Map<unknown, string>>()
  return ({ endpoint, isSent, select }) =>
    outcomes.flatMap((outcome, order) => {
      const { planned, body, request = {}, account, path } = outcome
      if (!isSuccess(outcome) || endpointKey(planned.declared) !== endpointKey(endpoint)) return []
      const known = paths.get(outcome) ?? pathsIn(body)
      paths.set(outcome, known)
      const source = `${path} ${account ?? ''}`
      return attempt(() => select(body as never, request)).flatMap((object) =>
        object == null || !(isSent || known.has(object))
          ? []
          : [
              {
                object: object as Place['object'],
                path: known.get(object) ?? '$',
                isSent,
                order,
                request,
                source,
                account,
                outcome,
              },
            ],
      )
    })
}

function isSuccess({ state, status, body, findings }: Outcome): boolean {
  const isAdditive = findings.every((each) => each.class === 'additive')
  return state === 'judged' && status !== undefined && status < 300 && body !== undefined && isAdditive
}

function pathsIn(
  value: unknown,
  path = '$',
  found = new Map<unknown, string>(),
  depth = 0,
): Map<unknown, string> {
  if (depth > MAX_DEPTH) return found
  if (Array.isArray(value) || isPlainObject(value)) found.set(value, path)
  if (Array.isArray(value)) for (const item of value) pathsIn(item, eachOf(path), found, depth + 1)
  else if (isPlainObject(value))
    for (const [name, inner] of Object.entries(value)) pathsIn(inner, path + pathStep(name), found, depth + 1)
  return found
}
