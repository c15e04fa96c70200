import { categoryImageUrl, DEFAULT_PRODUCT_IMAGE } from 'contracts/images'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/test-app.ts'
import { selectAll, selectOne } from '../world/world.ts'

let app: TestApp
const origin = 'http://localhost:8080'

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const get = (path: string, headers: Record<string, string> = { Accept: 'application/json' }) =>
  app.fetch(origin + path, { headers, redirect: 'manual' })

describe('images', () => {
  const image = (folder: string) =>
    selectOne<{ file: string }>(
      app.world,
      'SELECT file FROM images WHERE folder = ? ORDER BY file LIMIT 1',
      folder,
    )?.file

  test('serves images as WebP with a long cache lifetime and an ETag', async () => {
    const response = await get(`/product/${image('product')}`)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toContain('max-age=31536000')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.toString('latin1', 0, 4)).toBe('RIFF')
    expect(bytes.toString('latin1', 8, 12)).toBe('WEBP')
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length)
    const again = await get(`/product/${image('product')}`, {
      'If-None-Match': `"other", W/${response.headers.get('etag')}`,
    })
    expect(again.status).toBe(304)
  })

  test('resizes images to the next larger of a few widths, but never enlarges them', async () => {
    const widthOf = async (query: string) => {
      const response = await get(`/product/${image('product')}${query}`)
      const bytes = Buffer.from(await response.arrayBuffer())
      // Lossless WebP: the 14 bits after the signature are the width minus one.
      expect(bytes.toString('latin1', 12, 16)).toBe('VP8L')
      expect(bytes[20]).toBe(0x2f)
      return (bytes.readUInt16LE(21) & 0x3fff) + 1
    }
    const whole = await widthOf('')
    expect(await widthOf('?w=200')).toBe(320)
    expect(await widthOf('?w=160')).toBe(160)
    expect(await widthOf('?w=1200')).toBe(whole)
    expect(await widthOf('?w=9000')).toBe(whole)
    expect(await widthOf('?w=-1')).toBe(whole)
  })

  test('serves some images only below /storage, and does not have every listed image', async () => {
    const onlyStored = selectOne<{ file: string }>(
      app.world,
      `SELECT file FROM images WHERE folder = 'storage/product'
       AND file NOT IN (SELECT file FROM images WHERE folder = 'product') LIMIT 1`,
    )
    expect((await get(`/product/${onlyStored?.file}`)).status).toBe(404)
    expect((await get(`/storage/product/${onlyStored?.file}`)).status).toBe(200)

    const listed = selectAll<{ file: string }>(
      app.world,
      'SELECT value AS file FROM products, json_each(products.images)',
    )
    const drawn = new Set(
      selectAll<{ file: string }>(app.world, 'SELECT file FROM images').map((row) => row.file),
    )
    expect(listed.filter(({ file }) => !drawn.has(file))).toHaveLength(1)
    expect((await get(`/storage/product/${DEFAULT_PRODUCT_IMAGE}`)).status).toBe(404)
  })

  test('serves no files outside the image folders', async () => {
    for (const path of ['/product/..%2F..%2Fpackage.json', '/storage/product/%2e%2e%2fx', '/product/%00']) {
      expect((await get(path)).status).toBe(404)
    }
  })

  test('returns category images with the 33-character base URL that the shop expects', async () => {
    for (const at of ['http://localhost:8080', 'http://127.0.0.1:54321', 'http://a.example']) {
      const [category] = await (await app.fetch(`${at}/api/v1/categories`)).json()
      expect(category.image_fullpath[32]).toBe('/')
      const response = await app.fetch(categoryImageUrl(category.image_fullpath) as string)
      expect(response.headers.get('content-type')).toBe('image/webp')
    }
  })
})

describe('map tiles', () => {
  test('draws the city', async () => {
    const tile = await get('/__emulator/maps/tiles/13/4837/4088.svg')
    expect(tile.headers.get('content-type')).toContain('image/svg+xml')
    expect(await tile.text()).toContain('<path')
  })

  test('draws the lake, the borders and the towns of the country', async () => {
    const tile = await (await get('/__emulator/maps/tiles/6/37/31.svg')).text()
    expect(tile).toContain('fill="#cde2f2"')
    expect(tile).toContain('stroke-dasharray')
    expect(await (await get('/__emulator/maps/tiles/7/75/63.svg')).text()).toContain('>Kampala</text>')
  })

  test('returns 404 for tiles outside the map', async () => {
    for (const path of ['13/-1/0.svg', '2/9/0.svg', 'x/y/z.svg', '40/0/0.svg']) {
      expect((await get(`/__emulator/maps/tiles/${path}`)).status).toBe(404)
    }
  })
})
