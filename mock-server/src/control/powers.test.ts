import { ApiError } from 'contracts/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEmulator } from '../emulator.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { one } from '../world.ts'
import type { NewFault } from './faults-contract.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(async () => {
  expect(app.broken).toEqual([])
  await app.close()
})

const subscribe = (call: TestApp['client'], email: string) =>
  call()('POST /newsletter/subscribe', { body: { email } })
const statusOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : (error as Error).name),
  )
type Page = { products: Record<string, unknown>[] }

const latest = () => app.client()('GET /products/latest', { query: { limit: '3' } })
const text = async (path: string) => (await app.fetch(`http://localhost${path}`)).text()

describe('worlds', () => {
  test('do not see one another', async () => {
    const [one, two] = [app.inWorld('worker-1'), app.inWorld('worker-2')]
    await subscribe(one.client, 'a@kitabo.example')
    expect(await statusOf(subscribe(one.client, 'a@kitabo.example'))).toBe(400)
    expect(await statusOf(subscribe(two.client, 'a@kitabo.example'))).toBe(200)
    expect(await statusOf(subscribe(app.client, 'a@kitabo.example'))).toBe(200)
  })

  test('are picked by a cookie too', async () => {
    await subscribe(app.inWorld('shopper').client, 'b@kitabo.example')
    const response = await app.fetch('http://localhost/api/v1/newsletter/subscribe', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', cookie: 'a=1; emulator_world=shopper' },
      body: JSON.stringify({ email: 'b@kitabo.example' }),
    })
    expect(response.status).toBe(400)
  })

  test('have their own clock, faults and journal', async () => {
    const other = app.inWorld('other')
    await other.control('POST /clock', { body: { advance: '2h' } })
    await other.control('POST /faults', { body: { effect: { status: 500 } } })
    await latest()
    expect((await app.control('GET /clock')).now).toBe('2026-11-20T09:00:00.000Z')
    expect((await other.control('GET /clock')).now).toBe('2026-11-20T11:00:00.000Z')
    expect((await other.control('GET /journal')).entries).toEqual([])
    expect((await app.control('GET /journal')).entries).toHaveLength(1)
  })

  test('with the same seed give the same tokens, codes and dates', async () => {
    const runs = []
    for (const name of ['first', 'second']) {
      await app.control('POST /worlds', { body: { name, seed: 'rain', frozen_at: '2026-01-02T03:04:05Z' } })
      const world = app.inWorld(name)
      const login = await world.client()('POST /auth/login', {
        body: { email_or_phone: 'demo@kitabo.example', password: 'kitabo-demo' },
      })
      await world.client()('POST /auth/forgot-password', { body: { email_or_phone: 'demo@kitabo.example' } })
      const { messages } = await world.control('GET /outbox')
      runs.push([login, messages[0]?.code, messages[0]?.created_at])
    }
    expect(runs[0]).toEqual(runs[1])
    expect(runs[0]?.[2]).toBe('2026-01-02T03:04:05.000Z')
  })

  test('are forked in about two milliseconds, and forgotten on request', async () => {
    app.worlds.fork('warm-up')
    const started = performance.now()
    for (let i = 0; i < 50; i++) expect(app.worlds.fork(`w${i}`)).toBeTypeOf('object')
    // The bench holds the real bound; here it is only not absurd.
    expect((performance.now() - started) / 50).toBeLessThan(20)
    await app.control('DELETE /worlds', { body: { name: 'w1' } })
    expect((await app.control('GET /worlds')).worlds.map((world) => world.name)).not.toContain('w1')
    expect(await statusOf(app.control('DELETE /worlds', { body: { name: 'default' } }))).toBe(404)
    expect(await statusOf(app.control('POST /worlds', { body: { name: 'w2' } }))).toBe(409)
  })
})

describe('reset and snapshots', () => {
  test('a reset goes back to the seed, not to nothing', async () => {
    const before = await app.client()('GET /products/details/{id}', { params: { id: '5' } })
    await app.control('POST /stock', { body: { id: 5, stock: 0, price: 1 } })
    await subscribe(app.client, 'c@kitabo.example')
    await app.control('POST /reset')
    expect(await app.client()('GET /products/details/{id}', { params: { id: '5' } })).toEqual(before)
    expect(await statusOf(subscribe(app.client, 'c@kitabo.example'))).toBe(200)
    expect((await app.control('GET /journal')).entries).toHaveLength(2)
  })

  test('a snapshot brings back data, time and dice', async () => {
    await app.control('POST /stock', { body: { id: 5, stock: 7 } })
    await app.control('POST /snapshots', { body: { name: 'seven' } })
    const tokenThen = app.tokenOf()
    await app.control('POST /stock', { body: { id: 5, stock: 1 } })
    await app.control('POST /clock', { body: { advance: '1d' } })
    await app.control('POST /snapshots/restore', { body: { name: 'seven' } })
    expect((await app.control('GET /stock')).products.find((each) => each.id === 5)?.stock).toBe(7)
    expect((await app.control('GET /clock')).now).toBe('2026-11-20T09:00:00.000Z')
    expect(app.tokenOf()).toBe(tokenThen)
    expect(await statusOf(app.control('POST /snapshots/restore', { body: { name: 'none' } }))).toBe(404)
    expect(await statusOf(app.control('POST /snapshots', { body: { name: '../x' } }))).toBe(400)
  })
})

describe('the clock', () => {
  test('is set, frozen and advanced', async () => {
    await app.control('POST /clock', { body: { set: '2027-02-01T00:00:00Z', advance: '1h30m' } })
    expect(await app.control('GET /clock')).toEqual({ now: '2027-02-01T01:30:00.000Z', frozen: true })
    const { frozen } = await app.control('POST /clock', { body: { frozen: false } })
    expect(frozen).toBe(false)
    expect(await statusOf(app.control('POST /clock', { body: { advance: 'soon' } }))).toBe(400)
  })
})

describe('faults', () => {
  const fault = (input: { body: NewFault }) => app.control('POST /faults', input)

  test('fail the first two calls of a route, then let it work', async () => {
    await fault({ body: { method: 'GET', path: '/products/latest', times: 2, effect: { status: 503 } } })
    expect([await statusOf(latest()), await statusOf(latest()), await statusOf(latest())]).toEqual([
      503, 503, 200,
    ])
    expect(await statusOf(app.client()('GET /banners'))).toBe(200)
  })

  test('strike from the n-th call on', async () => {
    await fault({ body: { path: '/products/*', from: 2, effect: { status: 500 } } })
    expect([await statusOf(latest()), await statusOf(latest())]).toEqual([200, 500])
  })

  test('strike by chance, the same way for the same seed', async () => {
    const series = async (name: string) => {
      await app.control('POST /worlds', { body: { name, seed: 'dice' } })
      const world = app.inWorld(name)
      await world.control('POST /faults', { body: { probability: 0.5, effect: { status: 500 } } })
      const seen = []
      for (let i = 0; i < 12; i++) seen.push(await statusOf(world.client()('GET /banners')))
      return seen
    }
    const first = await series('x')
    expect(first).toContain(200)
    expect(first).toContain(500)
    expect(await series('y')).toEqual(first)
  })

  test('answer with a body of their own, a page, or too many calls', async () => {
    await fault({ body: { path: '/customer/order/place', effect: { status: 403, body: [{}] } } })
    await fault({ body: { path: '/banners', effect: { html: true } } })
    await fault({ body: { path: '/config', effect: { throttle: 7 } } })
    const place = await app.fetch('http://localhost/api/v1/customer/order/place', { method: 'POST' })
    expect([place.status, await place.json()]).toEqual([403, [{}]])
    expect(await text('/api/v1/banners')).toContain('<h1>')
    const config = await app.fetch('http://localhost/api/v1/config')
    expect([config.status, config.headers.get('retry-after')]).toEqual([429, '7'])
  })

  test('wait before the answer', async () => {
    await fault({ body: { path: '/banners', effect: { latency: 60 } } })
    const started = performance.now()
    await app.client()('GET /banners')
    expect(performance.now() - started).toBeGreaterThan(55)
  })

  test('end the connection, or the body in its middle', async () => {
    await fault({ body: { path: '/banners', effect: { reset: true } } })
    await fault({ body: { path: '/config', effect: { truncate: true } } })
    expect(await statusOf(app.client()('GET /banners'))).toBe('TypeError')
    expect(await statusOf(app.client()('GET /config'))).toBe('TypeError')
  })

  test('strike pictures too', async () => {
    const row = one<{ file: string }>(app.world, "SELECT file FROM images WHERE folder = 'product' LIMIT 1")
    await fault({ body: { path: '/product/{file}', effect: { status: 404 } } })
    expect((await app.fetch(`http://localhost/product/${row?.file}`)).status).toBe(404)
    expect((await app.fetch(`http://localhost/storage/product/${row?.file}`)).status).toBe(200)
  })

  test.each([
    ['number-as-text', '$.products[].price', ({ products }: Page) => typeof products[0]?.price === 'string'],
    ['null-in-required', '$.products[].price', ({ products }: Page) => products[1]?.price === null],
    [
      'missing-field',
      '$.products[].category_ids',
      ({ products }: Page) => !('category_ids' in (products[0] ?? {})),
    ],
    ['empty-list', '$.products', ({ products }: Page) => products.length === 0],
    [
      'unknown-enum',
      '$.products[].discount_type',
      ({ products }: Page) => products[0]?.discount_type === 'unheard_of',
    ],
    [
      'missing-image',
      '$.products[].image',
      ({ products }: Page) => String(products[0]?.image) === 'missing-on-purpose.webp',
    ],
  ] as const)('break the contract by %s at %s', async (contract, at, isBroken) => {
    await fault({ body: { path: '/products/latest', effect: { contract, at } } })
    expect(isBroken(JSON.parse(await text('/api/v1/products/latest?limit=3')))).toBe(true)
  })

  test('break the contract at a place that the seed chooses', async () => {
    const healthy = await text('/api/v1/products/latest?limit=2')
    await fault({ body: { path: '/products/latest', effect: { contract: 'null-in-required' } } })
    expect(await text('/api/v1/products/latest?limit=2')).not.toBe(healthy)
    await app.control('DELETE /faults', { body: {} })
    expect(await text('/api/v1/products/latest?limit=2')).toBe(healthy)
  })

  test('that make no sense are refused in one sentence', async () => {
    const refused = await fault({ body: { effect: { colour: 'red' } as never } }).catch(
      (error: ApiError) => error,
    )
    expect(refused).toMatchObject({ status: 400 })
    expect((refused as ApiError).message).toContain('effect must be one of')
    expect(await statusOf(app.control('DELETE /faults', { body: { id: 99 } }))).toBe(404)
  })
})

describe('the outbox', () => {
  const ask = () =>
    app.client()('POST /auth/forgot-password', { body: { email_or_phone: 'demo@kitabo.example' } })

  test('is waited for, and gives the code', async () => {
    const waiting = app.control('GET /outbox/wait', {
      query: { recipient: 'demo@kitabo.example', timeout: '5s' },
    })
    await ask()
    const message = await waiting
    expect(message).toMatchObject({ channel: 'mail', subject: 'Password reset' })
    expect(message.body).toContain(message.code as string)
  })

  test('says when nothing came', async () => {
    expect(await statusOf(app.control('GET /outbox/wait', { query: { timeout: '20ms' } }))).toBe(404)
  })

  test('is emptied', async () => {
    await ask()
    await app.control('DELETE /outbox')
    expect((await app.control('GET /outbox')).messages).toEqual([])
  })
})

describe('the journal', () => {
  test('says what was not in the contract, and why', async () => {
    await text('/api/v1/products/latest?limit=1&colour=red&sort_by=taste')
    await text('/api/v1/product/latest')
    await app.fetch('http://localhost/api/v1/banners', { method: 'PUT' })
    const { entries } = await app.control('GET /journal', { query: { departed: 'true' } })
    expect(entries.map((entry) => entry.departures)).toEqual([
      ['PUT is not declared for /banners; GET is'],
      ['no endpoint GET /product/latest; the nearest is GET /products/latest'],
      ['query.colour is not in the contract', expect.stringContaining('query.sort_by')],
    ])
  })

  test('shows no password, token, code, address or number', async () => {
    const call = app.client(app.tokenOf())
    await statusOf(
      app.client()('POST /auth/login', {
        body: { email_or_phone: 'demo@kitabo.example', password: 'kitabo-demo' },
      }),
    )
    await call('POST /customer/address/add', {
      body: {
        address_type: 'Home',
        contact_person_name: 'Amina Nakato',
        contact_person_number: '0772999888',
        address: 'Plot 7 Kira Road',
        latitude: '0.3501',
        longitude: '32.5902',
      },
    })
    const { entries } = await app.control('GET /journal')
    const shown = JSON.stringify(entries)
    for (const secret of ['kitabo-demo', 'demo@kitabo', 'Nakato', '0772999888', 'Kira Road', '0.3501']) {
      expect(shown).not.toContain(secret)
    }
    expect(shown).toContain('"password":"***"')
    expect(entries[0]?.body).toMatchObject({
      address_type: 'Home',
      address: expect.stringMatching(/^#[0-9a-f]{8}$/),
    })
  })

  test('is searched by method, path and status, and forgets the oldest', async () => {
    for (let i = 0; i < 1010; i++) await app.fetch('http://localhost/api/v1/newsletter/none')
    await latest()
    const all = await app.control('GET /journal', { query: { limit: '5000' } })
    expect(all.entries).toHaveLength(1000)
    expect((await app.control('GET /journal', { query: { status: '2xx' } })).entries).toHaveLength(1)
    expect(
      (await app.control('GET /journal', { query: { path: 'latest', method: 'get' } })).entries,
    ).toHaveLength(1)
  })
})

describe('orders', () => {
  test('move through their statuses and nowhere else', async () => {
    const { orders } = await app.control('GET /orders')
    const placed = orders.find(
      (order) => order.next.includes('delivered') || order.next.includes('processing'),
    )
    if (!placed) throw new Error('The catalogue holds no order under way.')
    for (let step = placed; step.next.length > 0; ) {
      step = await app.control('POST /orders/move', { body: { id: step.id, status: step.next[0] as never } })
    }
    expect(
      await statusOf(app.control('POST /orders/move', { body: { id: placed.id, status: 'pending' } })),
    ).toBe(409)
    const list = await app.client(app.tokenOf(Number(placed.customer.split(' ')[1])))(
      'GET /customer/order/list',
    )
    expect(list.find((order) => order.id === placed.id)?.order_status).toBe('delivered')
  })
})

describe('strictness, throttling and guard', () => {
  test('a strict emulator refuses what is not in the contract', async () => {
    const strict = await createTestApp({ strict: true })
    const response = await strict.fetch('http://localhost/api/v1/products/latest?colour=red')
    expect(response.status).toBe(400)
    expect((await response.json()).message).toBe(
      '((Refused by --strict: query.colour is not in the contract.))',
    )
    await strict.close()
  })

  test('a throttled one answers 429 to the 61st call of a minute', async () => {
    const throttled = await createTestApp({ throttle: true })
    const statuses = []
    for (let i = 0; i < 61; i++)
      statuses.push((await throttled.fetch('http://localhost/api/v1/banners')).status)
    expect(statuses.slice(-2)).toEqual([200, 429])
    const refused = await throttled.fetch('http://localhost/api/v1/banners')
    expect(Number(refused.headers.get('retry-after'))).toBe(60)
    throttled.clock.advance(60_000)
    expect((await throttled.fetch('http://localhost/api/v1/banners')).status).toBe(200)
    await throttled.close()
  })

  test('a name that is not ours is refused, and so are the powers without their token', async () => {
    const guarded = await createTestApp({ guard: { hosts: ['shop.example'], token: 'sesame' } })
    expect((await guarded.fetch('http://rebound.example/api/v1/banners')).status).toBe(403)
    expect((await guarded.fetch('http://shop.example/api/v1/banners')).status).toBe(200)
    expect((await guarded.fetch('http://localhost/__emulator/outbox')).status).toBe(401)
    const headers = { Authorization: 'Bearer sesame' }
    expect((await guarded.fetch('http://localhost/__emulator/outbox', { headers })).status).toBe(200)
    for (const open of [
      '/__emulator/health',
      '/__emulator/checkout',
      '/v3.js',
      '/__emulator/maps/tiles/1/0/0.svg',
    ]) {
      expect((await guarded.fetch(`http://localhost${open}`)).status).toBe(200)
    }
    await guarded.close()
  })
})

test('an embedded emulator listens on a free port', async () => {
  const emulator = await createEmulator({ port: 0 })
  expect((await fetch(`${emulator.origin}/api/v1/banners`)).status).toBe(200)
  expect((await emulator.control('GET /status')).products).toBeGreaterThan(400)
  await emulator.close()
})

test('an answer that breaks its contract is a 500 that says so, in the status too', async () => {
  app.world.db.prepare("UPDATE products SET json = json_set(json, '$.price', 'much')").run()
  app.world.version++
  const response = await app.fetch('http://localhost/api/v1/products/latest')
  expect(response.status).toBe(500)
  expect((await response.json()).message).toContain('$.products[].price')
  expect((await app.control('GET /status')).broken_answers).toHaveLength(1)
  app.broken.length = 0
})
