import { expect, test } from 'vitest'
import { parseJsonText } from '../src/json-text.ts'
import { cpuMs } from '../test/cpu-time.ts'
import { nonEmpty } from '../test/non-empty.ts'
import { extractProductValues, fileNames, idOf, productsOf } from './extract.ts'
import { providerContracts } from './provider.ts'

const withContent = Object.entries(providerContracts.cases).flatMap(([name, cases]) =>
  cases.flatMap(({ title, content }) => (content ? [{ name, title, content }] : [])),
)
const rows = [{ id: 7 }]
/** Bodies with and without the content of a case, by endpoint. */
const BODIES: Record<string, [full: unknown, empty: unknown]> = {
  'products.details': [{ product: rows[0] }, { errors: { code: 'product-001' } }],
  'products.search': [{ products: rows }, { products: [] }],
  'categories.products': [rows, []],
  'categories.childes': [rows, []],
}

test.each(nonEmpty(withContent))('$name: $title, if the response has content', ({ name, content }) => {
  const [full, empty] = BODIES[name] as [unknown, unknown]
  expect(content.isPresent(full)).toBe(true)
  expect(content.isPresent(empty)).toBe(false)
})

test('values are read from any response, and unexpected ones are skipped', () => {
  expect([7, '7', '1'.repeat(15), 0, '07', 1.5, '1'.repeat(16), null, {}].map(idOf)).toEqual([
    '7',
    '7',
    '1'.repeat(15),
    null,
    null,
    null,
    null,
    null,
    null,
  ])
  expect(fileNames(['a.webp', 'def.png', 'a/b.webp', 'a', 7])).toEqual(['a.webp'])
  for (const odd of [null, 7, 'x', {}, { products: null }, [null]]) expect(productsOf(odd)).toEqual([])
  const products = [
    { id: 1, total_stock: 1, name: 'An Atlas', image: ['a.webp'], category_ids: [{ id: '3' }] },
    {
      id: 2,
      total_stock: 2,
      name: null,
      image: ['b.webp'],
      image_fullpath: ['http://x.test/assets/none.png'],
    },
    { id: 'x', total_stock: 9 },
  ]
  expect(extractProductValues(products, { productIds: ['9', '8', '7', '6'], words: ['known'] })).toEqual({
    productId: 2,
    productIds: ['9', '8', '7', '1', '6', '2'],
    categoryIds: ['3'],
    parentIds: [],
    words: ['known', 'Atlas'],
    productFiles: ['a.webp'],
    existingFiles: ['a.webp'],
  })
  expect(extractProductValues(products, { productId: 5 })).not.toHaveProperty('productId')
})

test('the values of a product are read from its details, also without related products', () => {
  const product = { id: 7, total_stock: 2, name: 'An Atlas', image: ['a.webp'] }
  const read = providerContracts.cases['products.details']?.[0]?.extract
  expect(read?.({ product, related_products: [] }, {})).toMatchObject({
    productId: 7,
    productIds: ['7'],
    words: ['Atlas'],
    existingFiles: ['a.webp'],
  })
})

test('no value is read from a response that has drifted everywhere', () => {
  const examples = [...Object.values(providerContracts.cases), providerContracts.staging?.steps ?? []].flat()
  const reading = nonEmpty(examples.filter(({ extract }) => extract))
  for (const { title, extract, outputs = [] } of reading) {
    expect(outputs.length, title).toBeGreaterThan(0)
    for (const odd of [null, 7, 'x', [], {}, [null], { id: 0, token: '', products: 7, order_id: 'x' }])
      expect(Object.values(extract?.(odd, {}) ?? {}).flat(), title).toEqual([])
  }
})

test('words and a warning before JSON are read from long texts in linear time', () => {
  const started = cpuMs()
  for (const part of ['W', '<', '<p ', '{ ', 'a '])
    parseJsonText(`${part.repeat(2_000_000 / part.length)}{"a":1}`)
  extractProductValues([{ id: 1, total_stock: 2, name: 'W'.repeat(2_000_000) }], {})
  expect(cpuMs() - started).toBeLessThan(2000)
})
