import type { Endpoint, SuccessOf } from './endpoint.ts'

/** What was sent: path parameters, query and body, as a case states them. */
export type RelationRequest = {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: unknown
}

/** The objects of an endpoint's successful responses that a relation is about. */
export type Selection<T extends object> = {
  endpoint: Endpoint
  /** @returns objects of the body itself, not copies: their JSON paths are found by identity */
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
  return { endpoint, select: select as Selection<T>['select'] }
}

/** A statement about several responses of one run, or about values that a type cannot express. */
export type Relation =
  /** The fields of an entity agree wherever it appears. Fields that change by themselves, such as stock, are left out. */
  | {
      kind: 'same'
      name: string
      key: string
      fields: readonly string[]
      in: Selection<object>
    }
  /** Every value of a field, except null and 0, is the key of an object in another response. */
  | {
      kind: 'known'
      name: string
      of: Selection<object>
      field: string
      among: Selection<object>
      key: string
    }
  /** A rule that every selected object keeps. */
  | {
      kind: 'holds'
      name: string
      of: Selection<object>
      field: string
      expected: string
      test: (object: never, request: RelationRequest) => boolean
    }

/**
 * Declares which fields of an entity agree wherever it appears. Entities of the same name belong together, so each
 * resource can declare its own appearances.
 * @example
 * const product = entity<Product>('a product', 'id', ['name', 'price'])
 * export const relations = [product.in(from(products.latest, (body) => body.products))]
 */
export function entity<T extends object>(
  name: string,
  key: keyof T & string,
  fields: readonly (keyof T & string)[],
): { in: (selection: Selection<{ [K in keyof T]?: T[K] | undefined }>) => Relation } {
  return { in: (selection) => ({ kind: 'same', name, key, fields, in: selection as Selection<object> }) }
}

/**
 * Declares that an id in one response is known to another one.
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
  return { kind: 'known', name, of: of as Selection<object>, field, among: among as Selection<object>, key }
}

/**
 * Declares a rule about every selected object.
 * @param field the field that a finding names
 * @example
 * holds('an order adds up', from(orders.list, (body) => body), 'total', 'the sum of its lines', (order) => order.total === sum(order.lines))
 */
export function holds<T extends object>(
  name: string,
  of: Selection<T>,
  field: keyof T & string,
  expected: string,
  test: (object: T, request: RelationRequest) => boolean,
): Relation {
  return { kind: 'holds', name, of: of as Selection<object>, field, expected, test: test as never }
}
