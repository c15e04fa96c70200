import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { nonEmpty } from 'contracts/non-empty'
import type { FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { PAYMENT_REQUEST } from '../test/payment-client.ts'
import { createEmulator, type Emulator, type EmulatorOptions } from './emulator.ts'
import { seedFile } from './seed/seed-file.ts'
import { StartError } from './start-error.ts'

const root = resolve(import.meta.dirname, '../..')
let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'kitabo-emulator-'))
})

/** Runs work with an emulator, and closes it. */
async function withEmulator<Result>(
  options: EmulatorOptions,
  work: (emulator: Emulator) => Promise<Result>,
): Promise<Result> {
  const emulator = await createEmulator(options)
  return work(emulator).finally(emulator.close)
}
const countProducts = async ({ control }: Emulator) => (await control('GET /status')).products
const readStock = async ({ control }: Emulator) =>
  (await control('GET /stock')).products.find(({ id }) => id === 5)?.stock
const setStock = ({ control }: Emulator, stock: number) => control('POST /stock', { body: { id: 5, stock } })

describe('an emulator with a data folder', () => {
  test('keeps its data across restarts, and a reset restores the seed', async () => {
    const seeded = await withEmulator({ data }, async (emulator) => {
      const before = await readStock(emulator)
      await setStock(emulator, 77)
      return before
    })
    await withEmulator({ data }, async (emulator) => {
      expect(await readStock(emulator)).toBe(77)
      await emulator.control('POST /reset')
    })
    expect(await withEmulator({ data }, readStock)).toBe(seeded)
  })

  test('accepts log-ins after a restart with the same seed and time', async () => {
    const reproducible = { data, seed: 'x', frozenAt: '2026-11-20T09:00:00Z' }
    const logIn = ({ client, demo }: Emulator) =>
      client()('POST /auth/login', {
        body: { email_or_phone: demo?.email ?? '', password: demo?.password ?? '' },
      })
    const first = await withEmulator(reproducible, logIn)
    expect(await withEmulator(reproducible, logIn)).toEqual(first)
  })

  test('is free again after a start that failed late', async () => {
    const extend = () => {
      throw new Error('no such plugin')
    }
    await expect(createEmulator({ data, extend })).rejects.toThrow('no such plugin')
    await (await createEmulator({ data })).close()
  })

  test('stays locked if an emulator that used it before is closed twice', async () => {
    const first = await createEmulator({ data, port: 0 })
    await first.close()
    await withEmulator({ data, port: 0 }, async ({ origin }) => {
      await first.close()
      await expect(createEmulator({ data })).rejects.toThrow(`in use by the emulator at ${origin}`)
    })
  })

  test('writes a restored snapshot to its file', async () => {
    await withEmulator({ data }, async (emulator) => {
      await setStock(emulator, 12)
      await emulator.control('POST /snapshots', { body: { name: 'twelve' } })
      await setStock(emulator, 1)
      await emulator.control('POST /snapshots/restore', { body: { name: 'twelve' } })
      expect(await readStock(emulator)).toBe(12)
    })
    expect(await withEmulator({ data }, readStock)).toBe(12)
  })

  test('refuses a database with a different number of products and does not change it', async () => {
    await withEmulator({ data, products: 40 }, countProducts)
    await expect(createEmulator({ data, products: 50 })).rejects.toThrow(
      /emulator\.sqlite contains 40 products, not 50; start with --fresh to seed it again/,
    )
    expect(await withEmulator({ data }, countProducts)).toBe(40)
  })

  test('updates stored products after the code that writes them has changed, and keeps its data', async () => {
    await withEmulator({ data }, async (emulator) => {
      await setStock(emulator, 77)
      const { db } = emulator.worlds.default
      db.exec("UPDATE products SET json = json_set(json, '$.unit', 'of an older version')")
      db.exec("UPDATE settings SET value = json_set(value, '$.sources', 'older') WHERE name = 'seeded_with'")
    })
    await withEmulator({ data }, async (emulator) => {
      const { products } = await emulator.client()('GET /products/latest', { query: { limit: '600' } })
      expect(nonEmpty(products).filter(({ unit }) => unit === 'of an older version')).toEqual([])
      expect(await readStock(emulator)).toBe(77)
    })
  })

  test('lets only one of two emulators that start at the same time use the folder', async () => {
    const outcomes = await Promise.allSettled([createEmulator({ data }), createEmulator({ data })])
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

  test('is in use while another process runs, until it is killed', async () => {
    const command = ['mock-server/src/main.ts', '--port', '0', '--data', data, '--products', '20']
    const child = spawn(process.execPath, command, { cwd: root })
    for await (const chunk of child.stdout) if (String(chunk).includes('Emulator is up')) break
    await expect(createEmulator({ data })).rejects.toThrow(
      /is in use by the emulator at http:\/\/127\.0\.0\.1:\d+; stop/,
    )
    child.kill('SIGKILL')
    await once(child, 'exit')
    await (await createEmulator({ data })).close()
  })

  test('seeds again if seeding was interrupted', async () => {
    const onProgress = () => {
      throw new Error('killed')
    }
    await expect(createEmulator({ data, products: 3000, onProgress })).rejects.toThrow('killed')
    expect(await withEmulator({ data, products: 40 }, countProducts)).toBe(40)
  })

  test('is not seeded or renamed if the built shop is missing', async () => {
    await (await createEmulator({ data, products: 20 })).close()
    const before = readdirSync(data)
    const options = { products: 100_000, shop: '/none' }
    for (const change of [{ data: join(data, 'new') }, { data, fresh: true }])
      await expect(createEmulator({ ...options, ...change })).rejects.toThrow(
        new StartError('/none contains no built shop; run npm start, or omit --shop.'),
      )
    expect(readdirSync(data)).toEqual(before)
  })
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

test('an emulator in memory can be reset after the cached seeds were deleted', async () => {
  await withEmulator({ products: 30 }, async (emulator) => {
    rmSync(seedFile(null, { products: 30 }))
    await emulator.control('POST /reset')
    expect(await countProducts(emulator)).toBe(30)
    await emulator.inWorld('other').client()('GET /banners')
  })
})

test.skipIf(process.platform === 'win32')(
  'an emulator starts while another one deletes an outdated seed from the cache',
  async () => {
    vi.stubEnv('XDG_CACHE_HOME', data)
    onTestFinished(() => void vi.unstubAllEnvs())
    mkdirSync(join(data, 'kitabo'), { mode: 0o700 })
    // Is listed, but has no status, like a file that is deleted after the folder was read.
    symlinkSync(join(data, 'gone'), join(data, 'kitabo/seed-0000.sqlite'))
    expect(await withEmulator({ products: 30 }, countProducts)).toBe(30)
  },
)

test.each<[damage: string, (bytes: Buffer) => Buffer]>([
  ['is empty', () => Buffer.alloc(0)],
  ['is cut in half', (bytes) => bytes.subarray(0, bytes.length / 2)],
  ['has a page of zeros', (bytes) => bytes.fill(0, bytes.length / 2, bytes.length / 2 + 4096)],
])('an emulator replaces a cached seed that %s', async (_, damage) => {
  vi.stubEnv('XDG_CACHE_HOME', data)
  onTestFinished(() => void vi.unstubAllEnvs())
  const options = { products: 30 }
  await withEmulator(options, countProducts)
  const seed = seedFile(null, options)
  const damaged = damage(readFileSync(seed))
  writeFileSync(seed, damaged)
  expect(await withEmulator(options, countProducts)).toBe(30)
  expect(readFileSync(seed).equals(damaged)).toBe(false)
  expect(await withEmulator(options, countProducts)).toBe(30)
})

test('an emulator that fails to close releases its data folder', async () => {
  const extend = (app: FastifyInstance) =>
    app.addHook('onClose', async () => {
      throw new Error('no')
    })
  const emulator = await createEmulator({ data, products: 30, extend })
  await expect(emulator.close()).rejects.toThrow('no')
  expect(emulator.worlds.default.db.open).toBe(false)
  expect(await withEmulator({ data }, countProducts)).toBe(30)
})

test('an emulator has the default of each payment option that is undefined', async () => {
  const undefinedOptions = { webhookUrl: undefined, secretHash: undefined, retryAfter: undefined } as never
  await withEmulator({ payments: undefinedOptions }, async (emulator) => {
    const { fetch, control } = emulator
    await fetch('http://localhost/__emulator/payments', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ request: PAYMENT_REQUEST, method: 'ussd', input: {} }),
    })
    await expect
      .poll(async () => (await control('GET /outbox')).messages.flatMap(({ deliveries }) => deliveries))
      .toMatchObject([{ outcome: expect.stringContaining('200') }])
  })
})

test.each<[options: Record<string, unknown>, message: string]>([
  [{ prot: 0 }, 'createEmulator has no option "prot"; did you mean "port"?'],
  [{ bananas: 1 }, 'createEmulator has no option "bananas"; its options are data, fresh, '],
  [
    { payments: { secret: 'x' } },
    'createEmulator has no option "payments.secret"; its options are webhookUrl, ',
  ],
  [{ extensions: { isbm: false } }, 'createEmulator has no option "extensions.isbm"; did you mean "isbn"?'],
  [{ port: 'x' }, 'The option "port" must be a port number from 0 to 65535, found "x".'],
  [{ port: 70_000 }, 'The option "port" must be a port number from 0 to 65535, found 70000.'],
  [{ host: 1 }, 'The option "host" must be a string, found 1.'],
  [{ profile: '8' }, 'The option "profile" must be 7.1 or 7.7, found "8".'],
  [{ products: -1 }, 'The option "products" must be a number of products from 0 to 1000000, found -1.'],
  [{ frozenAt: 'now' }, 'The option "frozenAt" must be an ISO date like 2026-11-20T09:00:00Z, found "now".'],
  [
    { frozenAt: '+275760-09-12' },
    'The option "frozenAt" must be an ISO date within a hundred years of now, found "+275760-09-12".',
  ],
  [
    { allowOrigins: ['https://shop.example/'] },
    'The option "allowOrigins.0" must be an origin like https://shop.example, found "https://shop.example/".',
  ],
  [{ publicUrl: 'https:' }, 'The option "publicUrl" must be an http or https URL, found "https:".'],
  [
    { payments: { webhookUrl: 'http://[' } },
    'The option "payments.webhookUrl" must be an http or https URL, found "http://[".',
  ],
  [{ allowHosts: 'a' }, 'The option "allowHosts" must be a list of strings, found "a".'],
  [{ extend: {} }, 'The option "extend" must be a function, found an object.'],
])('an emulator with the options %j does not start', async (options, message) => {
  const started = createEmulator(options as EmulatorOptions)
  await expect(started).rejects.toThrow(StartError)
  await expect(started).rejects.toThrow(message)
})

test('an emulator that listens on all addresses returns a URL that clients can open', async () => {
  await withEmulator({ host: '0.0.0.0', port: 0 }, async ({ origin }) => {
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect((await fetch(`${origin}/api/v1/banners`)).status).toBe(200)
  })
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
  onTestFinished(emulator.close)
  const { fetch } = emulator.inWorld('trial')
  expect(await (await fetch('http://localhost/api/v1/loyalty')).json()).toEqual({ world: 'trial' })
  expect((await fetch('http://localhost/api/v1/banners')).headers.get('x-tried')).toBe('yes')
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
