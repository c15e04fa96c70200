import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { update } from '../../world/queries.ts'

let app: TestApp
let origin: string
beforeAll(async () => {
  app = await createTestApp({ port: 0 })
  origin = app.origin
})
afterAll(() => app.close())
beforeEach(() => app.control('POST /reset'))

const PATH = '/api/v1/products/details/101'
const get = async (headers: Record<string, string> = {}, path = PATH) => {
  const response = await fetch(origin + path, { headers })
  const { date: _, ...rest } = Object.fromEntries(response.headers)
  return { status: response.status, headers: rest, body: await response.text() }
}

test('a repeated request has the same status, headers and body as the first ones', async () => {
  const [first, ...repeated] = [await get(), await get(), await get(), await get()]
  for (const response of repeated) expect(response).toEqual(first)
})

test('an unchanged response is repeated as 304', async () => {
  const etag = (await get()).headers.etag ?? ''
  const statuses: number[] = []
  for (let time = 0; time < 4; time++) statuses.push((await get({ 'If-None-Match': etag })).status)
  expect(statuses).toEqual([304, 304, 304, 304])
})

test('every repeated request is in the journal, with its body', async () => {
  await app.control('DELETE /journal')
  for (let time = 0; time < 5; time++) await get()
  const { entries } = await app.control('GET /journal')
  expect(entries.map(({ path, status }) => `${status} ${path}`)).toEqual(
    Array(5).fill('200 /products/details/101'),
  )
})

test('a change of the world is in the next response', async () => {
  for (let time = 0; time < 4; time++) await get()
  update(app.world, 'products', 'SET price = 77000 WHERE id = 101')
  update(app.world, 'products', "SET json = json_set(json, '$.price', 77000) WHERE id = 101")
  expect(JSON.parse((await get()).body).product.price).toBe(77_000)
})

test('a fault applies to repeated requests too, and ends', async () => {
  for (let time = 0; time < 4; time++) await get()
  await app.control('POST /faults', {
    body: { path: '/products/details/101', effect: { status: 503 }, times: 1 },
  })
  expect([(await get()).status, (await get()).status]).toEqual([503, 200])
})

test('other headers are checked anew: another site, another world', async () => {
  for (let time = 0; time < 4; time++) await get()
  const other = await get({ Origin: 'https://other.example' })
  expect(other.headers['access-control-allow-origin']).toBeUndefined()
  expect((await get({ 'X-Emulator-World': 'not a name' })).status).toBe(400)
})

test('large responses are repeated only up to a total size', async () => {
  const large = '/api/v1/products/latest?limit=1000'
  const send = (tab: number) => get({ 'X-Tab': String(tab), 'Accept-Encoding': 'identity' }, large)
  const { body } = await send(0)
  const count = Math.ceil((32 * 1024 * 1024) / body.length) + 1
  for (let tab = 0; tab < count; tab++) await send(tab)
  // A repeated response is sent without matching faults.
  const match = vi.spyOn(app.world.faults, 'match')
  await send(count - 1)
  expect(match).not.toHaveBeenCalled()
  await send(0)
  expect(match).toHaveBeenCalledOnce()
  match.mockRestore()
})

test('hooks of extend run for every repeated request', async () => {
  let count = 0
  const extended = await createTestApp({
    port: 0,
    extend: (fastify) =>
      fastify.addHook('onSend', async (_, __, payload) => {
        count++
        return `${payload} `
      }),
  })
  onTestFinished(extended.close)
  for (let time = 0; time < 4; time++) {
    const response = await fetch(extended.origin + PATH, {
      headers: { 'Accept-Encoding': 'identity' },
      signal: AbortSignal.timeout(2000),
    })
    expect(await response.text()).toMatch(/\} $/)
  }
  expect(count).toBe(4)
})
