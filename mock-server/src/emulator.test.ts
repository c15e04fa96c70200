import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { nonEmpty } from 'contracts/non-empty'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEmulator, type Emulator } from './emulator.ts'
import { StartError } from './start-error.ts'

const root = resolve(import.meta.dirname, '../..')
let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'kitabo-emulator-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

const stockOf = async (emulator: Emulator, id: number) => {
  const { products } = await emulator.control('GET /stock')
  return products.find((each) => each.id === id)?.stock
}

describe('an emulator with a data folder', () => {
  test('keeps its data across restarts, and a reset restores the seed', async () => {
    const first = await createEmulator({ data })
    const seeded = await stockOf(first, 5)
    await first.control('POST /stock', { body: { id: 5, stock: 77 } })
    await first.close()

    const second = await createEmulator({ data })
    expect(await stockOf(second, 5)).toBe(77)
    await second.control('POST /reset')
    expect(await stockOf(second, 5)).toBe(seeded)
    await second.close()

    const third = await createEmulator({ data })
    expect(await stockOf(third, 5)).toBe(seeded)
    await third.close()
  })

  test('writes a restored snapshot to its file', async () => {
    const emulator = await createEmulator({ data })
    await emulator.control('POST /stock', { body: { id: 5, stock: 12 } })
    await emulator.control('POST /snapshots', { body: { name: 'twelve' } })
    await emulator.control('POST /stock', { body: { id: 5, stock: 1 } })
    await emulator.control('POST /snapshots/restore', { body: { name: 'twelve' } })
    expect(await stockOf(emulator, 5)).toBe(12)
    await emulator.close()
    const again = await createEmulator({ data })
    expect(await stockOf(again, 5)).toBe(12)
    await again.close()
  })

  test('refuses a database with a different number of products and does not change it', async () => {
    await (await createEmulator({ data, products: 40 })).close()
    await expect(createEmulator({ data, products: 50 })).rejects.toThrow(
      /emulator\.sqlite contains 40 products, not 50; start with --fresh to seed it again/,
    )
    const same = await createEmulator({ data })
    expect((await same.control('GET /status')).products).toBe(40)
    await same.close()
  })

  test('updates stored products after the code that writes them has changed, and keeps its data', async () => {
    const first = await createEmulator({ data })
    await first.control('POST /stock', { body: { id: 5, stock: 77 } })
    const { db } = first.worlds.default
    db.exec("UPDATE products SET json = json_set(json, '$.unit', 'of an older version')")
    db.exec("UPDATE settings SET value = json_set(value, '$.sources', 'older') WHERE name = 'seeded_with'")
    await first.close()
    const second = await createEmulator({ data })
    const { products } = await second.client()('GET /products/latest', { query: { limit: '600' } })
    expect(nonEmpty(products).filter(({ unit }) => unit === 'of an older version')).toEqual([])
    expect(await stockOf(second, 5)).toBe(77)
    await second.close()
  })

  test('lets only one of two emulators that start at the same time use the folder', async () => {
    const [first, second] = await Promise.allSettled([createEmulator({ data }), createEmulator({ data })])
    const outcomes = [first, second]
    const up = outcomes.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    expect(up).toHaveLength(1)
    expect(outcomes.find((each) => each.status === 'rejected')?.reason).toEqual(
      new StartError(
        `${data} is in use by another emulator that is starting; stop that one, choose a different folder with --data, or use --memory.`,
      ),
    )
    await up[0]?.close()
    await (await createEmulator({ data })).close()
  })

  test('lets only one of two processes that start at the same time use the folder, until it is killed; the other exits with one message', async () => {
    const command = ['mock-server/src/main.ts', '--port', '0', '--data', data, '--products', '20']
    const starts = [0, 1].map(() => {
      const child = spawn(process.execPath, command, { cwd: root })
      let output = ''
      child.stderr.on('data', (chunk) => {
        output += chunk
      })
      return new Promise<string>((settled) => {
        child.stdout.on('data', (chunk) => String(chunk).includes('Emulator is up') && settled('up'))
        child.on('exit', (code) => settled(`${code} ${output}`))
      }).then((outcome) => ({ outcome, child }))
    })
    const outcomes = await Promise.all(starts)
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
      expect.stringMatching(/^1 \S+ is in use by [^\n]+\n$/),
      'up',
    ])
    await expect(createEmulator({ data })).rejects.toThrow(
      /is in use by the emulator at http:\/\/127\.0\.0\.1:\d+; stop/,
    )
    const { child } = outcomes.find(({ outcome }) => outcome === 'up') as (typeof outcomes)[number]
    child.kill('SIGKILL')
    await new Promise((gone) => child.on('exit', gone))
    await (await createEmulator({ data })).close()
  })

  test('seeds again if seeding was interrupted', async () => {
    const seeding = createEmulator({
      data,
      products: 3000,
      onProgress: () => {
        throw new Error('killed')
      },
    })
    await expect(seeding).rejects.toThrow('killed')
    const next = await createEmulator({ data, products: 40 })
    expect((await next.control('GET /status')).products).toBe(40)
    await next.close()
  })

  test('contains the requested number of products', async () => {
    const large = await createEmulator({ data, products: 700, seed: 'large' })
    expect((await large.control('GET /status')).products).toBe(700)
    const { products } = await large.client()('GET /products/latest', { query: { limit: '200' } })
    for (const product of nonEmpty(products))
      expect(product.name === null || product.name.length > 1).toBe(true)
    expect(new Set(products.map((product) => product.id)).size).toBe(200)
    await large.close()
    const small = await createEmulator({ products: 50 })
    expect((await small.control('GET /status')).products).toBe(50)
    await small.close()
  })
})

test('does not seed or rename a database if the built shop is missing', async () => {
  await (await createEmulator({ data, products: 20 })).close()
  const before = readdirSync(data)
  await expect(createEmulator({ data: join(data, 'new'), products: 100_000, shop: '/none' })).rejects.toThrow(
    '/none contains no built shop',
  )
  await expect(createEmulator({ data, fresh: true, products: 100_000, shop: '/none' })).rejects.toThrow(
    StartError,
  )
  expect(readdirSync(data)).toEqual(before)
})

test('an emulator that listens on all addresses returns a URL that clients can open', async () => {
  const emulator = await createEmulator({ host: '0.0.0.0', port: 0 })
  expect(emulator.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  await emulator.close()
})

test('reports a port in use in one message', async () => {
  const emulator = await createEmulator({ port: 0 })
  const port = Number(new URL(emulator.origin).port)
  await expect(createEmulator({ port })).rejects.toThrow(StartError)
  await expect(createEmulator({ port })).rejects.toThrow(`Port ${port} is taken`)
  await emulator.close()
})

test('compresses responses on request, with the same content', async () => {
  const emulator = await createEmulator({ port: 0 })
  const request = (encoding: string) =>
    fetch(`${emulator.origin}/api/v1/products/latest`, { headers: { 'Accept-Encoding': encoding } })
  const [plain, gzip, br] = await Promise.all([request('identity'), request('gzip'), request('br')])
  expect([plain, gzip, br].map((each) => each.headers.get('content-encoding'))).toEqual([null, 'gzip', 'br'])
  const [a, b, c] = await Promise.all([plain.text(), gzip.text(), br.text()])
  expect(b === a).toBe(true)
  expect(c === a).toBe(true)
  await emulator.close()
})

test('an embedded emulator listens on a free port', async () => {
  const emulator = await createEmulator({ port: 0 })
  expect((await fetch(`${emulator.origin}/api/v1/banners`)).status).toBe(200)
  expect((await emulator.control('GET /status')).products).toBeGreaterThan(400)
  await emulator.close()
})

test('an embedded emulator accepts routes and hooks, which run in the world of each request', async () => {
  const emulator = await createEmulator({
    extend: (app) => {
      app.get('/api/v1/loyalty', (request) => ({ world: request.world.name }))
      app.addHook('onSend', (request, reply, payload, done) => {
        if (request.url === '/api/v1/banners') reply.header('x-tried', 'yes')
        done(null, payload)
      })
    },
  })
  const { fetch } = emulator.inWorld('trial')
  expect(await (await fetch('http://localhost/api/v1/loyalty')).json()).toEqual({ world: 'trial' })
  expect((await fetch('http://localhost/api/v1/banners')).headers.get('x-tried')).toBe('yes')
  await emulator.close()
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
    const client = emulator.client(emulator.tokenOf())
    const { products } = await client('GET /products/latest')
    expect(products.map(({ id, name, image }) => [id, name, image?.length])).toEqual([
      [8, 'Plain hat', 0],
      [7, 'Straw hat', 1],
    ])
    const [banner] = await client('GET /banners')
    const [category] = await client('GET /categories')
    for (const url of [products[1]?.image_fullpath?.[0], banner?.image_fullpath]) {
      const image = await emulator.fetch(String(url))
      expect(image.status).toBe(200)
      expect(image.headers.get('content-type')).toBe('image/webp')
    }
    expect(category).toMatchObject({ name: 'Hats', products_count: 2 })
    expect((await client('GET /homepage/sections')).data[0]?.items.map(({ id }) => id)).toEqual([7])
    expect(await client('GET /customer/order/list')).toEqual([])
    expect(emulator.broken).toEqual([])
    await emulator.close()
  })

  test('names the file and the JSON path of each mistake', async () => {
    write('products/hats.json', [{ ...hat, price: '15000', category_id: 2, colour: 'red' }])
    const problem = `${join(data, 'products/hats.json')}: $[0]`
    await expect(createEmulator({ catalogue: data })).rejects.toThrow(
      `${problem}.price must be a whole number of shillings, found "15000".`,
    )
    write('products/hats.json', [{ ...hat, category_id: 2 }])
    await expect(createEmulator({ catalogue: data })).rejects.toThrow(
      `${problem}.category_id must be the id of a category: 2 does not exist.`,
    )
    await expect(createEmulator({ catalogue: join(data, 'none') })).rejects.toThrow(
      `${join(data, 'none', 'products')}: $ cannot be read (ENOENT)`,
    )
  })

  test('is refused for a data folder that was seeded from a different catalogue', async () => {
    const folder = join(data, 'data')
    await (await createEmulator({ data: folder, catalogue: data })).close()
    await (await createEmulator({ data: folder, catalogue: data })).close()
    await expect(createEmulator({ data: folder })).rejects.toThrow(
      'emulator.sqlite contains a different catalogue; start with --fresh to seed it again',
    )
  })
})
