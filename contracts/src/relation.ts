import type { BodyOf, CaseRequest, Endpoint, SuccessOf } from './endpoint.ts'

/** Selects objects from the accepted requests or successful responses of an endpoint. */
export type Selection<T extends object> = {
  endpoint: Endpoint
  /** Whether the objects come from request bodies. */
  isSent: boolean
  /** @returns objects of the response body, not copies, because their JSON paths are found by identity */
  select: (body: never, request: CaseRequest) => readonly (T | null | undefined)[]
}

/**
 * Selects objects from the successful responses of an endpoint.
 * @example
 * from(products.latest, (body) => body.products)
 */
export function from<E extends Endpoint, T extends object>(
  endpoint: E,
  select: (body: SuccessOf<E>, request: CaseRequest) => readonly (T | null | undefined)[],
): Selection<T> {
  return { endpoint, isSent: false, select }
}

/**
 * Selects objects from accepted request bodies, combined with values from the response, such as an id.
 * @example
 * sent(addresses.add, (request, response) => [{ ...request, id: response.id }])
 */
export function sent<E extends Endpoint, T extends object>(
  endpoint: E,
  select: (request: BodyOf<E>, response: SuccessOf<E>) => readonly T[],
): Selection<T> {
  return { endpoint, isSent: true, select: (body, { body: request }) => select(request as BodyOf<E>, body) }
}

/** Selects the rows of the selected lists. */
export function rowsOf<T extends object>(lists: Selection<readonly T[]>): Selection<T> {
  const select: Selection<T>['select'] = (body, request) =>
    lists.select(body, request).flatMap((list) => list ?? [])
  return { ...lists, select }
}

/** A selected object and the request it belongs to. */
export type SelectedObject = {
  object: Record<string, unknown>
  isSent: boolean
  /** Position of the response in the run. */
  order: number
  request: CaseRequest
  /** URL and account of a read. Only reads from the same source are compared. */
  source: string
  /** The --staging account that sent the request, if any. Nobody but this run changes its data. */
  account: string | undefined
}

/** A violation of a relation. */
export type Contradiction = {
  /** The field that violates the relation, or null for the whole object. */
  field: string | null
  /** Defaults to the value in `other`. */
  expected?: string
  /** An id that no response contains. It is reported only if repeated reads do not contain it either. */
  id?: string
  /** The object that contradicts this one. */
  other?: SelectedObject
  /** Defaults to `field`. */
  otherField?: string | null
}

/** A statement about several responses of one run, or about values that a type cannot express. */
export type Relation = {
  name: string
  of: Selection<object>
  /** The objects to compare with. Defaults to those of all relations with this name. */
  with?: readonly Selection<object>[]
  /** @returns a function that checks one object; it is called in the order of the responses */
  rule: (others: readonly SelectedObject[]) => (selected: SelectedObject) => readonly Contradiction[]
}

/**
 * Declares which fields of an entity must be equal in all responses. Relations with the same name are checked
 * together, so each resource declares its own selections. If values differ, a sent value is considered correct. If
 * none was sent, the most frequent value is correct, or else the earliest. Do not declare volatile fields, such as
 * stock.
 * @example
 * const product = entity<Product>('a product', 'id', ['name', 'price'])
 * export const relations = [product.in(from(products.latest, (body) => body.products))]
 */
export function entity<T extends object>(
  name: string,
  key: keyof T & string,
  fields: readonly (keyof T & string)[],
): { in: (selection: Selection<{ [K in keyof T]?: unknown }>) => Relation } {
  type Vote = { selected: SelectedObject; count: number }
  const rule: Relation['rule'] = (others) => {
    const votes = new Map<string, Vote>()
    const majority = new Map<string, Vote>()
    for (const selected of others) {
      const id = selected.object[key] ?? ''
      if (id === '') continue
      for (const field of fields) {
        const value = selected.object[field]
        if (value === undefined) continue
        const place = `${id} ${field}`
        const candidate = `${place} ${JSON.stringify(value)}`
        const vote = votes.get(candidate) ?? { selected, count: 0 }
        vote.count += selected.isSent ? others.length : 1
        votes.set(candidate, vote)
        if (vote.count > (majority.get(place)?.count ?? 0)) majority.set(place, vote)
      }
    }
    return (selected) => {
      const id = selected.object[key] ?? ''
      return fields.flatMap((field) => {
        const value = selected.object[field]
        const other = majority.get(`${id} ${field}`)?.selected
        const isRight = !other || selected.isSent || value === undefined || covers(value, other.object[field])
        return isRight ? [] : [{ field, other }]
      })
    }
  }
  return { in: (of) => ({ name, of, rule }) }
}

/** Whether a value contains all fields of `other` with equal values. A number equals its string. */
function covers(value: unknown, other: unknown): boolean {
  if (other === null || typeof other !== 'object') return String(value ?? '') === String(other ?? '')
  const fields = Object(value) as Record<string, unknown>
  if (Array.isArray(other) && fields.length !== other.length) return false
  return Object.entries(other).every(([name, value]) => covers(fields[name], value))
}

/**
 * Declares that an id refers to an object that some response to the same account contains. Null and 0 are ignored.
 * @example
 * reference('a banner links to a category', from(banners.list, (body) => body), 'category_id', from(categories.list,
 * (body) => body), 'id')
 */
export function reference<T extends object, U extends object>(
  name: string,
  of: Selection<T>,
  field: keyof T & string,
  among: Selection<U>,
  key: keyof U & string,
): Relation {
  const rule: Relation['rule'] = (others) => {
    const idOf = ({ object, account }: SelectedObject) => `${account ?? ''} ${object[key]}`
    const ids = new Set(others.map(idOf))
    return ({ object, account }) => {
      const id = String(object[field] ?? '0')
      const other = others.find((candidate) => candidate.account === account)
      if (!other || id === '0' || ids.has(`${account ?? ''} ${id}`)) return []
      return [{ field, expected: 'a known id', id, other, otherField: key }]
    }
  }
  return { name, of, with: [among], rule }
}

/** Maximum number of ancestors that are followed. */
const MAX_ANCESTORS = 100

/**
 * Declares that the rows of a response form a tree: no row is its own ancestor.
 * @example
 * tree('a folder is not its own ancestor', from(folders.list, (body) => body), 'id', 'parent_id')
 */
export function tree<T extends object>(
  name: string,
  of: Selection<T>,
  key: keyof T & string,
  parent: keyof T & string,
): Relation {
  const rule: Relation['rule'] = (others) => {
    const parents = new Map(others.map(({ order, object }) => [`${order} ${object[key]}`, object[parent]]))
    return ({ order, object }) => {
      const ancestors = new Set<unknown>()
      let id = object[parent]
      while (id !== undefined && !ancestors.has(id) && ancestors.size < MAX_ANCESTORS) {
        ancestors.add(id)
        id = parents.get(`${order} ${id}`)
      }
      return ancestors.has(object[key]) ? [{ field: parent, expected: 'the id of a row above it' }] : []
    }
  }
  return { name, of, with: [of], rule }
}

/**
 * Declares a rule for every selected object.
 * @param field the field in findings; null for the whole object
 * @example
 * holds('an order adds up', from(orders.list, (body) => body), 'total', 'the sum of its lines', (order) =>
 * order.total === sum(order.lines))
 */
export function holds<T extends object>(
  name: string,
  of: Selection<T>,
  field: (keyof T & string) | null,
  expected: string,
  test: (object: T, request: CaseRequest) => boolean,
): Relation {
  const check = ({ object, request }: SelectedObject) =>
    test(object as T, request) ? [] : [{ field, expected }]
  return { name, of, with: [], rule: () => check }
}

/**
 * Declares how a read follows from the previous read of the same URL and account, and from the writes in between.
 * Checked only after a write or for accounts that this run has registered, because all other data may be changed by
 * other clients.
 * @example
 * follows('a removal removes one', from(notes.list, (body) => [body]), 'length', [sent(notes.remove, (request) =>
 * [request])],
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
    const reads = new Map<string, SelectedObject>()
    return (selected) => {
      const before = reads.get(selected.source)
      reads.set(selected.source, selected)
      if (!before) return []
      const changes = others
        .filter(({ order }) => order > before.order && order < selected.order)
        .filter(({ account }) => selected.account === undefined || selected.account === account)
        .map(({ object }) => object as W)
      const isChecked = changes.length > 0 || selected.account !== undefined
      const isBroken = isChecked && !test(selected.object as T, before.object as T, changes)
      return isBroken ? [{ field, expected, other: before }] : []
    }
  }
  return { name, of, with: writes, rule }
}

/** The id of an added or removed row. `added` is null if the response does not contain the new id. */
export type Change = { added: string | null } | { removed: string }

/**
 * Declares that a list changes only as requested: a read contains the ids from the previous read, plus added and minus
 * removed ones, each exactly once.
 * @example
 * collects('saved notes', from(notes.list, (body) => [body]), [sent(notes.remove, ({ id }) => [{ removed: id }])])
 */
export function collects(
  name: string,
  of: Selection<readonly { id: number | string }[]>,
  writes: readonly Selection<Change>[],
): Relation {
  const expected = 'the previous rows, plus added and minus removed ones'
  return follows(name, of, null, writes, expected, (after, before, changes) => {
    const ids = new Set<string | symbol>(before.map(({ id }) => String(id)))
    for (const change of changes)
      if ('removed' in change) ids.delete(change.removed)
      else ids.add(change.added ?? Symbol('an id that the response does not contain'))
    const found = new Set<string | symbol>(after.map(({ id }) => String(id)))
    return after.length === ids.size && [...ids].every((id) => found.has(id) || typeof id === 'symbol')
  })
}
