import { createTestApp } from 'mock-server/test/test-app'
import { beforeAll, expect, test } from 'vitest'
import { MAX_PRODUCTS, ShopIndex } from './shop-index.ts'

/** The whole catalogue of the emulator. */
let responses: unknown[]
beforeAll(async () => {
  const emulator = await createTestApp()
  const request = async (path: string) => (await emulator.fetch(`${emulator.origin}/api/v1${path}`)).json()
  responses = [await request('/products/latest?limit=1000'), await request('/categories')]
  await emulator.close()
})

function wholeIndex(): ShopIndex {
  const index = new ShopIndex()
  for (const response of responses) add(index, response)
  return index
}

function add(index: ShopIndex, response: unknown, receivedAt = 1): void {
  for (const _ of index.addResponse(response, receivedAt));
}

const namesOf = (index: ShopIndex, query: string) => index.find(query, 3).map(({ product }) => product.name)
const atlas = { id: 1, name: 'Atlas', price: 9000 }

test('returns nothing for queries without a match', () => {
  const index = wholeIndex()
  for (const query of ['zzzzqqqq', '', '?', '9780000000000']) expect(index.find(query, 3)).toEqual([])
})

test.each([
  ['biolgy', 'biology'],
  ['p4 mathematcs', 'p4 mathematics'],
  ['social ocial', 'social social'],
  ['sceince', 'science'],
  ['altas', 'atlas'],
  ['book of psalms', null],
  ['psalm', null],
  ['maths', null],
  ['biol', null],
  ['zzzzqqqq', null],
])('corrects "%s" to %s', (query, corrected) => {
  expect(wholeIndex().correct(query)).toBe(corrected)
})

test('finds no product that has only a word of the same beginning and end', () => {
  for (const query of ['book of psalms', 'psalm']) expect(namesOf(wholeIndex(), query)).toEqual([])
  expect(namesOf(wholeIndex(), 'plam leaf mat')[0]).toMatch(/^Palm-Leaf Mat/)
})

test('does not take a word for a misspelling if a product contains it', () => {
  const index = new ShopIndex()
  add(index, [
    { ...atlas, name: 'Leather Shoes' },
    { ...atlas, id: 2, name: 'Shops of Kampala' },
    { ...atlas, id: 3, name: 'Girls' },
  ])
  expect(namesOf(index, 'shoes for girls').sort()).toEqual(['Girls', 'Leather Shoes'])
})

test('does not return a book for the same class on a different subject', () => {
  const index = new ShopIndex()
  add(index, [
    { ...atlas, name: 'Crane English P4' },
    { ...atlas, id: 2, name: 'Globe P5' },
  ])
  expect(index.find('p4 mathematics', 3)).toEqual([])
  expect(namesOf(index, 'p4 english mathematics')).toEqual(['Crane English P4'])
})

test('keeps the fields of the newest response, regardless of the order of arrival', () => {
  const index = new ShopIndex()
  add(index, [atlas], 2)
  add(index, [{ ...atlas, price: 8000 }], 1)
  expect(index.find('atlas', 1)[0]?.product.price).toBe(9000)
  add(index, [{ ...atlas, name: 'Small Globe', price: 7000 }], 3)
  expect(index.find('atlas', 1)).toEqual([])
  expect(index.find('globe', 1)[0]?.product.price).toBe(7000)
  expect(index.size).toBe(1)
})

test('removes a product that is no longer sold', () => {
  const index = new ShopIndex()
  add(index, [atlas])
  index.removeProduct(1).next()
  expect(index.find('atlas', 1)).toEqual([])
})

test('drops the oldest products when the limit is exceeded', () => {
  const index = new ShopIndex()
  for (let id = 1; id <= MAX_PRODUCTS + 1; id++) add(index, [{ ...atlas, id, name: `Atlas ${id}` }], id)
  expect(index.size).toBeLessThanOrEqual(MAX_PRODUCTS)
  expect(namesOf(index, 'atlas 1')).not.toContain('Atlas 1')
  const newest = `Atlas ${MAX_PRODUCTS + 1}`
  expect(namesOf(index, newest)).toContain(newest)
})

test('adds products and categories at any depth of a response', () => {
  const index = new ShopIndex()
  add(index, {
    data: [
      { id: 3, title: 'New', items: [{ id: 7, name: 'Globe', price: 5000, category_ids: [{ id: '3' }] }] },
    ],
    more: [{ id: 3, name: 'Primary Four', parent_id: 0 }, null, 'text', { id: 9, name: 'No price' }],
  })
  expect(namesOf(index, 'p4 globe')).toEqual(['Globe'])
  for (const nothing of [null, 'text', 7, [], {}, { id: 1, name: 'x' }]) add(index, nothing)
  expect(index.size).toBe(1)
})

test('classifies a product when the names of its categories arrive', () => {
  const index = new ShopIndex()
  add(index, [{ ...atlas, category_ids: [{ id: '3' }] }])
  expect(namesOf(index, 'p4 atlas')).toEqual([])
  add(index, [{ id: 3, name: 'Primary Four', parent_id: 0 }])
  expect(namesOf(index, 'p4 atlas')).toEqual(['Atlas'])
})

test('derives the class of a textbook from its name before the categories have loaded', () => {
  const index = new ShopIndex()
  const products = [
    { id: 1, name: "Equator Primary Mathematics Pupil's Book 7", price: 9000 },
    { id: 2, name: "Mabira Biology Learner's Book 2", price: 9000 },
  ]
  add(index, { products })
  expect(namesOf(index, 'p7 maths')).toEqual(["Equator Primary Mathematics Pupil's Book 7"])
  expect(namesOf(index, 'senior two biology')).toEqual(["Mabira Biology Learner's Book 2"])
})
