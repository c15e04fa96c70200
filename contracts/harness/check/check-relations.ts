import { isPlainObject } from '../../src/describe-value.ts'
import { endpointKey } from '../../src/endpoint.ts'
import { eachOf, pathStep } from '../../src/json-path.ts'
import type { Relation, Selection } from '../../src/relation.ts'
import type { Outcome } from '../send/run-case.ts'

/** A selected object: where it was, and in the how-manieth response. */
type Place = { outcome: Outcome; order: number; object: Record<string, unknown>; path: string }

/** A relation that two responses, or one value, do not keep. */
export type Violation = {
  relation: Relation
  /** The response that differs from the majority, or the later one. */
  at: Outcome
  /** The response that it contradicts. */
  other: Outcome | null
  where: string
  expected: string
  actual: string
  count: number
}

const MAX_DEPTH = 8
const MAX_TEXT = 60

/** The relations that the responses of a run break, each once per endpoint and field. */
export function violationsOf(relations: readonly Relation[], outcomes: readonly Outcome[]): Violation[] {
  const placesOf = placesIn(outcomes.filter(isSuccess))
  const found = new Map<string, Violation>()
  const add = (relation: Relation, at: Place, field: string, expected: string, other: Place | null) => {
    const where = at.path + pathStep(field)
    const key = `${relation.name} ${at.outcome.planned.name} ${where}`
    const known = found.get(key)
    if (known) known.count++
    else
      found.set(key, {
        relation,
        at: at.outcome,
        other: other?.outcome ?? null,
        where,
        expected,
        actual: textOf(at.object[field]),
        count: 1,
      })
  }
  for (const relation of relations) {
    if (relation.kind === 'holds') {
      for (const place of placesOf(relation.of))
        if (!keeps(relation, place)) add(relation, place, relation.field, relation.expected, null)
    } else if (relation.kind === 'known') {
      const among = placesOf(relation.among)
      const keys = new Set(among.map(({ object }) => String(object[relation.key])))
      for (const place of keys.size > 0 ? placesOf(relation.of) : []) {
        const value = place.object[relation.field]
        if (value == null || String(value) === '0' || keys.has(String(value))) continue
        const expected = `an id that ${nameOf(among[0] as Place)} knows`
        add(relation, place, relation.field, expected, among[0] ?? null)
      }
    }
  }
  for (const [relation, places] of entitiesOf(relations, placesOf))
    for (const field of relation.fields) compareField(relation, places, field, add)
  return [...found.values()]
}

type Same = Extract<Relation, { kind: 'same' }>

/** The places of every entity, by the declaration and the value of its key. */
function entitiesOf(
  relations: readonly Relation[],
  placesOf: (selection: Selection<object>) => Place[],
): [Same, Place[]][] {
  const entities = new Map<string, [Same, Place[]]>()
  for (const relation of relations) {
    if (relation.kind !== 'same') continue
    for (const place of placesOf(relation.in)) {
      const key = place.object[relation.key]
      if (key == null) continue
      const name = `${relation.name} ${String(key)}`
      const [, places] = entities.get(name) ?? [relation, []]
      entities.set(name, [relation, [...places, place]])
    }
  }
  return [...entities.values()]
}

function compareField(
  relation: Same,
  places: readonly Place[],
  field: string,
  add: (relation: Relation, at: Place, field: string, expected: string, other: Place) => void,
): void {
  const byValue = new Map<string, Place[]>()
  for (const place of places) {
    if (place.object[field] === undefined) continue
    const value = JSON.stringify(place.object[field])
    byValue.set(value, [...(byValue.get(value) ?? []), place])
  }
  if (byValue.size < 2) return
  // The majority is right; of two equal groups the earlier one is.
  const [right] = [...byValue.values()].sort((a, b) => b.length - a.length || orderOf(a) - orderOf(b))
  const [first] = right as [Place, ...Place[]]
  for (const group of byValue.values())
    for (const place of group === right ? [] : group) {
      const distance = Math.abs(place.order - first.order)
      const when =
        distance === 0
          ? 'in the same response'
          : `${distance} requests ${first.order < place.order ? 'earlier' : 'later'}`
      const expected = `${textOf(first.object[field])}, as in ${nameOf(first)} (${first.path}${pathStep(field)}, ${when})`
      add(relation, place, field, expected, first)
    }
}

const orderOf = (places: readonly Place[]) => Math.min(...places.map(({ order }) => order))
const nameOf = ({ outcome }: Place) => endpointKey(outcome.planned.declared)

/** Values of declared fields only; a relation names none that is personal. */
function textOf(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

function keeps(relation: Extract<Relation, { kind: 'holds' }>, { object, outcome }: Place): boolean {
  try {
    return relation.test(object as never, outcome.request ?? {})
  } catch {
    // A body of another shape has a finding of its own.
    return true
  }
}

function isSuccess({ state, status, body, findings }: Outcome): boolean {
  const isAdditive = findings.every((each) => each.class === 'additive')
  return state === 'judged' && status !== undefined && status < 300 && body !== undefined && isAdditive
}

/** @returns the selected objects of all responses of the selection's endpoint; paths are computed once per response */
function placesIn(outcomes: readonly Outcome[]): (selection: Selection<object>) => Place[] {
  const paths = new Map<Outcome, Map<object, string>>()
  return ({ endpoint, select }) =>
    outcomes.flatMap((outcome, order) => {
      if (endpointKey(outcome.planned.declared) !== endpointKey(endpoint)) return []
      const known = paths.get(outcome) ?? pathsIn(outcome.body)
      paths.set(outcome, known)
      return selected(select, outcome).flatMap((object) => {
        const path = known.get(object)
        return path === undefined ? [] : [{ outcome, order, object: object as Record<string, unknown>, path }]
      })
    })
}

function selected(select: Selection<object>['select'], { body, request }: Outcome): object[] {
  try {
    return select(body as never, request ?? {}).filter((each) => each != null)
  } catch {
    return []
  }
}

function pathsIn(
  value: unknown,
  path = '$',
  found = new Map<object, string>(),
  depth = 0,
): Map<object, string> {
  if (depth > MAX_DEPTH) return found
  if (Array.isArray(value)) for (const item of value) pathsIn(item, eachOf(path), found, depth + 1)
  else if (isPlainObject(value)) {
    found.set(value, path)
    for (const [name, inner] of Object.entries(value)) pathsIn(inner, path + pathStep(name), found, depth + 1)
  }
  return found
}
