import type { BodyOf, CaseRequest, Endpoint, SuccessOf } from './endpoint.ts'
import { parsePath, valuesAt } from './schema/json-path.ts'

/** Objects in the successful responses, or in the accepted requests, of an endpoint. */
export type Selection<T extends object> = {
  endpoint: Endpoint
  /** Whether the objects come from request bodies. */
  isSent: boolean
  /** JSON path of the objects in the response. */
  path: string
  /** JSON paths that are read. A response with a finding at one of them is not compared, to report nothing twice. */
  reads: readonly string[]
  select: (body: unknown, request: CaseRequest) => readonly (T | null | undefined)[]
}

type RowOf<T> = T extends readonly (infer Row)[] ? NonNullable<Row> : never
/** The type of the values at a path such as `items[].price`. `never` if there are none. */
type ValueBelow<T, Path> = Path extends `${infer Step}.${infer Rest}`
  ? ValueBelow<ValueBelow<T, Step>, Rest>
  : Path extends `${infer Key}[]`
    ? RowOf<ValueBelow<T, Key>>
    : T extends unknown
      ? Path extends keyof T
        ? NonNullable<T[Path]>
        : never
      : never
/** The type of the values at a JSON path such as `$[].items`. */
type ValueAt<T, Path> = Path extends `$.${infer Rest}`
  ? ValueBelow<T, Rest>
  : Path extends `$[].${infer Rest}`
    ? ValueBelow<RowOf<T>, Rest>
    : Path extends '$[]'
      ? RowOf<T>
      : T

/**
 * Selects the objects at a path in the successful responses of an endpoint.
 * @example
 * from(products.latest, '$.products[]')
 */
export function from<E extends Endpoint, Path extends `$${string}`>(
  endpoint: E,
  path: [ValueAt<SuccessOf<E>, Path>] extends [never] ? never : Path,
): Selection<ValueAt<SuccessOf<E>, Path> & object> {
  const steps = parsePath(path)
  return { endpoint, isSent: false, path, reads: [], select: (body) => valuesAt(body, steps) as never[] }
}

/** The value of a field that only some responses of a union have. */
type FieldIn<T, K> = T extends unknown ? (K extends keyof T ? T[K] : undefined) : never
type KeyIn<T> = T extends unknown ? keyof T & string : never

/**
 * Selects objects from accepted request bodies, combined with fields of the response, such as an id.
 * @param fields the fields of the response that are read
 * @example
 * sent(addresses.add, ['id'], (request, { id }) => [{ ...request, id }])
 */
export function sent<E extends Endpoint, T extends object, K extends KeyIn<SuccessOf<E>> = never>(
  endpoint: E,
  fields: readonly K[],
  select: (request: BodyOf<E>, response: { [Field in K]: FieldIn<SuccessOf<E>, Field> }) => readonly T[],
): Selection<T> {
  return {
    endpoint,
    isSent: true,
    path: '$',
    reads: fields.map((field) => `$.${field}`),
    select: (body, { body: request }) => select(request as BodyOf<E>, body as never),
  }
}

/** Selects the rows of the selected lists. */
export function rowsOf<T extends object>(lists: Selection<readonly T[]>): Selection<T> {
  const select: Selection<T>['select'] = (body, request) =>
    lists.select(body, request).flatMap((list) => list ?? [])
  return { ...lists, path: `${lists.path}[]`, select }
}

/** A field, or a path below it: `details[].order_id`, `products.length`. */
type PathIn<T> = `${KeyIn<T>}${'' | `.${string}` | `[]${string}`}`
/** What a relation may declare to read: paths in an object, or in the rows of a list. */
type Readable<T> = T extends readonly (infer Row)[] ? `[].${PathIn<Row>}` | 'length' : PathIn<T>
type FirstKey<Path> = Path extends `${infer Key}[]${string}`
  ? FirstKey<Key>
  : Path extends `${infer Key}.${string}`
    ? FirstKey<Key>
    : Path
/** The declared fields of an object or list. A rule that reads another one does not compile. */
type Declared<T, Path> = [T] extends [readonly (infer Row)[]]
  ? readonly Pick<Row, (Path extends `[].${infer Rest}` ? FirstKey<Rest> : never) & keyof Row>[]
  : { [Key in FirstKey<Path> & KeyIn<T>]: FieldIn<T, Key> }

/** Adds paths in the selected objects to those that are read. The fields of a request are not part of the response. */
function reading<T extends object>(selection: Selection<T>, paths: readonly string[]): Selection<T> {
  if (selection.isSent) return selection
  const inBody = paths.map((path) => selection.path + (path.startsWith('[') ? path : `.${path}`))
  return { ...selection, reads: [...selection.reads, ...inBody] }
}

/**
 * Selects an object made from each selected one, or none if `derive` returns null.
 * @example
 * derived(from(orders.list, '$[]'), ['note'], ({ note }) => (note ? { note: note.trim() } : null))
 */
export function derived<T extends object, const Path extends Readable<T>, U extends object>(
  selection: Selection<T>,
  reads: readonly Path[],
  derive: (object: Declared<T, Path>, request: CaseRequest) => U | null,
): Selection<U> {
  const select: Selection<U>['select'] = (body, request) =>
    selection.select(body, request).map((object) => object && derive(object as never, request))
  return { ...reading(selection, reads), select }
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
  /** Why the statement is an assumption, like `assumed` of a case. */
  assumed?: string
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
 * export const relations = [product.in(from(products.latest, '$.products[]'))]
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
  return { in: (of) => ({ name, of: reading(of, [key, ...fields]), rule }) }
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
 * reference('a banner links to a category', from(banners.list, '$[]'), 'category_id', from(categories.list, '$[]'), 'id')
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
  return { name, of: reading(of, [field]), with: [reading(among, [key])], rule }
}

/** Maximum number of ancestors that are followed. */
const MAX_ANCESTORS = 100

/**
 * Declares that the rows of a response form a tree: no row is its own ancestor.
 * @example
 * tree('a folder is not its own ancestor', from(folders.list, '$[]'), 'id', 'parent_id')
 */
export function tree<T extends object>(
  name: string,
  selection: Selection<T>,
  key: keyof T & string,
  parent: keyof T & string,
): Relation {
  const of = reading(selection, [key, parent])
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

/** Returns the field to which findings refer: the first that a relation reads, or null for the rows of a list. */
const reportedField = ([path = '']: readonly string[]) => /^[\w$-]+/.exec(path)?.[0] ?? null

/**
 * Declares a rule for every selected object or list.
 * @param reads the paths that the rule reads; findings refer to the first, or to the whole list
 * @example
 * holds('an order adds up', from(orders.list, '$[]'), ['total', 'lines'], 'the sum of its lines', ({ total, lines }) =>
 *   total === sum(lines))
 */
export function holds<T extends object, const Path extends Readable<T>>(
  name: string,
  of: Selection<T>,
  reads: readonly Path[],
  expected: string,
  test: (object: Declared<T, Path>, request: CaseRequest) => boolean,
): Relation {
  const field = reportedField(reads)
  const check = ({ object, request }: SelectedObject) =>
    test(object as never, request) ? [] : [{ field, expected }]
  return { name, of: reading(of, reads), with: [], rule: () => check }
}

/**
 * Declares how a read follows from the previous read of the same URL and account, and from the writes in between.
 * Checked only after a write or for accounts that this run has registered, because all other data may be changed by
 * other clients.
 * @param reads the paths that the rule reads; findings refer to the first, or to the whole list
 * @example
 * follows('a removal removes one', from(notes.list, '$'), ['length'], [sent(notes.remove, [], (request) => [request])],
 *   'one less for each removal', (after, before, removed) => after.length === before.length - removed.length)
 */
export function follows<T extends object, W extends object, const Path extends Readable<T>>(
  name: string,
  of: Selection<T>,
  reads: readonly Path[],
  writes: readonly Selection<W>[],
  expected: string,
  test: (after: Declared<T, Path>, before: Declared<T, Path>, changes: readonly W[]) => boolean,
): Relation {
  const field = reportedField(reads)
  const rule: Relation['rule'] = (others) => {
    const earlier = new Map<string, SelectedObject>()
    return (selected) => {
      const before = earlier.get(selected.source)
      earlier.set(selected.source, selected)
      if (!before) return []
      const changes = others
        .filter(({ order }) => order > before.order && order < selected.order)
        .filter(({ account }) => selected.account === undefined || selected.account === account)
        .map(({ object }) => object as W)
      const isChecked = changes.length > 0 || selected.account !== undefined
      const isBroken = isChecked && !test(selected.object as never, before.object as never, changes)
      return isBroken ? [{ field, expected, other: before }] : []
    }
  }
  return { name, of: reading(of, reads), with: writes, rule }
}

/** The id of an added or removed row. `added` is null if the response does not contain the new id. */
export type Change = { added: string | null } | { removed: string }

/**
 * Declares that a list changes only as requested: a read contains the ids from the previous read, plus added and minus
 * removed ones, each exactly once.
 * @example
 * collects('saved notes', from(notes.list, '$'), [sent(notes.remove, [], ({ id }) => [{ removed: id }])])
 */
export function collects(
  name: string,
  of: Selection<readonly { id: number | string }[]>,
  writes: readonly Selection<Change>[],
): Relation {
  const expected = 'the previous rows, plus added and minus removed ones'
  return follows(name, of, ['[].id'], writes, expected, (after, before, changes) => {
    const ids = new Set<string | symbol>(before.map(({ id }) => String(id)))
    for (const change of changes)
      if ('removed' in change) ids.delete(change.removed)
      else ids.add(change.added ?? Symbol('an id that the response does not contain'))
    const found = new Set<string | symbol>(after.map(({ id }) => String(id)))
    return after.length === ids.size && [...ids].every((id) => found.has(id) || typeof id === 'symbol')
  })
}
