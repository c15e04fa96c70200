import { orderPayload } from 'contracts/cases/order-payload'
import { expect, test, vi } from 'vitest'
import { app, bearer, get, send, useAppPerTest } from '../../test/current-app.ts'
import { PAGE_BYTES } from '../storage/db.ts'
import { STORAGE_LIMIT_MESSAGE } from './worlds.ts'

useAppPerTest()

test('a world that has grown too large refuses writes, but serves reads, log-ins, faults and the control API', async () => {
  const place = () => send('POST', '/api/v1/customer/order/place', orderPayload(40), bearer())
  expect((await place()).status).toBe(200)
  // Placing orders of this size would take most of the test's time.
  const fill = (megabytes: number) =>
    app.world.db.exec(`CREATE TABLE filling${megabytes} AS SELECT zeroblob(${megabytes}e6) AS bytes`)
  fill(30)
  expect((await place()).status).toBe(200)
  fill(4)
  expect((await place()).refusal).toEqual([507, STORAGE_LIMIT_MESSAGE])
  for (const path of ['/v3/payments', '/__emulator/payments', '/api/v1/newsletter/subscribe'])
    expect((await send('POST', path, {})).refusal).toEqual([507, STORAGE_LIMIT_MESSAGE])
  const list = await get('/api/v1/customer/order/list', bearer())
  expect(list.body.length).toBeGreaterThan(2)
  expect((await get('/__emulator/orders')).status).toBe(200)
  const { email, password } = app.demo as { email: string; password: string }
  const login = await send('POST', '/api/v1/auth/login', { email_or_phone: email, password })
  expect(login).toMatchObject({ status: 200, body: { token: expect.any(String) } })
  await send('POST', '/__emulator/faults', { path: '/auth/login', effect: { status: 503 } })
  expect((await send('POST', '/api/v1/auth/login', {})).status).toBe(503)
  expect((await send('POST', '/__emulator/clock', { advance: '1m' })).status).toBe(200)
  expect((await send('POST', '/__emulator/snapshots', { name: 'large' })).status).toBe(200)
  await send('POST', '/__emulator/reset', {})
  expect((await send('POST', '/api/v1/newsletter/subscribe', { email: 'a@b.cd' })).status).toBe(200)
})

test('snapshots and forked worlds have at most 512 MB together', async () => {
  const { worlds, world } = app
  const size = (world.db.pragma('page_count', { simple: true }) as number) * PAGE_BYTES
  const take = (name: string) => send('POST', '/__emulator/snapshots', { name })
  const fork = (name: string) => send('POST', '/__emulator/worlds', { name })
  /** Stores a snapshot that leaves a number of bytes free. It is never read, so it takes no memory. */
  const leaveFree = async (bytes: number) => {
    worlds.removeSnapshot('large')
    vi.spyOn(world.db, 'serialize').mockReturnValueOnce(Buffer.alloc(512 * 1024 * 1024 - bytes))
    expect((await take('large')).status).toBe(200)
  }
  await leaveFree(size)
  expect((await take('small')).status).toBe(200)
  expect((await take('small')).status).toBe(200)
  expect(worlds.isAtStorageLimit(world)).toBe(false)
  worlds.removeSnapshot('small')
  expect((await fork('fork')).status).toBe(200)
  await leaveFree(2 * size - 1)
  expect((await take('small')).refusal).toEqual([409, STORAGE_LIMIT_MESSAGE])
  await leaveFree(2 * size)
  expect((await take('small')).status).toBe(200)
  worlds.remove('fork')
  worlds.removeSnapshot('small')
  await leaveFree(size - 1)
  expect((await take('small')).refusal).toEqual([409, STORAGE_LIMIT_MESSAGE])
  expect((await fork('fork')).refusal).toEqual([409, STORAGE_LIMIT_MESSAGE])
  await leaveFree(-1)
  expect(worlds.isAtStorageLimit(world)).toBe(true)
})

test('a new world evicts unchanged ones until it fits within the 512 MB, and is refused if none is unchanged', async () => {
  const { worlds, world } = app
  const size = (world.db.pragma('page_count', { simple: true }) as number) * PAGE_BYTES
  const open = async (name: string) => (await get('/api/v1/banners', { 'X-Emulator-World': name })).status
  const names = () => worlds.list().map(({ name }) => name)
  for (const name of ['changed', 'first', 'second']) expect(await open(name)).toBe(200)
  await app.inWorld('changed').control('POST /stock', { body: { id: 5, stock: 3 } })
  vi.spyOn(world.db, 'serialize').mockReturnValueOnce(Buffer.alloc(512 * 1024 * 1024 - 3 * size))
  expect((await send('POST', '/__emulator/snapshots', { name: 'large' })).status).toBe(200)
  expect(await open('third')).toBe(200)
  expect(names()).toEqual(['default', 'changed', 'second', 'third'])
  for (const name of ['second', 'third'])
    await app.inWorld(name).control('POST /stock', { body: { id: 5, stock: 3 } })
  expect(await open('fourth')).toBe(503)
  expect(names()).toEqual(['default', 'changed', 'second', 'third'])
})
