import { expect, test } from 'vitest'
import { addFault, app, send, statusOf, useAppPerTest } from '../../test/current-app.ts'
import { createFaults } from './faults.ts'

useAppPerTest()

const latest = () => app.client()('GET /products/latest', { query: { limit: '3' } })

const removeFaults = () => app.control('DELETE /faults', { body: {} })

test('applies a fault only to the first two requests of a route', async () => {
  await addFault({ method: 'GET', path: '/products/latest', times: 2, effect: { status: 503 } })
  expect(await statusOf(latest())).toBe(503)
  expect(await statusOf(latest())).toBe(503)
  expect(await statusOf(latest())).toBe(200)
  expect(await statusOf(app.client()('GET /banners'))).toBe(200)
})

test('applies a fault of GET to HEAD requests too, whose body it cannot truncate', async () => {
  await addFault({ method: 'GET', path: '/banners', effect: { status: 503 } })
  const statuses = ['GET', 'HEAD'].map(async (method) => (await send(method, '/api/v1/banners')).status)
  expect(await Promise.all(statuses)).toEqual([503, 503])
  await removeFaults()
  await addFault({ method: 'GET', path: '/banners', effect: { truncate: true } })
  expect((await send('HEAD', '/api/v1/banners')).status).toBe(200)
})

test('applies a fault starting at the n-th request', async () => {
  await addFault({ path: '/products/*', from: 2, effect: { status: 500 } })
  expect(await statusOf(latest())).toBe(200)
  expect(await statusOf(latest())).toBe(500)
})

test('applies a fault at random, but identically for the same seed', async () => {
  const series = async (name: string) => {
    await app.control('POST /worlds', { body: { name, seed: 'random' } })
    const world = app.inWorld(name)
    await world.control('POST /faults', { body: { probability: 0.5, effect: { status: 500 } } })
    const statuses = []
    for (let i = 0; i < 12; i++) statuses.push(await statusOf(world.client()('GET /banners')))
    return statuses
  }
  const first = await series('x')
  expect(first).toContain(200)
  expect(first).toContain(500)
  expect(await series('y')).toEqual(first)
})

test('a fault with `from` and `times` begins at that request, and ends after so many', () => {
  const faults = createFaults(() => 0)
  faults.add({ from: 3, times: 2, effect: { status: 503 } })
  const applied = [1, 2, 3, 4, 5].filter(() => faults.match('GET', '/banners').length > 0)
  expect(applied).toEqual([3, 4])
  expect(faults.list()).toMatchObject([{ matched: 2 }])
})
