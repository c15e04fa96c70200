import type { CaseRequest } from './endpoint.ts'
import { isAsync } from './is-async.ts'
import { type ReadablePath, type ReadFields, type Selection, withReads } from './selection.ts'

/** A selected object and the request it belongs to. */
export type SelectedObject = {
  object: Record<string, unknown>
  isSent: boolean
  /** Position of the response in the run. */
  sequence: number
  request: CaseRequest
  /** URL and account of a read. Only reads from the same source are compared. */
  source: string
  /** The --staging account that sent the request, if any. Nobody but this run changes its data. */
  account: string | undefined
}

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
  title: string
  /** Why the statement is an assumption, like `assumed` of a case. */
  assumed?: string
  of: Selection<object>
  /** The objects to compare with. Defaults to those of all relations with the same `createCheck`. */
  with?: readonly Selection<object>[]
  /**
   * @param unreadWrites positions of the writes whose objects are unknown
   * @returns a function that checks one object; it is called in the order of the responses
   */
  createCheck: (
    comparedObjects: readonly SelectedObject[],
    unreadWrites: readonly number[],
  ) => (selected: SelectedObject) => readonly Contradiction[]
}

/**
 * Declares which fields of an entity must be equal in all responses. The relations of one call are checked together,
 * so that each resource declares its own selections. A value is compared with the latest one that was sent before
 * it. If none was sent, the most frequent value is correct, or else the first to occur that often. Do not declare
 * volatile fields, such as stock.
 * @example
 * const product = entity<Product>('a product', 'id', ['name', 'price'])
 * export const relations = [product.in(from(products.latest, '$.products[]'))]
 */
export function entity<T extends object>(
  title: string,
  key: keyof T & string,
  fields: readonly (keyof T & string)[],
): { in: (selection: Selection<{ [K in keyof T]?: unknown }>) => Relation } {
  type Vote = { selected: SelectedObject; count: number }
  const createCheck: Relation['createCheck'] = (comparedObjects) => {
    const valuesOf = (selected: SelectedObject) => {
      const id = selected.object[key] ?? ''
      const present = fields.filter((field) => id !== '' && selected.object[field] !== undefined)
      return present.map((field) => ({ field, idAndField: `${id} ${field}`, value: selected.object[field] }))
    }
    const writes = new Map<string, SelectedObject[]>()
    for (const selected of comparedObjects.filter(({ isSent }) => isSent))
      for (const { idAndField } of valuesOf(selected))
        writes.set(idAndField, [...(writes.get(idAndField) ?? []), selected])
    const latestWrite = (idAndField: string, { sequence }: SelectedObject) =>
      writes.get(idAndField)?.findLast((write) => write.sequence <= sequence)
    const votes = new Map<string, Vote>()
    const majority = new Map<string, Vote>()
    for (const selected of comparedObjects)
      for (const { idAndField, value } of valuesOf(selected)) {
        if (latestWrite(idAndField, selected)) continue
        const candidate = `${idAndField} ${JSON.stringify(value)}`
        const vote = votes.get(candidate) ?? { selected, count: 0 }
        vote.count++
        votes.set(candidate, vote)
        if (vote.count > (majority.get(idAndField)?.count ?? 0)) majority.set(idAndField, vote)
      }
    return (selected) =>
      valuesOf(selected).flatMap(({ field, idAndField, value }) => {
        const other = latestWrite(idAndField, selected) ?? majority.get(idAndField)?.selected
        const isEqual = !other || selected.isSent || covers(value, other.object[field])
        return isEqual ? [] : [{ field, other }]
      })
  }
  return { in: (of) => ({ title, of: withReads(of, [key, ...fields]), createCheck }) }
}

/**
 * Whether a value contains all fields of `other` with equal values. A number equals its string, and null an empty
 * one.
 */
function covers(value: unknown, other: unknown): boolean {
  if (other === null || typeof other !== 'object') return String(value ?? '') === String(other ?? '')
  const fields = Object(value) as Record<string, unknown>
  if (Array.isArray(other) && fields.length !== other.length) return false
  return Object.entries(other).every(([name, value]) => covers(fields[name], value))
}

/**
 * Declares that an id refers to an object that some response to the same account contains. Null and 0 are ignored.
 * @example
 * reference(
 *   'a banner links to a category',
 *   from(banners.list, '$[]'), 'category_id',
 *   from(categories.list, '$[]'), 'id',
 * )
 */
export function reference<T extends object, U extends object>(
  title: string,
  of: Selection<T>,
  field: keyof T & string,
  among: Selection<U>,
  key: keyof U & string,
): Relation {
  const createCheck: Relation['createCheck'] = (comparedObjects) => {
    const idOf = ({ object, account }: SelectedObject) => `${account ?? ''} ${object[key]}`
    const ids = new Set(comparedObjects.map(idOf))
    return ({ object, account }) => {
      const id = String(object[field] ?? '0')
      const other = comparedObjects.find((candidate) => candidate.account === account)
      if (!other || id === '0' || ids.has(`${account ?? ''} ${id}`)) return []
      return [{ field, expected: 'a known id', id, other, otherField: key }]
    }
  }
  return { title, of: withReads(of, [field]), with: [withReads(among, [key])], createCheck }
}

/** Maximum number of ancestors that are followed. */
const MAX_ANCESTORS = 100

/**
 * Declares that the rows of a response form a tree: no row is its own ancestor.
 * @example
 * tree('a folder is not its own ancestor', from(folders.list, '$[]'), 'id', 'parent_id')
 */
export function tree<T extends object>(
  title: string,
  selection: Selection<T>,
  key: keyof T & string,
  parent: keyof T & string,
): Relation {
  const of = withReads(selection, [key, parent])
  const createCheck: Relation['createCheck'] = (comparedObjects) => {
    const parents = new Map(
      comparedObjects.map(({ sequence, object }) => [`${sequence} ${object[key]}`, object[parent]]),
    )
    return ({ sequence, object }) => {
      const ancestors = new Set<unknown>()
      let id = object[parent]
      while (id !== undefined && !ancestors.has(id) && ancestors.size < MAX_ANCESTORS) {
        ancestors.add(id)
        id = parents.get(`${sequence} ${id}`)
      }
      return ancestors.has(object[key]) ? [{ field: parent, expected: 'the id of a row above it' }] : []
    }
  }
  return { title, of, with: [of], createCheck }
}

function rejectAsync(title: string, test: unknown): void {
  if (isAsync(test)) throw new TypeError(`The test of "${title}" must not be asynchronous.`)
}

/** Returns the field to which findings refer: the first that a relation reads, or null for the rows of a list. */
const reportedFieldOf = ([path = '']: readonly string[]) => /^[\w$-]+/.exec(path)?.[0] ?? null

/**
 * Declares a condition for every selected object or list.
 * @param reads the paths that the condition reads; findings refer to the first, or to the whole list
 * @example
 * holds(
 *   'an order adds up',
 *   from(orders.list, '$[]'),
 *   ['total', 'lines'],
 *   'the sum of its lines',
 *   ({ total, lines }) => total === sum(lines),
 * )
 */
export function holds<T extends object, const Path extends ReadablePath<T>>(
  title: string,
  of: Selection<T>,
  reads: readonly Path[],
  expected: string,
  test: (object: ReadFields<T, Path>, request: CaseRequest) => boolean,
): Relation {
  rejectAsync(title, test)
  const field = reportedFieldOf(reads)
  const check = ({ object, request }: SelectedObject) =>
    test(object as never, request) ? [] : [{ field, expected }]
  return { title, of: withReads(of, reads), with: [], createCheck: () => check }
}

/**
 * Declares how a read follows from the previous read of the same URL and account, and from the writes in between.
 * Checked only after a write or for accounts that this run has registered, because all other data may be changed by
 * other clients.
 * @param reads the paths that the condition reads; findings refer to the first, or to the whole list
 * @example
 * follows('a removal removes one', from(notes.list, '$'), ['length'], [sent(notes.remove, [], (request) => [request])],
 *   'one less for each removal', (after, before, removed) => after.length === before.length - removed.length)
 */
export function follows<T extends object, W extends object, const Path extends ReadablePath<T>>(
  title: string,
  of: Selection<T>,
  reads: readonly Path[],
  writes: readonly Selection<W>[],
  expected: string,
  test: (after: ReadFields<T, Path>, before: ReadFields<T, Path>, changes: readonly W[]) => boolean,
): Relation {
  rejectAsync(title, test)
  const field = reportedFieldOf(reads)
  const createCheck: Relation['createCheck'] = (comparedObjects, unreadWrites) => {
    const earlier = new Map<string, SelectedObject>()
    return (selected) => {
      const before = earlier.get(selected.source)
      earlier.set(selected.source, selected)
      if (!before) return []
      const isBetween = (sequence: number) => sequence > before.sequence && sequence < selected.sequence
      if (unreadWrites.some(isBetween)) return []
      const changes = comparedObjects
        .filter(({ sequence }) => isBetween(sequence))
        .filter(({ account }) => selected.account === undefined || selected.account === account)
        .map(({ object }) => object as W)
      const isChecked = changes.length > 0 || selected.account !== undefined
      const isBroken = isChecked && !test(selected.object as never, before.object as never, changes)
      return isBroken ? [{ field, expected, other: before }] : []
    }
  }
  return { title, of: withReads(of, reads), with: writes, createCheck }
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
  title: string,
  of: Selection<readonly { id: number | string }[]>,
  writes: readonly Selection<Change>[],
): Relation {
  const expected = 'the previous rows, plus added and minus removed ones'
  return follows(title, of, ['[].id'], writes, expected, (after, before, changes) => {
    const ids = new Set<string | symbol>(before.map(({ id }) => String(id)))
    for (const change of changes)
      if ('removed' in change) ids.delete(change.removed)
      else ids.add(change.added ?? Symbol('an id that the response does not contain'))
    const laterIds = new Set<string | symbol>(after.map(({ id }) => String(id)))
    return after.length === ids.size && [...ids].every((id) => laterIds.has(id) || typeof id === 'symbol')
  })
}
