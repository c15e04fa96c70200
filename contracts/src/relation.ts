import type { BodyOf, Endpoint, SuccessOf } from './endpoint.ts'

/** What was sent: path parameters, query and body, as a case states them. */
export type RelationRequest = {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: unknown
}

/** Selects objects of an endpoint's successful requests or responses. */
export type Selection<T extends object> = {
  endpoint: Endpoint
  /** Whether the objects come from request bodies. */
  isSent: boolean
  /** @returns parts of the response body, not copies: their JSON paths are found by identity */
  select: (body: never, request: RelationRequest) => readonly (T | null | undefined)[]
}

/**
 * Selects objects from the successful responses of an endpoint.
 * @example
 * from(products.latest, (body) => body.products)
 */
export function from<E extends Endpoint, T extends object>(
  endpoint: E,
  select: (body: SuccessOf<E>, request: RelationRequest) => readonly (T | null | undefined)[],
): Selection<T> {
  return { endpoint, isSent: false, select }
}

/**
 * Selects objects from accepted request bodies, with what the response adds, such as an id.
 * @example
 * sent(addresses.add, (request, response) => [{ ...request, id: response.id }])
 */
export function sent<E extends Endpoint, T extends object>(
  endpoint: E,
  select: (request: BodyOf<E>, response: SuccessOf<E>) => readonly T[],
): Selection<T> {
  return { endpoint, isSent: true, select: (body, { body: request }) => select(request as BodyOf<E>, body) }
}

/** A selected object, its JSON path, and the request it belongs to. */
export type Place = {
  object: Record<string, unknown>
  path: string
  isSent: boolean
  /** Position of the response in the run. */
  order: number
  request: RelationRequest
  /** URL and account: the same for comparable reads. */
  source: string
  /** The account of --staging that sent the request. Nobody else changes what belongs to it. */
  account: string | undefined
}

/** A field (null: the whole object) that breaks a relation, and the field that it contradicts. */
export type Contradiction = {
  field: string | null
  expected?: string
  /** An id that must be wrong again on new responses, because another one may be right by then. */
  id?: string
  other?: { place: Place; field: string | null }
}

/** A statement about several responses of one run, or about values that a type cannot express. */
export type Relation = {
  name: string
  of: Selection<object>
  /** Further objects that the rule needs. By default, the objects of all relations with this name. */
  with?: readonly Selection<object>[]
  /** @returns the check of one object. Objects are checked in the order of their responses. */
  rule: (others: readonly Place[]) => (place: Place) => readonly Contradiction[]
}

/**
 * Declares which fields of an entity agree wherever it appears. Entities of the same name belong together, so each
 * resource can declare its own appearances. If values differ, the sent one is right, otherwise that of the majority, otherwise
 * the earlier one. Do not declare volatile fields, such as stock.
 * @example
 * const product = entity<Product>('a product', 'id', ['name', 'price'])
 * export const relations = [product.in(from(products.latest, (body) => body.products))]
 */
export function entity<T extends object>(
  name: string,
  key: keyof T & string,
  fields: readonly (keyof T & string)[],
): { in: (selection: Selection<{ [K in keyof T]?: unknown }>) => Relation } {
  const rule: Relation['rule'] = (others) => {
    const byKey = new Map<string, Place[]>()
    for (const place of others) {
      const id = String(place.object[key] ?? '')
      const places = byKey.get(id)
      if (places) places.push(place)
      else if (id !== '') byKey.set(id, [place])
    }
    const right = new Map<string, (Place | undefined)[]>()
    for (const [id, places] of byKey)
      if (places.length > 1)
        right.set(
          id,
          fields.map((field) => rightOf(places, field)),
        )
    return (at) =>
      fields.flatMap((field, index) => {
        const place = right.get(String(at.object[key]))?.[index]
        const isKept = !place || at.isSent || at.object[field] === undefined
        return isKept || covers(at.object[field], place.object[field])
          ? []
          : [{ field, other: { place, field } }]
      })
  }
  return { in: (of) => ({ name, of, rule }) }
}

/** The first place with the value that most places have. A sent value outweighs all others. */
function rightOf(places: readonly Place[], field: string): Place | undefined {
  const stated = places.filter(({ object }) => object[field] !== undefined)
  const textOf = ({ object }: Place) => JSON.stringify(object[field])
  const votes = new Map<string, number>()
  for (const place of stated)
    votes.set(textOf(place), (votes.get(textOf(place)) ?? 0) + (place.isSent ? stated.length : 1))
  const most = [...votes.values()].reduce((a, b) => Math.max(a, b), 0)
  return stated.find((place) => votes.get(textOf(place)) === most)
}

/** Whether a value has everything that another one has. Numbers equal their text. */
function covers(value: unknown, other: unknown): boolean {
  if (other === null || typeof other !== 'object') return String(value ?? '') === String(other ?? '')
  if (value === null || typeof value !== 'object') return false
  const isLength = !Array.isArray(other) || (Array.isArray(value) && value.length === other.length)
  return (
    isLength &&
    Object.entries(other).every(([name, each]) =>
      covers((value as typeof other & Record<string, unknown>)[name], each),
    )
  )
}

/**
 * Declares that an id in one response is known to another one. Null and 0 refer to nothing.
 * @example
 * known('a banner leads to a category', from(banners.list, (body) => body), 'category_id', from(categories.list, (body) => body), 'id')
 */
export function known<T extends object, U extends object>(
  name: string,
  of: Selection<T>,
  field: keyof T & string,
  among: Selection<U>,
  key: keyof U & string,
): Relation {
  const rule: Relation['rule'] = (others) => {
    const ids = new Set(['0', ...others.map(({ object }) => String(object[key]))])
    const [place] = others
    return ({ object }) =>
      !place || object[field] == null || ids.has(String(object[field]))
        ? []
        : [{ field, expected: 'a known id', id: String(object[field]), other: { place, field: key } }]
  }
  return { name, of, with: [among], rule }
}

/**
 * Declares a rule about every selected object.
 * @param field the field that a finding names; null for the whole object
 * @example
 * holds('an order adds up', from(orders.list, (body) => body), 'total', 'the sum of its lines', (order) => order.total === sum(order.lines))
 */
export function holds<T extends object>(
  name: string,
  of: Selection<T>,
  field: (keyof T & string) | null,
  expected: string,
  test: (object: T, request: RelationRequest) => boolean,
): Relation {
  const rule: Relation['rule'] =
    () =>
    ({ object, request }) =>
      test(object as T, request) ? [] : [{ field, expected }]
  return { name, of, with: [], rule }
}

/**
 * Declares how a read follows from the previous one of the same URL and account, and from the writes between them.
 * It is checked only after a write, or for an account of the run: others may change everything else.
 * @example
 * follows('a removal removes one', from(notes.list, (body) => [body]), 'length', sent(notes.remove, (request) => [request]),
 *   'one less for each removal', (after, before, removed) => after.length === before.length - removed.length)
 */
export function follows<T extends object, W extends object>(
  name: string,
  of: Selection<T>,
  field: (keyof T & string) | null,
  writes: readonly Selection<W>[],
  expected: string,
  test: (after: T, before: T, changes: readonly W[]) => boolean,
): Relation {
  const rule: Relation['rule'] = (others) => {
    const reads = new Map<string, Place>()
    return (place) => {
      const before = reads.get(place.source)
      reads.set(place.source, place)
      if (!before) return []
      const isBetween = (each: Place) =>
        each.order > before.order &&
        each.order < place.order &&
        (place.account ?? each.account) === each.account
      const changes = others.filter(isBetween).map(({ object }) => object as W)
      const isChecked = changes.length > 0 || place.account !== undefined
      return !isChecked || test(place.object as never, before.object as never, changes)
        ? []
        : [{ field, expected, other: { place: before, field } }]
    }
  }
  return { name, of, with: writes, rule }
}

/** The id of an added or removed row; null if the response to an addition does not contain it. */
export type Change = { added: string | null } | { removed: string }

/**
 * Declares that a list changes only as requested: a read has the ids of the previous one, with those that were added,
 * each once, and without those that were removed.
 * @example
 * collects('saved notes', from(notes.list, (body) => [body]), [sent(notes.remove, ({ id }) => [{ removed: id }])])
 */
export function collects(
  name: string,
  of: Selection<readonly { id: number | string }[]>,
  writes: readonly Selection<Change>[],
): Relation {
  const expected = 'what was there before, with what was added and without what was removed'
  return follows(name, of, null, writes, expected, (after, before, changes) => {
    const ids = new Set(before.map(({ id }) => String(id)))
    for (const change of changes)
      if ('removed' in change) ids.delete(change.removed)
      else if (change.added !== null) ids.add(change.added)
    const unnamed = changes.filter((each) => 'added' in each && each.added === null).length
    const found = after.map(({ id }) => String(id))
    return found.length === ids.size + unnamed && [...ids].every((id) => found.includes(id))
  })
}
