import { nonEmpty } from 'contracts/non-empty'
import { expect, test } from 'vitest'
import { addFault, app, get, useAppPerTest } from '../../test/current-app.ts'

useAppPerTest()

const read = async (path: string) => (await get(`/api/v1${path}`)).body

const removeFaults = () => app.control('DELETE /faults', { body: {} })

test.each([
  ['number-as-text', 'price', expect.any(String)],
  ['null-in-required', 'price', null],
  ['missing-field', 'category_ids', undefined],
  ['unknown-enum', 'discount_type', 'unheard_of'],
  ['missing-image', 'image', expect.arrayContaining(['missing-on-purpose.webp'])],
] as const)('breaks the contract with %s in %s', async (contract, field, broken) => {
  await addFault({ path: '/products/latest', effect: { contract, at: `$.products[].${field}` } })
  const { products } = await read('/products/latest?limit=3')
  expect(products.map((product: Record<string, unknown>) => product[field])).toContainEqual(broken)
})

test('breaks every place of its kind at *, and images with their URLs', async () => {
  await addFault({ path: '/homepage/sections', effect: { contract: 'missing-image', at: '*' } })
  const { data } = (await read('/homepage/sections')) as {
    data: { items: { image: unknown; image_fullpath: string[] }[] }[]
  }
  const items = nonEmpty(data.flatMap(({ items }) => items))
  expect(new Set(items.flatMap(({ image }) => image))).toEqual(new Set(['missing-on-purpose.webp']))
  for (const url of items.flatMap(({ image_fullpath }) => image_fullpath))
    expect(url).toMatch(/^http:.*\/missing-on-purpose\.webp$/)
  for (const path of ['/banners', '/categories', '/config']) {
    await addFault({ path, effect: { contract: 'missing-image', at: '*' } })
    const body = JSON.stringify(await read(path))
    expect(body, path).not.toMatch(/"[^"]*(?<!missing-on-purpose)\.(?:webp|png|jpg|svg)"/)
  }
  await removeFaults()
  await addFault({ path: '/categories', effect: { contract: 'empty-list', at: '*' } })
  expect(await read('/categories')).toEqual([])
})

test('breaks the contract in a field that the seed selects', async () => {
  const healthy = await read('/products/latest?limit=2')
  await addFault({ path: '/products/latest', effect: { contract: 'null-in-required' } })
  expect(await read('/products/latest?limit=2')).not.toEqual(healthy)
  await removeFaults()
  expect(await read('/products/latest?limit=2')).toEqual(healthy)
})
