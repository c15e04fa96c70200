import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { countProducts, withEmulator } from '../../test/with-emulator.ts'
import { createEmulator } from '../emulator.ts'
import { countRows } from '../world/queries.ts'

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'kitabo-catalogue-'))
})

test('an emulator contains the requested number of products, with names', async () => {
  await withEmulator({ products: 700, seed: 'large' }, async (emulator) => {
    expect(await countProducts(emulator)).toBe(700)
    const { products } = await emulator.client()('GET /products/latest', { query: { limit: '200' } })
    expect(products.filter(({ name }) => name !== null && name.length < 2)).toEqual([])
    expect(new Set(products.map(({ id }) => id)).size).toBe(200)
  })
  expect(await withEmulator({ products: 50 }, countProducts)).toBe(50)
})

test('reports the progress at least every 500 products, until it is complete', async () => {
  const progress: number[] = []
  await withEmulator({ products: 2000, onProgress: (done) => progress.push(done) }, countProducts)
  expect(progress).toEqual(progress.toSorted((a, b) => a - b))
  expect(progress.at(-1)).toBe(1)
  const steps = progress.map((done, index) => done - (progress[index - 1] ?? 0))
  expect(Math.max(...steps)).toBeLessThan(0.16)
})

test('a reduced catalogue keeps references to its products, and none to others', async () => {
  await withEmulator({ products: 200 }, async ({ worlds: { default: world } }) => {
    const others = 'product_id NOT IN (SELECT id FROM products)'
    for (const table of ['wishlist', 'order_lines', 'banners']) {
      expect(countRows(world, `${table} WHERE ${others}`), table).toBe(0)
      expect(countRows(world, `${table} WHERE NOT ${others}`), table).toBeGreaterThan(0)
    }
    expect(countRows(world, 'banners WHERE product_id IS NULL')).toBeGreaterThan(0)
  })
})

describe('an emulator with its own catalogue', () => {
  const write = (file: string, content: unknown) => writeFileSync(join(data, file), JSON.stringify(content))
  const hat = { id: 7, name: 'Straw hat', category_id: 1, price: 15_000, stock: 3 }
  beforeEach(() => {
    mkdirSync(join(data, 'products'))
    write('categories.json', [{ id: 1, name: 'Hats' }])
    write('products/hats.json', [hat, { ...hat, id: 8, images: [], name: 'Plain hat' }])
  })

  test('serves its products with drawn images, and the built-in store and demo account', async () => {
    write('banners.json', [{ id: 1, title: 'Hats', product_id: 7, banner_type: 'primary' }])
    write('sections.json', [{ id: 1, title: 'New', product_ids: [7] }])
    const emulator = await createEmulator({ catalogue: data })
    onTestFinished(emulator.close)
    const client = emulator.client(emulator.tokenOf())
    const { products } = await client('GET /products/latest')
    expect(products.map(({ id, name, image }) => [id, name, image?.length])).toEqual([
      [8, 'Plain hat', 0],
      [7, 'Straw hat', 1],
    ])
    const [banner] = await client('GET /banners')
    for (const url of [products[1]?.image_fullpath?.[0], banner?.image_fullpath]) {
      const { status, headers } = await emulator.fetch(String(url))
      expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
    }
    expect((await client('GET /categories'))[0]).toMatchObject({ name: 'Hats', products_count: 2 })
    expect((await client('GET /homepage/sections')).data[0]?.items.map(({ id }) => id)).toEqual([7])
    expect(await client('GET /customer/order/list')).toEqual([])
    expect(emulator.invalidResponses).toEqual([])
  })

  test('names the file and the JSON path of each mistake', async () => {
    const started = createEmulator({ catalogue: join(data, 'none') })
    await expect(started).rejects.toThrow(`${join(data, 'none', 'products')}: $ cannot be read (ENOENT)`)
    for (const [change, message] of [
      [{ price: '15000', colour: 'red' }, 'price must be a whole number of shillings, found "15000".'],
      [{ category_id: 2 }, 'category_id must be the id of a category: 2 does not exist.'],
    ] as const) {
      write('products/hats.json', [{ ...hat, ...change }])
      await expect(createEmulator({ catalogue: data })).rejects.toThrow(
        `${join(data, 'products/hats.json')}: $[0].${message}`,
      )
    }
  })

  test('is refused for a data folder that was seeded from a different catalogue', async () => {
    const folder = join(data, 'data')
    for (const _ of [1, 2]) await (await createEmulator({ data: folder, catalogue: data })).close()
    await expect(createEmulator({ data: folder })).rejects.toThrow(
      'emulator.sqlite contains a different catalogue; start with --fresh to seed it again',
    )
  })
})
