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

type Fields = { name: string; description?: string; total_stock?: number; tax?: string }

/** Returns an index of products with ids from 1. */
function indexOf(...products: (string | Fields)[]): ShopIndex {
  const index = new ShopIndex()
  for (const [position, product] of products.entries()) {
    const fields = typeof product === 'string' ? { name: product } : product
    add(index, [{ id: position + 1, price: 9000, ...fields }])
  }
  return index
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
  ['altas', 'atlas'],
  ['book of psalms', null],
  ['maths', null],
  ['biol', null],
  ['zzzzqqqq', null],
])('corrects "%s" to %s', (query, corrected) => {
  expect(wholeIndex().correct(query)).toBe(corrected)
})

test.each([
  ['a typo in four characters', 'glbe', 'Globe', 'globe'],
  ['two typos in eight characters', 'elefhent', 'Elephant', 'elephant'],
  ['a superfluous character among six, even the second', 'golobe', 'Globe', 'globe'],
  ['a superfluous character among five, but a later one', 'palmm', 'Palm', 'palm'],
])('corrects %s: "%s" for %s', (_, query, name, corrected) => {
  expect(indexOf(name).correct(query)).toBe(corrected)
})

test.each([
  ['a typo in three characters', 'mab', 'Map'],
  ['two typos in seven characters', 'gireffo', 'Giraffe'],
  ['a superfluous second character among five', 'psalm', 'Palm'],
  ['a number', '1984', 'Year 1948'],
  ['a common word', 'atlas from', 'Atlas Form'],
  ['a word with a synonym', 'tale', 'Table'],
  ['the beginning of a word', 'shop', 'Shopping Ship'],
  ['a word of a book for a different class', 'p5 glbe', 'Globe P4'],
])('does not correct %s: "%s" for %s', (_, query, name) => {
  expect(indexOf(name).correct(query)).toBeNull()
})

test('corrects a word to the closest one', () => {
  const index = indexOf('Giraffe', 'Stories and Songs of Giraffes in Africa')
  expect(index.correct('giraffees')).toBe('giraffes')
})

test.each([
  ['a word by its beginning', 'biol', ['Biology'], ['Chemistry']],
  ['only whole numbers', '96 pages', ['96 Pages'], ['960 Pages']],
  ['only a whole word of one character', 'c', ['Vitamin C'], ['Crayons']],
  [
    'only products with all words if a typo is corrected',
    'pupil biolgy',
    ['Pupil Biology'],
    ['Biology Songs', 'Pupil Songs'],
  ],
  ['half of the words', 'red green blue white', ['Red Green Pencil'], ['Blue Pencil']],
  ['half of the words for a class', 'p4 red green blue white', ['P4 Red Green Pen'], ['P4 Blue Pen']],
  ['a third of three words', 'red green blue', ['Blue Pencil'], ['Black Pencil']],
])('finds %s: "%s"', (_, query, matches, others) => {
  expect(namesOf(indexOf(...others, ...matches), query)).toEqual(matches)
})

test.each<[string, string, Fields, Fields]>([
  ['a name that begins with the query', ' Atlas ', { name: 'Atlas Uganda' }, { name: 'Uganda Atlas' }],
  ['a name with a common word of the query', 'atlas the', { name: 'The Atlas' }, { name: 'New Atlas' }],
  ['a name with a synonym of it', 'atlas books', { name: 'Atlas Book' }, { name: 'Atlas Map' }],
  [
    'a textbook that is numbered by one of the classes',
    'p4 to p5 maths',
    { name: "Maths Pupil's Book 5" },
    { name: 'Maths Wall Chart P5' },
  ],
  ['a whole word', 'atlas', { name: 'Atlas' }, { name: 'Atlases' }],
  [
    'a word in the name',
    'uganda',
    { name: 'Map of Uganda' },
    { name: 'Map of Kenya', description: '<em>Uganda</em>' },
  ],
  ['a product in stock', 'atlas', { name: 'Atlas', total_stock: 1 }, { name: 'Atlas', total_stock: 0 }],
  ['a product of unknown stock', 'atlas', { name: 'Atlas' }, { name: 'Atlas', total_stock: 0 }],
])('ranks %s first', (_, query, first, second) => {
  // Products of equal rank are in the order of their ids.
  const matches = indexOf(second, first).find(query, 3)
  expect(matches.map(({ id }) => id)).toEqual([2, 1])
})

test('orders products of equal rank by id, regardless of the order of arrival', () => {
  const index = new ShopIndex()
  for (const id of [2, 1, 3]) add(index, [{ ...atlas, id }])
  expect(index.find('atlas', 3).map(({ id }) => id)).toEqual([1, 2, 3])
})

test('omits a product whose description only has a longer word, if another name has the word itself', () => {
  const distant = { name: 'Stories of Kampala', description: '<em>kintuwangala</em>' }
  expect(namesOf(indexOf('Kintu'), 'kintu')).toEqual(['Kintu'])
  expect(namesOf(indexOf(distant), 'kintu')).toEqual(['Stories of Kampala'])
  expect(namesOf(indexOf(distant, 'Kintu'), 'kintu')).toEqual(['Kintu'])
})

test('returns at most the requested number of products, without their long descriptions', () => {
  const matches = indexOf({ name: 'Atlas', description: 'Maps' }, 'Atlas', 'Atlas').find('atlas', 2)
  expect(matches).toMatchObject([
    { id: 1, product: { description: '' } },
    { id: 2, product: { description: '' } },
  ])
})

test('finds a product by the beginning of its ISBN, which is an exact match', () => {
  const index = indexOf('Atlas', { name: 'Globe', tax: '978-9970-760-45-9' })
  expect(index.find('978997076', 3)).toMatchObject([{ id: 2, isExact: true }])
})

test.each([
  ['a name', 'By Grace Ogot in 1966.', 'ogot'],
  ['the first emphasised text', '<em>okapi</em> and <strong>quagga</strong>', 'okapi'],
  ['a later emphasised text', '<em>okapi</em> and <strong>quagga</strong>', 'quagga'],
  ['an emphasised text of 60 characters', `<em>${'okapi '.repeat(9)}quagga</em>`, 'quagga'],
])('finds a product by %s in its description', (_, description, query) => {
  expect(namesOf(indexOf({ name: 'Atlas', description }), query)).toEqual(['Atlas'])
})

const longNames = [1, 2, 3, 4, 5].map((number) => `<em>${number} ${'okapi '.repeat(8)}</em>`)

test.each([
  ['a single capitalised word', 'Printed in Kampala.', 'kampala'],
  ['an emphasised text of more than 60 characters', `<em>${'okapi '.repeat(9)}quaggas</em>`, 'quaggas'],
  ['what follows 240 characters of names', `${longNames.join(' ')} <em>quagga</em>`, 'quagga'],
])('finds no product by %s in its description', (_, description, query) => {
  expect(namesOf(indexOf({ name: 'Atlas', description }), query)).toEqual([])
})

test('finds no product that has only a word of the same beginning and end', () => {
  for (const query of ['book of psalms', 'psalm']) expect(namesOf(wholeIndex(), query)).toEqual([])
  expect(namesOf(wholeIndex(), 'plam leaf mat')[0]).toMatch(/^Palm-Leaf Mat/)
})

test('does not take a word for a misspelling if a product contains it', () => {
  const index = indexOf('Globe Stand', 'Glove Box', 'Girls')
  expect(namesOf(index, 'globe girls')).toEqual(['Girls', 'Globe Stand'])
})

test('does not return a book for the same class on a different subject', () => {
  const index = indexOf('Crane English P4', 'Globe P5')
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

test('finds a product by the author in its newest description only', () => {
  const index = new ShopIndex()
  add(index, [{ ...atlas, description: 'By Grace Ogot.' }], 1)
  add(index, [{ ...atlas, description: 'By Chinua Achebe.' }], 2)
  expect(namesOf(index, 'ogot')).toEqual([])
  expect(namesOf(index, 'achebe')).toEqual(['Atlas'])
})

test('removes a product that is no longer sold until it is sold again', () => {
  const index = new ShopIndex()
  add(index, [atlas], 1)
  index.removeProduct(1, 3).next()
  expect(index.find('atlas', 1)).toEqual([])
  // A list of an earlier visit is read after the product's page.
  add(index, [atlas], 2)
  expect(index.find('atlas', 1)).toEqual([])
  add(index, [atlas], 4)
  expect(namesOf(index, 'atlas')).toEqual(['Atlas'])
})

test('drops the 500 products that were received first when the limit is exceeded', () => {
  const index = new ShopIndex()
  const addAtlas = (id: number, receivedAt: number) =>
    add(index, [{ ...atlas, id, name: `Atlas ${id}` }], receivedAt)
  for (let id = 1; id <= MAX_PRODUCTS; id++) addAtlas(id, id)
  addAtlas(1, MAX_PRODUCTS + 1)
  expect(index.size).toBe(MAX_PRODUCTS)
  addAtlas(MAX_PRODUCTS + 1, MAX_PRODUCTS + 2)
  expect(index.size).toBe(MAX_PRODUCTS - 499)
  const isKept = (id: number) => namesOf(index, `atlas ${id}`).includes(`Atlas ${id}`)
  expect([1, 2, 501, 502, MAX_PRODUCTS + 1].map(isKept)).toEqual([true, false, false, true, true])
})

test('ignores a product without an id, which has no page', () => {
  const index = new ShopIndex()
  add(index, [
    { ...atlas, id: null },
    { ...atlas, id: 2 },
  ])
  expect(index.size).toBe(1)
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

test.each([
  ['one of its categories', { category_ids: [{ id: '5' }, { id: '3' }] }],
  ['its category', { category_id: 3 }],
])('classifies a product when the name of %s arrives', (_, fields) => {
  const index = new ShopIndex()
  add(index, [{ ...atlas, ...fields }])
  expect(namesOf(index, 'p4 atlas')).toEqual([])
  add(index, [
    { id: 5, name: 'Textbooks', parent_id: 0 },
    { id: 3, name: 'Primary Four to Primary Five', parent_id: 0 },
  ])
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
