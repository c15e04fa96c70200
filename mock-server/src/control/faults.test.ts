import type { ApiError } from 'contracts/client'
import { nonEmpty } from 'contracts/non-empty'
import { describe, expect, test } from 'vitest'
import { eachTestHasApp } from '../../test/fresh-app.ts'
import { statusOf, type TestApp } from '../../test/test-app.ts'
import type { NewFault } from '../control-api/faults.ts'
import { selectOne } from '../world/world.ts'

let app: TestApp
eachTestHasApp((fresh) => {
  app = fresh
})

type Page = { products: Record<string, unknown>[] }
const latest = () => app.client()('GET /products/latest', { query: { limit: '3' } })
const text = async (path: string) => (await app.fetch(`http://localhost${path}`)).text()

describe('faults', () => {
  const fault = (input: { body: NewFault }) => app.control('POST /faults', input)

  test('applies a fault only to the first two requests of a route', async () => {
    await fault({ body: { method: 'GET', path: '/products/latest', times: 2, effect: { status: 503 } } })
    expect(await statusOf(latest())).toBe(503)
    expect(await statusOf(latest())).toBe(503)
    expect(await statusOf(latest())).toBe(200)
    expect(await statusOf(app.client()('GET /banners'))).toBe(200)
  })

  test('applies a fault starting at the n-th request', async () => {
    await fault({ body: { path: '/products/*', from: 2, effect: { status: 500 } } })
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
    await fault({ body: { path: '/customer/order/place', effect: { status: 403, body: [{}] } } })
    await fault({ body: { path: '/banners', effect: { html: true } } })
    await fault({ body: { path: '/config', effect: { throttle: 7 } } })
    const place = await app.fetch('http://localhost/api/v1/customer/order/place', { method: 'POST' })
    expect(place.status).toBe(403)
    expect(await place.json()).toEqual([{}])
    expect(await text('/api/v1/banners')).toContain('<h1>')
    const config = await app.fetch('http://localhost/api/v1/config')
    expect(config.status).toBe(429)
    expect(config.headers.get('retry-after')).toBe('7')
  })

  test('delays the response', async () => {
    await fault({ body: { path: '/banners', effect: { latency: 60 } } })
    const started = performance.now()
    await app.client()('GET /banners')
    expect(performance.now() - started).toBeGreaterThan(55)
  })

  test('closes the connection before or during the body', async () => {
    await fault({ body: { path: '/banners', effect: { reset: true } } })
    await fault({ body: { path: '/config', effect: { truncate: true } } })
    expect(await statusOf(app.client()('GET /banners'))).toBe('TypeError')
    expect(await statusOf(app.client()('GET /config'))).toBe('TypeError')
  })

  test('applies faults to images too', async () => {
    const row = selectOne<{ file: string }>(
      app.world,
      "SELECT file FROM images WHERE folder = 'product' LIMIT 1",
    )
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
      ({ products }: Page) => [products[0]?.image].flat()[0] === 'missing-on-purpose.webp',
    ],
  ] as const)('breaks the contract with %s at %s', async (contract, at, isBroken) => {
    await fault({ body: { path: '/products/latest', effect: { contract, at } } })
    expect(isBroken(JSON.parse(await text('/api/v1/products/latest?limit=3')))).toBe(true)
  })

  test('breaks every place of its kind at *, and images with their URLs', async () => {
    const home = async (contract: NewFault['effect'] & { contract: string }) => {
      await fault({ body: { path: '/homepage/sections', effect: contract } })
      const body = JSON.parse(await text('/api/v1/homepage/sections'))
      await app.control('DELETE /faults', { body: {} })
      return nonEmpty<{ items: { image: unknown; image_fullpath: string[] }[] }>(body.data)
    }
    const sections = await home({ contract: 'missing-image', at: '*' })
    const items = nonEmpty(sections.flatMap(({ items }) => items))
    expect(new Set(items.flatMap(({ image }) => image))).toEqual(new Set(['missing-on-purpose.webp']))
    for (const url of items.flatMap(({ image_fullpath }) => image_fullpath))
      expect(url).toMatch(/^http:.*\/missing-on-purpose\.webp$/)
    await fault({ body: { path: '/categories', effect: { contract: 'empty-list', at: '*' } } })
    expect(await text('/api/v1/categories')).toBe('[]')
  })

  test.each(['banners', 'categories', 'config'])('every image of /%s can be missing', async (path) => {
    await fault({ body: { path: `/${path}`, effect: { contract: 'missing-image', at: '*' } } })
    expect(await text(`/api/v1/${path}`)).not.toMatch(/"[^"]*(?<!missing-on-purpose)\.(?:webp|png|jpg|svg)"/)
  })

  test('changes, adds and removes fields at a JSON path', async () => {
    const change = (at: string, value?: unknown) =>
      fault({
        body: { path: '/products/latest', effect: { change: at, ...(value === undefined ? {} : { value }) } },
      })
    await change('$.products[].price', null)
    await change('$.products[].unit')
    await change('$.products[].__proto__', 1)
    await change('$.total_size', 'many')
    const body = JSON.parse(await text('/api/v1/products/latest?limit=2'))
    expect(body.total_size).toBe('many')
    for (const product of nonEmpty<Record<string, unknown>>(body.products)) {
      expect(product.price).toBeNull()
      expect(Object.hasOwn(product, 'unit')).toBe(false)
      expect(Object.hasOwn(product, '__proto__')).toBe(true)
    }
    await change('$')
    expect(await text('/api/v1/products/latest?limit=2')).toBe('')
    await change('$', [])
    expect(await text('/api/v1/products/latest?limit=2')).toBe('[]')
    await expect(change('products')).rejects.toThrow(/change must be a JSON path/)
  })

  test('breaks the contract in a field that the seed selects', async () => {
    const healthy = await text('/api/v1/products/latest?limit=2')
    await fault({ body: { path: '/products/latest', effect: { contract: 'null-in-required' } } })
    expect(await text('/api/v1/products/latest?limit=2')).not.toBe(healthy)
    await app.control('DELETE /faults', { body: {} })
    expect(await text('/api/v1/products/latest?limit=2')).toBe(healthy)
  })

  test('refuses an invalid fault with one message', async () => {
    const refused = await fault({ body: { effect: { colour: 'red' } as never } }).catch(
      (error: ApiError) => error,
    )
    expect(refused).toMatchObject({ status: 400 })
    expect((refused as ApiError).message).toContain('effect must be one of')
    expect(await statusOf(app.control('DELETE /faults', { body: { id: 99 } }))).toBe(404)
  })
})
