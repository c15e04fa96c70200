import { nonEmpty } from 'contracts/non-empty'
import { expect, test } from 'vitest'
import { app, get, send, statusOf, useAppPerTest } from '../../test/current-app.ts'
import type { NewFault } from '../control-api/faults.ts'
import { selectOne } from '../world/queries.ts'

useAppPerTest()

const latest = () => app.client()('GET /products/latest', { query: { limit: '3' } })
const read = async (path: string) => (await get(`/api/v1${path}`)).body

const fault = (body: NewFault) => app.control('POST /faults', { body })
const removeFaults = () => app.control('DELETE /faults', { body: {} })

test('applies a fault only to the first two requests of a route', async () => {
  await fault({ method: 'GET', path: '/products/latest', times: 2, effect: { status: 503 } })
  expect(await statusOf(latest())).toBe(503)
  expect(await statusOf(latest())).toBe(503)
  expect(await statusOf(latest())).toBe(200)
  expect(await statusOf(app.client()('GET /banners'))).toBe(200)
})

test('applies a fault of GET to HEAD requests too', async () => {
  await fault({ method: 'GET', path: '/banners', effect: { status: 503 } })
  const statuses = ['GET', 'HEAD'].map(async (method) => (await send(method, '/api/v1/banners')).status)
  expect(await Promise.all(statuses)).toEqual([503, 503])
  await removeFaults()
  await fault({ method: 'GET', path: '/banners', effect: { truncate: true } })
  expect((await send('HEAD', '/api/v1/banners')).status).toBe(200)
})

test('applies a fault to a path with the prefix of the API', async () => {
  await fault({ path: '/api/v1/banners', effect: { status: 503 } })
  expect(await statusOf(app.client()('GET /banners'))).toBe(503)
})

test('refuses unknown fields of a fault and a world', async () => {
  const { control } = app
  const body = { path: '/banners', tmies: 1, effect: { status: 503 } }
  await expect(control('POST /faults', { body })).rejects.toThrow('tmies')
  await expect(control('POST /worlds', { body: { name: 'w', from: 'a' } as never })).rejects.toThrow('from')
})

test.each([
  [{ path: '/baners' }, 'no endpoint GET /baners; the nearest is GET /banners'],
  [{ path: '/api/v1/products/lates' }, 'the nearest is GET /products/latest'],
  [{ method: 'PUT', path: '/banners' }, 'PUT is not declared for /banners; declared: GET'],
] as const)('refuses a fault at %o, which would never happen', async (route, reason) => {
  const { status, body } = await send('POST', '/__emulator/faults', { ...route, effect: { status: 503 } })
  expect({ status, body }).toEqual({ status: 400, body: { message: expect.stringContaining(reason) } })
})

test.each([
  '/product/{file}',
  '/product/some.webp',
  '/products/details/5',
  '/categories/*',
  '*',
  '/v3/payments',
])('accepts a fault at %s', async (path) => {
  expect(await fault({ path, effect: { status: 503 } })).toMatchObject({ matched: 0 })
})

test('applies a fault starting at the n-th request', async () => {
  await fault({ path: '/products/*', from: 2, effect: { status: 500 } })
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

test('responds with a given body, an HTML page or a 429', async () => {
  await fault({ path: '/customer/order/place', effect: { status: 403, body: [{}] } })
  await fault({ path: '/banners', effect: { html: true } })
  await fault({ path: '/config', effect: { throttle: 7 } })
  expect(await send('POST', '/api/v1/customer/order/place')).toMatchObject({ status: 403, body: [{}] })
  expect(await read('/banners')).toContain('<h1>')
  const config = await get('/api/v1/config')
  expect([config.status, config.headers.get('retry-after')]).toEqual([429, '7'])
})

test.each([204, 205, 304])('responds with the status %i, which has no body', async (status) => {
  await fault({ path: '/banners', effect: { status } })
  const response = await app.fetch('http://localhost/api/v1/banners')
  expect([response.status, await response.text()]).toEqual([status, ''])
})

test('delays the response', async () => {
  await fault({ path: '/banners', effect: { latency: 60 } })
  const started = performance.now()
  await app.client()('GET /banners')
  expect(performance.now() - started).toBeGreaterThan(55)
})

test('closes the connection before or during the body', async () => {
  await fault({ path: '/banners', effect: { reset: true } })
  await fault({ path: '/config', effect: { truncate: true } })
  expect(await statusOf(app.client()('GET /banners'))).toBe('TypeError')
  expect(await statusOf(app.client()('GET /config'))).toBe('TypeError')
})

test('applies faults to images too', async () => {
  const sql = "SELECT file FROM images WHERE folder = 'product' LIMIT 1"
  const { file } = selectOne<{ file: string }>(app.world, sql) ?? {}
  await fault({ path: '/product/{file}', effect: { status: 404 } })
  expect((await get(`/product/${file}`)).status).toBe(404)
  expect((await get(`/storage/product/${file}`)).status).toBe(200)
})

test.each([
  ['number-as-text', 'price', expect.any(String)],
  ['null-in-required', 'price', null],
  ['missing-field', 'category_ids', undefined],
  ['unknown-enum', 'discount_type', 'unheard_of'],
  ['missing-image', 'image', expect.arrayContaining(['missing-on-purpose.webp'])],
] as const)('breaks the contract with %s in %s', async (contract, field, broken) => {
  await fault({ path: '/products/latest', effect: { contract, at: `$.products[].${field}` } })
  const { products } = await read('/products/latest?limit=3')
  expect(products.map((product: Record<string, unknown>) => product[field])).toContainEqual(broken)
})

test('breaks every place of its kind at *, and images with their URLs', async () => {
  await fault({ path: '/homepage/sections', effect: { contract: 'missing-image', at: '*' } })
  const { data } = (await read('/homepage/sections')) as {
    data: { items: { image: unknown; image_fullpath: string[] }[] }[]
  }
  const items = nonEmpty(data.flatMap(({ items }) => items))
  expect(new Set(items.flatMap(({ image }) => image))).toEqual(new Set(['missing-on-purpose.webp']))
  for (const url of items.flatMap(({ image_fullpath }) => image_fullpath))
    expect(url).toMatch(/^http:.*\/missing-on-purpose\.webp$/)
  for (const path of ['/banners', '/categories', '/config']) {
    await fault({ path, effect: { contract: 'missing-image', at: '*' } })
    const body = JSON.stringify(await read(path))
    expect(body, path).not.toMatch(/"[^"]*(?<!missing-on-purpose)\.(?:webp|png|jpg|svg)"/)
  }
  await removeFaults()
  await fault({ path: '/categories', effect: { contract: 'empty-list', at: '*' } })
  expect(await read('/categories')).toEqual([])
})

test('changes, adds and removes fields at a JSON path', async () => {
  const change = (at: string, value: { value?: unknown } = {}) =>
    fault({ path: '/products/latest', effect: { change: at, ...value } })
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
  await expect(change('products')).rejects.toThrow(/change must be a JSON path/)
})

test('breaks the contract in a field that the seed selects', async () => {
  const healthy = await read('/products/latest?limit=2')
  await fault({ path: '/products/latest', effect: { contract: 'null-in-required' } })
  expect(await read('/products/latest?limit=2')).not.toEqual(healthy)
  await removeFaults()
  expect(await read('/products/latest?limit=2')).toEqual(healthy)
})

test('refuses an invalid fault with one message', async () => {
  await expect(fault({ effect: { colour: 'red' } as never })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('effect must be one of'),
  })
  expect(await statusOf(app.control('DELETE /faults', { body: { id: 99 } }))).toBe(404)
})
