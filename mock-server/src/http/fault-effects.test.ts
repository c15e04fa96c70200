import { nonEmpty } from 'contracts/non-empty'
import { expect, test } from 'vitest'
import { addFault, app, get, send, statusOf, useAppPerTest } from '../../test/current-app.ts'

useAppPerTest()

const read = async (path: string) => (await get(`/api/v1${path}`)).body

test('responds with a given body, an HTML page or a 429', async () => {
  await addFault({ path: '/customer/order/place', effect: { status: 403, body: [{}] } })
  await addFault({ path: '/banners', effect: { html: true } })
  await addFault({ path: '/config', effect: { throttle: 7 } })
  expect(await send('POST', '/api/v1/customer/order/place')).toMatchObject({ status: 403, body: [{}] })
  expect(await read('/banners')).toContain('<h1>')
  const config = await get('/api/v1/config')
  expect([config.status, config.headers.get('retry-after')]).toEqual([429, '7'])
})

test.each([204, 205, 304])('responds with the status %i, which has no body', async (status) => {
  await addFault({ path: '/banners', effect: { status } })
  const response = await app.fetch('http://localhost/api/v1/banners')
  expect([response.status, await response.text()]).toEqual([status, ''])
})

test('delays the response', async () => {
  await addFault({ path: '/banners', effect: { latency: 60 } })
  const started = performance.now()
  await app.client()('GET /banners')
  expect(performance.now() - started).toBeGreaterThan(55)
})

test('closes the connection before or during the body', async () => {
  await addFault({ path: '/banners', effect: { reset: true } })
  await addFault({ path: '/config', effect: { truncate: true } })
  expect(await statusOf(app.client()('GET /banners'))).toBe('TypeError')
  expect(await statusOf(app.client()('GET /config'))).toBe('TypeError')
})

test('changes, adds and removes fields at a JSON path', async () => {
  const change = (at: string, value: { value?: unknown } = {}) =>
    addFault({ path: '/products/latest', effect: { change: at, ...value } })
  await change('$.products[].price', { value: null })
  await change('$.products[].unit')
  await change('$.products[].__proto__', { value: 1 })
  await change('$.total_size', { value: 'many' })
  const body = await read('/products/latest')
  expect(body.total_size).toBe('many')
  for (const product of nonEmpty<Record<string, unknown>>(body.products)) {
    expect(product.price).toBeNull()
    expect(Object.hasOwn(product, 'unit')).toBe(false)
    expect(Object.hasOwn(product, '__proto__')).toBe(true)
  }
  await change('$.products[]', { value: 7 })
  expect(new Set((await read('/products/latest')).products)).toEqual(new Set([7]))
  await change('$.products[]')
  expect((await read('/products/latest')).products).toEqual([])
  await change('$')
  expect(await read('/products/latest')).toBe('')
  await change('$', { value: [] })
  expect(await read('/products/latest')).toEqual([])
})
