import { expect, test } from 'vitest'
import { addFault, app, get, send, statusOf, useAppPerTest } from '../../test/current-app.ts'
import { selectOne } from '../world/queries.ts'

useAppPerTest()

test('applies a fault to a path with the prefix of the API', async () => {
  await addFault({ path: '/api/v1/banners', effect: { status: 503 } })
  expect(await statusOf(app.client()('GET /banners'))).toBe(503)
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
  expect(await addFault({ path, effect: { status: 503 } })).toMatchObject({ matched: 0 })
})

test('applies faults to images too', async () => {
  const sql = "SELECT file FROM images WHERE folder = 'product' LIMIT 1"
  const { file } = selectOne<{ file: string }>(app.world, sql) ?? {}
  await addFault({ path: '/product/{file}', effect: { status: 404 } })
  expect((await get(`/product/${file}`)).status).toBe(404)
  expect((await get(`/storage/product/${file}`)).status).toBe(200)
})

test.each<[flaw: string, fault: object, message: string]>([
  ['a long path', { path: `/${'x'.repeat(200)}` }, '((path may have at most 200 characters.))'],
  ['an unknown effect', { effect: { colour: 'red' } }, expect.stringMatching(/^\(\(effect must be one of /)],
  [
    'a change that is no JSON path',
    { effect: { change: 'products' } },
    '((change must be a JSON path, such as $.products[].price.))',
  ],
  [
    'an informational status',
    { effect: { status: 101 } },
    '((effect.status: Too small: expected number to be >=200.))',
  ],
  ['a large body', { effect: { status: 500, body: 'x'.repeat(100_001) } }, '((effect.body: is too long.))'],
])('refuses a fault with %s', async (_, change, message) => {
  const fault = { path: '/banners', effect: { status: 500 }, ...change }
  expect((await send('POST', '/__emulator/faults', fault)).refusal).toEqual([400, message])
})

test('a world has at most 100 faults', async () => {
  const fault = { path: '/newsletter/subscribe', effect: { status: 500 } }
  for (let count = 0; count < 100; count++) expect(app.world.faults.add(fault)).not.toBeNull()
  expect((await send('POST', '/__emulator/faults', fault)).refusal).toEqual([
    409,
    '((There are too many faults; remove some.))',
  ])
})

test('removes one fault by its id, or all', async () => {
  const list = async () => (await app.control('GET /faults')).faults.map(({ id }) => id)
  const ids: number[] = []
  for (const status of [500, 502, 503])
    ids.push((await addFault({ path: '/banners', effect: { status } })).id)
  await app.control('DELETE /faults', { body: { id: ids[1] } })
  expect(await list()).toEqual([ids[0], ids[2]])
  expect((await send('DELETE', '/__emulator/faults', { id: ids[1] })).refusal).toEqual([
    404,
    `((There is no fault ${ids[1]}.))`,
  ])
  await app.control('DELETE /faults', { body: {} })
  expect(await list()).toEqual([])
})
