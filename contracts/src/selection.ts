import type { BodyOf, CaseRequest, Endpoint, ParamsOf, SuccessOf } from './endpoint.ts'
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
  /** Returns undefined in place of an object that cannot be read from a request. */
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
 * Selects objects from accepted request bodies that match their schema, combined with fields of the response, such as
 * an id.
 * @param fields the fields of the response that are read
 * @param select receives the body of the request, the fields of the response, and the parameters of the path
 * @example
 * sent(addresses.add, ['id'], (request, { id }) => [{ ...request, id }])
 * sent(notes.remove, [], (_, __, { id }) => [{ removed: id }])
 */
export function sent<E extends Endpoint, T extends object, K extends KeyIn<SuccessOf<E>> = never>(
  endpoint: E,
  fields: readonly K[],
  select: (
    request: BodyOf<E>,
    response: { [Field in K]: FieldIn<SuccessOf<E>, Field> },
    params: ParamsOf<E>,
  ) => readonly T[],
): Selection<T> {
  return {
    endpoint,
    isSent: true,
    path: '$',
    reads: fields.map((field) => `$.${field}`),
    // A recording may lack the request body, or a host may accept one of another type.
    select: (body, { body: request, params = {} }) =>
      endpoint.body?.safeParse(request).success === false
        ? [undefined]
        : select(request as BodyOf<E>, body as never, toText(params) as ParamsOf<E>),
  }
}

const toText = (params: NonNullable<CaseRequest['params']>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))

/** Selects the rows of the selected lists. */
export function rowsOf<T extends object>(lists: Selection<readonly T[]>): Selection<T> {
  const select: Selection<T>['select'] = (body, request) =>
    lists.select(body, request).flatMap((list) => list ?? [])
  return { ...lists, path: `${lists.path}[]`, select }
}

/** A field, or a path below it: `details[].order_id`, `products.length`. */
type PathIn<T> = `${KeyIn<T>}${'' | `.${string}` | `[]${string}`}`
/** The paths that a relation may declare to read: in an object, or in the rows of a list. */
export type ReadablePath<T> = T extends readonly (infer Row)[] ? `[].${PathIn<Row>}` | 'length' : PathIn<T>
type FirstKey<Path> = Path extends `${infer Key}[]${string}`
  ? FirstKey<Key>
  : Path extends `${infer Key}.${string}`
    ? FirstKey<Key>
    : Path
/** The declared fields of an object or list. A rule that reads another one does not compile. */
export type ReadFields<T, Path> = [T] extends [readonly (infer Row)[]]
  ? readonly Pick<Row, (Path extends `[].${infer Rest}` ? FirstKey<Rest> : never) & keyof Row>[]
  : { [Key in FirstKey<Path> & KeyIn<T>]: FieldIn<T, Key> }

/** Adds paths in the selected objects to those that are read. The fields of a request are not part of the response. */
export function withReads<T extends object>(selection: Selection<T>, paths: readonly string[]): Selection<T> {
  if (selection.isSent) return selection
  const inBody = paths.map((path) => selection.path + (path.startsWith('[') ? path : `.${path}`))
  return { ...selection, reads: [...selection.reads, ...inBody] }
}

/**
 * Selects an object made from each selected one, or none if `derive` returns null.
 * @example
 * derived(from(orders.list, '$[]'), ['note'], ({ note }) => (note ? { note: note.trim() } : null))
 */
export function derived<T extends object, const Path extends ReadablePath<T>, U extends object>(
  selection: Selection<T>,
  reads: readonly Path[],
  derive: (object: ReadFields<T, Path>, request: CaseRequest) => U | null,
): Selection<U> {
  const select: Selection<U>['select'] = (body, request) =>
    selection.select(body, request).map((object) => object && derive(object as never, request))
  return { ...withReads(selection, reads), select }
}
