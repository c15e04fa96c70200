import { expect, test } from 'vitest'
import { z } from 'zod'
import { relations } from './api.ts'
import { type CaseRequest, endpoint } from './endpoint.ts'
import { entity, type Relation, type SelectedObject } from './relation.ts'
import { from } from './selection.ts'

const list = endpoint({
  method: 'GET',
  path: '/a',
  responses: { 200: z.array(z.object({ id: z.int(), value: z.unknown() })) },
})

const selected = (object: object, change: Partial<SelectedObject> = {}): SelectedObject => ({
  object: object as SelectedObject['object'],
  isSent: false,
  order: 0,
  request: {},
  source: 'a',
  account: undefined,
  ...change,
})
const violationsOf = (
  { rule }: Pick<Relation, 'rule'>,
  objects: SelectedObject[],
  others: SelectedObject[],
) => objects.flatMap(rule(others))

test.each<[value: unknown, sent: unknown, isEqual: boolean]>([
  [1, '1', true],
  ['a', 'b', false],
  [null, '', true],
  [null, 'a', false],
  ['a', null, false],
  [[{ a: 1 }], [{ a: 1 }], true],
  [[{ a: 1 }, { a: 2 }], [{ a: 1 }], false],
  [[{ a: 2 }], [{ a: 1 }], false],
  [[], [{ a: 1 }], false],
  [{ a: 1, more: 2 }, { a: '1' }, true],
  [{ a: 1 }, { a: 1, more: 2 }, false],
  [null, { a: 1 }, false],
])('an entity with the value %j, which was sent as %j, is equal: %s', (value, sent, isEqual) => {
  const relation = entity<{ id: number; value: unknown }>('a', 'id', ['value']).in(from(list, '$[]'))
  const objects = [selected({ id: 1, value }), selected({ id: 1, value: sent }, { isSent: true })]
  expect(violationsOf(relation, objects, objects)).toHaveLength(isEqual ? 0 : 1)
})

test('the most frequent value of an entity is correct, or else the earliest', () => {
  const relation = entity<{ id: number; value: unknown }>('a', 'id', ['value']).in(from(list, '$[]'))
  const wrongOf = (...values: unknown[]) => {
    const objects = values.map((value) => selected({ id: 1, value }))
    return values.filter(
      (_, index) => violationsOf(relation, [objects[index] as SelectedObject], objects).length > 0,
    )
  }
  expect(wrongOf('a', 'b')).toEqual(['b'])
  expect(wrongOf('a', 'b', 'b', undefined)).toEqual(['a'])
  const unnamed = [selected({ id: null, value: 1 }), selected({ value: 2 }), selected({ id: '', value: 3 })]
  expect(violationsOf(relation, unnamed, unnamed)).toEqual([])
})

const named = (name: string) => relations.filter((relation) => relation.name === name)
const isKept = (name: string, object: object, request: CaseRequest = {}) => {
  const [relation] = named(name)
  return relation && violationsOf(relation, [selected(object, { request })], []).length === 0
}
const page = (total_size: number, length: number, limit?: unknown) => ({
  total_size,
  limit,
  products: Array(length),
})

test.each<[isExpected: boolean, object: object, query?: Record<string, string>]>([
  [true, page(3, 3)],
  [false, page(4, 3)],
  [false, page(2, 3)],
  [true, page(40, 10)],
  [false, page(9, 10)],
  [true, page(2, 2, '4')],
  [true, page(9, 4, '4')],
  [false, page(9, 3, '4')],
  [true, page(9, 3, '4'), { offset: '2' }],
  [false, page(2, 3, '4'), { offset: '2' }],
  [false, page(9, 3, '4'), { offset: '1' }],
])('a total matches the rows: %s for %o of the page %o', (isExpected, object, query = {}) => {
  expect(isKept('a total matches the rows', object, { query })).toBe(isExpected)
})

const priced = (discount: number, discount_type: string, price = 500) => ({ discount, discount_type, price })
const reduced = (discount_percentage?: number, original_price = 100) => ({
  price: 75,
  original_price,
  discount_percentage,
})
const range = (lowest_price: number, highest_price: number) => ({ lowest_price, highest_price })

test.each<[name: string, kept: object[], broken: object[]]>([
  [
    'a discount is not larger than the price',
    [priced(100, 'percent', 5), priced(500, 'amount'), priced(0, 'amount')],
    [priced(101, 'percent'), priced(501, 'amount'), priced(-1, 'amount')],
  ],
  [
    'a discount matches both prices',
    [24, 26, undefined].map((share) => reduced(share)),
    [reduced(23), reduced(27)],
  ],
  ['a discount matches both prices', [reduced(27, 0)], []],
  ['the price range is not inverted', [range(5, 5)], [range(6, 5)]],
  ['orders are listed oldest first', [[], [{ id: 1 }, { id: 3 }]], [[{ id: 3 }, { id: 1 }]]],
])('%s at its limits', (name, kept, broken) => {
  for (const object of kept) expect(isKept(name, object), JSON.stringify(object)).toBe(true)
  for (const object of broken) expect(isKept(name, object), JSON.stringify(object)).toBe(false)
})

test('an order lowers the stock by the sum of its lines, and of no other product', () => {
  const lines = [1, 2, 1].map((id) => ({ product_id: String(id), quantity: id + 1 }))
  const writes = lines.map((line) => selected(line, { order: 1, isSent: true }))
  const isLowered = (name: string, before: object, after: object) =>
    violationsOf(named(name)[0] as Relation, [selected(before), selected(after, { order: 2 })], writes)
      .length === 0
  const stock = (id: number, total_stock: number) => ({ id, total_stock })
  const own = 'an order lowers the stock by its quantity'
  expect([6, 5, 4].map((left) => isLowered(own, stock(1, 9), stock(1, left)))).toEqual([false, true, false])
  const list = 'an order lowers the stock of no other product'
  const others = [stock(2, 9), stock(3, 9)]
  expect(isLowered(list, others, [stock(2, 6), stock(3, 9), stock(4, 0)])).toBe(true)
  expect(isLowered(list, others, [stock(2, 9), stock(3, 9)])).toBe(false)
  expect(isLowered(list, others, [stock(2, 6), stock(3, 8)])).toBe(false)
})
