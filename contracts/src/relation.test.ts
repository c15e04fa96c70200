import { expect, test } from 'vitest'
import { z } from 'zod'
import { relations } from './api.ts'
import { type CaseRequest, endpoint } from './endpoint.ts'
import {
  type Change,
  collects,
  entity,
  follows,
  holds,
  type Relation,
  reference,
  type SelectedObject,
  tree,
} from './relation.ts'
import { from, type Selection } from './selection.ts'

const list = endpoint({
  method: 'GET',
  path: '/a',
  responses: { 200: z.array(z.object({ id: z.int(), value: z.unknown() })) },
})

const selectedObject = (object: object, change: Partial<SelectedObject> = {}): SelectedObject => ({
  object: object as SelectedObject['object'],
  isSent: false,
  sequence: 0,
  request: {},
  source: 'a',
  account: undefined,
  ...change,
})
const violationsOf = (
  { createCheck }: Pick<Relation, 'createCheck'>,
  objects: SelectedObject[],
  others: SelectedObject[],
) => objects.flatMap(createCheck(others, []))

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
  const objects = [selectedObject({ id: 1, value }), selectedObject({ id: 1, value: sent }, { isSent: true })]
  expect(violationsOf(relation, objects, objects)).toHaveLength(isEqual ? 0 : 1)
})

test('the most frequent value of an entity is correct, or else the earliest', () => {
  const relation = entity<{ id: number; value: unknown }>('a', 'id', ['value']).in(from(list, '$[]'))
  const wrongOf = (...values: unknown[]) => {
    const objects = values.map((value) => selectedObject({ id: 1, value }))
    return values.filter(
      (_, index) => violationsOf(relation, [objects[index] as SelectedObject], objects).length > 0,
    )
  }
  expect(wrongOf('a', 'b')).toEqual(['b'])
  expect(wrongOf('a', 'b', 'b', undefined)).toEqual(['a'])
  const unnamed = [
    selectedObject({ id: null, value: 1 }),
    selectedObject({ value: 2 }),
    selectedObject({ id: '', value: 3 }),
  ]
  expect(violationsOf(relation, unnamed, unnamed)).toEqual([])
})

const rows = from(list, '$[]')

test('a sent value of an entity is correct, however often responses contain another one', () => {
  const relation = entity<{ id: number; value: unknown }>('a', 'id', ['value']).in(rows)
  const read = [selectedObject({ id: 1, value: 'b' }), selectedObject({ id: 1, value: 'b' })]
  const sent = selectedObject({ id: 1, value: 'a' }, { isSent: true })
  expect(violationsOf(relation, [...read, sent], [...read, sent])).toEqual([
    { field: 'value', other: sent },
    { field: 'value', other: sent },
  ])
  expect(violationsOf(relation, [selectedObject({ id: 2, value: 'b' })], [sent])).toEqual([])
})

test('a read of an entity is compared with the latest value that was sent before it', () => {
  const relation = entity<{ id: number; value: unknown }>('a', 'id', ['value']).in(rows)
  const at = (sequence: number, value: string, isSent = false) =>
    selectedObject({ id: 1, value }, { sequence, isSent })
  const [created, changed] = [at(1, 'a', true), at(3, 'b', true)]
  const others = [at(0, 'x'), created, at(2, 'a'), changed, at(4, 'b')]
  expect(violationsOf(relation, others, others)).toEqual([])
  // A response to the write itself has its value, too.
  expect(violationsOf(relation, [at(1, 'b'), at(2, 'b'), at(3, 'a'), at(4, 'a')], others)).toEqual([
    { field: 'value', other: created },
    { field: 'value', other: created },
    { field: 'value', other: changed },
    { field: 'value', other: changed },
  ])
})

test('a reference is the id of an object of the same account, or none', () => {
  const relation = reference('a', rows, 'value', rows, 'id')
  const own = selectedObject({ id: 1 }, { account: 'a' })
  const others = [selectedObject({ id: 5 }), own, selectedObject({ id: 2 }, { account: 'b' })]
  const violationsFor = (value: unknown, account?: string) =>
    violationsOf(relation, [selectedObject({ value }, { account })], others)
  for (const value of [null, undefined, 0, '0', 1, '1']) expect(violationsFor(value, 'a')).toEqual([])
  expect(violationsFor(2, 'a')).toEqual([
    { field: 'value', expected: 'a known id', id: '2', other: own, otherField: 'id' },
  ])
  expect([violationsFor(5), violationsFor(1).length]).toEqual([[], 1])
  // Without a response to the account, nothing is known about its ids.
  expect(violationsFor(7, 'c')).toEqual([])
})

test('a row is not its own ancestor in the same response, up to a hundred levels', () => {
  const relation = tree('a', rows, 'id', 'value')
  const row = (id: number, value: number | undefined, sequence = 0) =>
    selectedObject({ id, value }, { sequence })
  const ring = (length: number) =>
    Array.from({ length }, (_, index) => row(index + 1, index + 1 === length ? 1 : index + 2))
  const above = [{ field: 'value', expected: 'the id of a row above it' }]
  expect(violationsOf(relation, ring(1), ring(1))).toEqual(above)
  expect(violationsOf(relation, ring(100).slice(0, 1), ring(100))).toEqual(above)
  expect(violationsOf(relation, ring(101).slice(0, 1), ring(101))).toEqual([])
  expect(violationsOf(relation, [row(1, 2)], [row(1, 2), row(2, 1, 1)])).toEqual([])
  const line = [row(1, 2), row(2, 3), row(3, undefined)]
  expect(violationsOf(relation, line, line)).toEqual([])
  // A row below a ring is not part of it.
  expect(violationsOf(relation, [row(9, 1)], [row(9, 1), ...ring(2)])).toEqual([])
})

test('a rule is reported at the first field that it reads, or for the whole list', () => {
  type Line = { id: number; lines: { price: number }[] }
  const lines = rows as unknown as Selection<Line>
  const fails = () => false
  const fieldOf = (relation: Relation) => violationsOf(relation, [selectedObject({})], [])
  expect(fieldOf(holds('a', lines, ['lines[].price', 'id'], 'a sum', fails))).toEqual([
    { field: 'lines', expected: 'a sum' },
  ])
  const lists = rows as unknown as Selection<readonly Line[]>
  expect(fieldOf(holds('a', lists, ['[].id'], 'a list', fails))).toEqual([
    { field: null, expected: 'a list' },
  ])
  const request = { query: { limit: '1' } }
  const isFirst = holds('a', lines, ['id'], 'x', (_, { query }) => query?.limit === '1')
  expect(violationsOf(isFirst, [selectedObject({}, { request })], [])).toEqual([])
})

const readAt = (sequence: number, ids: number[] = [], change: Partial<SelectedObject> = {}) =>
  selectedObject(
    ids.map((id) => ({ id })),
    { sequence, ...change },
  )
const writeAt = (sequence: number, object: object = {}, account?: string) =>
  selectedObject(object, { sequence, account })

test('a read follows from the previous one of its source, and the writes in between', () => {
  const seen: unknown[] = []
  const relation = follows('a', from(list, '$'), ['length'], [], 'more', (after, before, changes) => {
    seen.push([before.length, after.length, changes.length])
    return false
  })
  const [first, second] = [readAt(2, [1]), readAt(5, [1, 2])]
  const writes = [1, 2, 3, 4, 5, 6].map((sequence) => writeAt(sequence))
  expect(violationsOf(relation, [first, second], writes)).toEqual([
    { field: 'length', expected: 'more', other: first },
  ])
  expect(seen).toEqual([[1, 2, 2]])
  expect(violationsOf(relation, [first, readAt(5, [], { source: 'b' })], writes)).toEqual([])
  // Others may change public data in between.
  expect(violationsOf(relation, [first, second], [])).toEqual([])
  seen.length = 0
  const own = [readAt(2, [], { account: 'a' }), readAt(5, [], { account: 'a' })]
  expect(violationsOf(relation, own, [])).toHaveLength(1)
  violationsOf(relation, own, [writeAt(3, {}, 'a'), writeAt(3, {}, 'b'), writeAt(4)])
  violationsOf(relation, [first, second], [writeAt(3, {}, 'a'), writeAt(4)])
  expect(seen).toEqual([
    [0, 0, 0],
    [0, 0, 1],
    [1, 2, 2],
  ])
})

test.each<[isKept: boolean, changes: Change[], after: number[]]>([
  [true, [{ removed: '1' }, { added: '3' }], [3, 2]],
  [false, [{ removed: '1' }, { added: '3' }], [2]],
  [false, [{ removed: '1' }, { added: '3' }], [2, 4]],
  [false, [{ removed: '1' }, { added: '3' }], [2, 3, 3]],
  [false, [{ removed: '1' }], [1, 2]],
  [true, [{ added: '2' }], [1, 2]],
  [true, [{ added: null }], [1, 2, 9]],
  [true, [{ added: null }, { added: null }], [1, 2, 8, 9]],
  [false, [{ added: null }], [1, 2]],
])('a list changes as requested: %s for %j and then %j', (isKept, changes, after) => {
  const relation = collects('a', from(list, '$'), [])
  const reads = [readAt(0, [1, 2]), readAt(9, after)]
  const writes = changes.map((change, index) => writeAt(index + 1, change))
  const expected = 'the previous rows, plus added and minus removed ones'
  expect(violationsOf(relation, reads, writes)).toEqual(
    isKept ? [] : [{ field: null, expected, other: reads[0] }],
  )
})

const relationsNamed = (name: string) => relations.filter((relation) => relation.title === name)
const isKept = (name: string, object: object, request: CaseRequest = {}) => {
  const [relation] = relationsNamed(name)
  return relation && violationsOf(relation, [selectedObject(object, { request })], []).length === 0
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

const pricedProduct = (discount: number, discount_type: string, price = 500) => ({
  discount,
  discount_type,
  price,
})
const reducedProduct = (discount_percentage?: number, original_price = 100) => ({
  price: 75,
  original_price,
  discount_percentage,
})
const range = (lowest_price: number, highest_price: number) => ({ lowest_price, highest_price })

test.each<[name: string, kept: object[], broken: object[]]>([
  [
    'a discount is not larger than the price',
    [pricedProduct(100, 'percent', 5), pricedProduct(500, 'amount'), pricedProduct(0, 'amount')],
    [pricedProduct(101, 'percent'), pricedProduct(501, 'amount'), pricedProduct(-1, 'amount')],
  ],
  [
    'a discount matches both prices',
    [24, 26, undefined].map((share) => reducedProduct(share)),
    [reducedProduct(23), reducedProduct(27)],
  ],
  ['a discount matches both prices', [reducedProduct(27, 0)], []],
  ['the price range is not inverted', [range(5, 5)], [range(6, 5)]],
  ['orders are listed oldest first', [[], [{ id: 1 }, { id: 3 }]], [[{ id: 3 }, { id: 1 }]]],
])('%s at its limits', (name, kept, broken) => {
  for (const object of kept) expect(isKept(name, object), JSON.stringify(object)).toBe(true)
  for (const object of broken) expect(isKept(name, object), JSON.stringify(object)).toBe(false)
})

test('an order lowers the stock by the sum of its lines, and of no other product', () => {
  const lines = [1, 2, 1].map((id) => ({ product_id: String(id), quantity: id + 1 }))
  const writes = lines.map((line) => selectedObject(line, { sequence: 1, isSent: true }))
  const isLowered = (name: string, before: object, after: object) =>
    violationsOf(
      relationsNamed(name)[0] as Relation,
      [selectedObject(before), selectedObject(after, { sequence: 2 })],
      writes,
    ).length === 0
  const stockOf = (id: number, total_stock: number) => ({ id, total_stock })
  const own = 'an order lowers the stock by its quantity'
  expect([6, 5, 4].map((left) => isLowered(own, stockOf(1, 9), stockOf(1, left)))).toEqual([
    false,
    true,
    false,
  ])
  const list = 'an order lowers the stock of no other product'
  const others = [stockOf(2, 9), stockOf(3, 9)]
  expect(isLowered(list, others, [stockOf(2, 6), stockOf(3, 9), stockOf(4, 0)])).toBe(true)
  expect(isLowered(list, others, [stockOf(2, 9), stockOf(3, 9)])).toBe(false)
  expect(isLowered(list, others, [stockOf(2, 6), stockOf(3, 8)])).toBe(false)
})

test('an asynchronous test is refused, because its result would always count as true', () => {
  const wrong = async () => false
  const message = 'The test of "a" must not be asynchronous.'
  expect(() => holds('a', from(list, '$[]'), ['id'], 'b', wrong as never)).toThrow(message)
  expect(() => follows('a', from(list, '$[]'), ['id'], [], 'b', wrong as never)).toThrow(message)
})
