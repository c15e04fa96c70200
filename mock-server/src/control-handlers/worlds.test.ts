import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { orderPayload } from 'contracts/cases/order-payload'
import { expect, test } from 'vitest'
import { app, send, statusOf, useAppPerTest } from '../../test/current-app.ts'

useAppPerTest()

const subscribe = (call: typeof app.client, email: string) =>
  call()('POST /newsletter/subscribe', { body: { email } })

const restore = (name: string) => send('POST', '/__emulator/snapshots/restore', { name })

test('gives each world a separate clock, faults and journal', async () => {
  const otherWorld = app.inWorld('other')
  await otherWorld.control('POST /clock', { body: { advance: '2h' } })
  await otherWorld.control('POST /faults', { body: { effect: { status: 500 } } })
  await app.client()('GET /banners')
  expect((await app.control('GET /clock')).now).toBe('2026-11-20T09:00:00.000Z')
  expect((await otherWorld.control('GET /clock')).now).toBe('2026-11-20T11:00:00.000Z')
  expect((await otherWorld.control('GET /journal')).entries).toEqual([])
  expect((await app.control('GET /journal')).entries).toHaveLength(1)
})

test('produces the same tokens, codes and dates for the same seed', async () => {
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

test('releases the memory of removed worlds', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const shopIn = async (name: string) => {
    const own = app.inWorld(name)
    const client = own.client(own.tokenOf())
    await client('GET /banners')
    await client('POST /customer/wish-list/add', { body: { product_ids: [40] } })
    await client('POST /customer/order/place', { body: orderPayload(40) })
    await own.control('POST /faults', { body: { effect: { latency: 1 } } })
    await own.control('POST /reset')
    await client('GET /products/details/{id}', { params: { id: '40' } })
    const world = app.worlds.find(name)
    if (!world) throw new Error('no world')
    await app.control('DELETE /worlds', { body: { name } })
    return new WeakRef(world)
  }
  const removed = [await shopIn('one'), await shopIn('two'), await shopIn('three')]
  await expect
    .poll(() => {
      collectGarbage()
      return removed.filter((world) => world.deref()).length
    })
    .toBe(0)
})

test('creates worlds with different names, and removes them on request', async () => {
  const create = (name: string) => send('POST', '/__emulator/worlds', { name })
  const remove = (name: string) => send('DELETE', '/__emulator/worlds', { name })
  for (const name of ['w1', 'w2']) expect((await create(name)).body).toMatchObject({ name })
  expect((await create('w2')).refusal).toEqual([
    409,
    '((The world "w2" already exists; remove it or choose a different name.))',
  ])
  expect((await remove('w1')).refusal).toEqual([200, 'World "w1" is removed.'])
  for (const name of ['w1', 'default'])
    expect((await remove(name)).refusal).toEqual([
      404,
      `((There is no world "${name}" that can be removed.))`,
    ])
  const { worlds } = await app.control('GET /worlds')
  expect(worlds.map(({ name }) => name)).toEqual(['default', 'w2'])
})

test('lists how many orders, messages and faults a world has', async () => {
  const other = app.inWorld('other')
  const counts = async () => (await app.control('GET /worlds')).worlds.at(-1)
  const before = await other.control('GET /orders')
  await other.client()('POST /auth/forgot-password', { body: { email_or_phone: 'demo@kitabo.example' } })
  for (const status of [500, 503])
    await other.control('POST /faults', { body: { path: '/banners', effect: { status } } })
  expect(await counts()).toMatchObject({
    name: 'other',
    orders: before.orders.length,
    messages: 1,
    faults: 2,
  })
})

test('a reset restores the seed, not an empty database', async () => {
  const before = await app.client()('GET /products/details/{id}', { params: { id: '5' } })
  await app.control('POST /stock', { body: { id: 5, stock: 0, price: 1 } })
  await subscribe(app.client, 'c@kitabo.example')
  await app.control('POST /reset')
  expect(await app.client()('GET /products/details/{id}', { params: { id: '5' } })).toEqual(before)
  expect(await statusOf(subscribe(app.client, 'c@kitabo.example'))).toBe(200)
  expect((await app.control('GET /journal')).entries).toHaveLength(2)
})

test('a snapshot restores data, time and random source', async () => {
  await app.control('POST /stock', { body: { id: 5, stock: 7 } })
  await app.control('POST /snapshots', { body: { name: 'seven' } })
  const tokenThen = app.tokenOf()
  await app.control('POST /stock', { body: { id: 5, stock: 1 } })
  await app.control('POST /clock', { body: { advance: '1d' } })
  const details = () => app.client()('GET /products/details/{id}', { params: { id: '5' } })
  expect(await details()).toMatchObject({ product: { total_stock: 1 } })
  await app.control('POST /snapshots/restore', { body: { name: 'seven' } })
  expect(await details()).toMatchObject({ product: { total_stock: 7 } })
  expect((await app.control('GET /stock')).products.find((each) => each.id === 5)?.stock).toBe(7)
  expect((await app.control('GET /clock')).now).toBe('2026-11-20T09:00:00.000Z')
  expect(app.tokenOf()).toBe(tokenThen)
  expect((await restore('none')).refusal).toEqual([404, '((There is no snapshot "none".))'])
  expect((await send('POST', '/__emulator/snapshots', { name: '../x' })).refusal).toEqual([
    400,
    '((name must have 1 to 64 letters, digits, dots, hyphens or underscores.))',
  ])
  expect((await app.control('GET /snapshots')).snapshots.map(({ name }) => name)).toEqual(['seven'])
})

test('creates a world from a snapshot, and refuses an unknown one', async () => {
  const stockIn = async (world: { control: typeof app.control }) =>
    (await world.control('GET /stock')).products.find((each) => each.id === 5)?.stock
  await app.control('POST /stock', { body: { id: 5, stock: 7 } })
  await app.control('POST /snapshots', { body: { name: 'seven' } })
  await app.control('POST /stock', { body: { id: 5, stock: 1 } })
  await app.control('POST /worlds', { body: { name: 'from-seven', snapshot: 'seven' } })
  await app.control('POST /worlds', { body: { name: 'from-seed' } })
  expect([await stockIn(app), await stockIn(app.inWorld('from-seven'))]).toEqual([1, 7])
  expect([1, 7]).not.toContain(await stockIn(app.inWorld('from-seed')))
  const unknown = await send('POST', '/__emulator/worlds', { name: 'w', snapshot: 'none' })
  expect(unknown.refusal).toEqual([404, '((There is no snapshot "none".))'])
  expect(app.worlds.find('w')).toBeUndefined()
})

test('a world from a snapshot continues its time and random source, unless it has its own', async () => {
  await app.control('POST /clock', { body: { advance: '1d' } })
  const issued = app.tokenOf()
  await app.control('POST /snapshots', { body: { name: 'later' } })
  const fork = (name: string, options = {}) =>
    app.control('POST /worlds', { body: { name, snapshot: 'later', ...options } })
  expect((await fork('same')).now).toBe('2026-11-21T09:00:00.000Z')
  expect(app.inWorld('same').tokenOf()).toBe(app.tokenOf())
  expect((await fork('own-time', { frozen_at: '2027-02-01T00:00:00Z' })).now).toBe('2027-02-01T00:00:00.000Z')
  await fork('own-seed', { seed: 'other' })
  expect([issued, app.inWorld('same').tokenOf()]).not.toContain(app.inWorld('own-seed').tokenOf())
})

test('accepts names of up to 64 characters', async () => {
  for (const length of [64, 65]) await send('POST', '/__emulator/worlds', { name: 'n'.repeat(length) })
  expect(app.worlds.list().map(({ name }) => name)).toEqual(['default', 'n'.repeat(64)])
})

test('lists snapshots, and removes them on request', async () => {
  await app.control('POST /snapshots', { body: { name: 'a' } })
  await app.control('POST /snapshots', { body: { name: 'b' } })
  const { snapshots } = await app.control('GET /snapshots')
  expect(snapshots).toEqual(
    ['a', 'b'].map((name) => ({
      name,
      taken_at: expect.stringMatching(/^[\d-]+T[\d:.]+Z$/),
      bytes: expect.any(Number),
    })),
  )
  const remove = async () => (await send('DELETE', '/__emulator/snapshots', { name: 'a' })).refusal
  const missing = [404, '((There is no snapshot "a".))']
  expect([await remove(), await remove()]).toEqual([[200, 'Snapshot "a" is removed.'], missing])
  expect((await app.control('GET /snapshots')).snapshots.map(({ name }) => name)).toEqual(['b'])
  expect((await restore('a')).refusal).toEqual(missing)
})
