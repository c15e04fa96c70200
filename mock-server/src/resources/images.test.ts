import { DEFAULT_PRODUCT_IMAGE } from 'contracts/images'
import { describe, expect, test } from 'vitest'
import { app, get, useSharedApp } from '../../test/current-app.ts'
import { selectAll, selectOne } from '../world/queries.ts'

useSharedApp()

describe('images', () => {
  const fileOf = (condition: string) =>
    selectOne<{ file: string }>(app.world, `SELECT file FROM images WHERE ${condition} ORDER BY file`)?.file
  const product = () => `/product/${fileOf("folder = 'product'")}`
  const bytesOf = async (path: string) =>
    Buffer.from(await (await app.fetch(`http://localhost${path}`)).arrayBuffer())

  test('are served as WebP with a long cache lifetime and an ETag', async () => {
    const { headers } = await get(product())
    expect(headers.get('content-type')).toBe('image/webp')
    expect(headers.get('cache-control')).toContain('max-age=31536000')
    const bytes = await bytesOf(product())
    expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 12)).toBe('RIFFWEBP')
    expect(Number(headers.get('content-length'))).toBe(bytes.length)
    const condition = { 'If-None-Match': `"other", W/${headers.get('etag')}` }
    expect((await get(product(), condition)).status).toBe(304)
  })

  test('are resized to the next larger of a few widths, but never enlarged', async () => {
    const widthOf = async (query: string) => {
      const bytes = await bytesOf(`${product()}${query}`)
      // Lossless WebP: the 14 bits after the signature are the width minus one.
      expect([bytes.toString('latin1', 12, 16), bytes[20]]).toEqual(['VP8L', 0x2f])
      return (bytes.readUInt16LE(21) & 0x3fff) + 1
    }
    const whole = await widthOf('')
    expect(await widthOf('?w=200')).toBe(320)
    expect(await widthOf('?w=160')).toBe(160)
    for (const query of ['?w=1200', '?w=9000', '?w=-1']) expect(await widthOf(query)).toBe(whole)
  })

  test('exist partly only below /storage, and one listed image does not exist', async () => {
    const stored = fileOf(
      "folder = 'storage/product' AND file NOT IN (SELECT file FROM images WHERE folder = 'product')",
    )
    expect((await get(`/product/${stored}`)).status).toBe(404)
    expect((await get(`/storage/product/${stored}`)).status).toBe(200)
    const sql = `SELECT value FROM products, json_each(products.wire_fields, '$.image')
      WHERE value NOT IN (SELECT file FROM images)`
    expect(selectAll(app.world, sql)).toHaveLength(1)
    expect((await get(`/storage/product/${DEFAULT_PRODUCT_IMAGE}`)).status).toBe(404)
  })

  test('are not served from other folders', async () => {
    for (const path of ['/product/..%2F..%2Fpackage.json', '/storage/product/%2e%2e%2fx', '/product/%00'])
      expect((await get(path)).status).toBe(404)
  })

  test('are in the second folder only in a world without productImagePlace', async () => {
    const body = { name: 'stored-only', extensions: { productImagePlace: false } }
    await app.control('POST /worlds', { body })
    const inWorld = { 'X-Emulator-World': body.name }
    expect((await get(product())).status).toBe(200)
    expect((await get(product(), inWorld)).status).toBe(404)
    expect((await get(`/storage${product()}`, inWorld)).status).toBe(200)
  })
})
