import { expect, test } from 'vitest'
import {
  combine,
  editJson,
  editValue,
  type Json,
  mutateEndpoint,
  mutatePath,
  replaceBody,
  setStatus,
  setValue,
} from './mutation.ts'
import type { Mutate } from './planted-host.ts'
import { findingsOf, startTestRun } from './test-run.ts'

const testRun = await startTestRun()
const profiles = await testRun.learn()

/** Changes all objects in JSON responses that pass the test. */
function editObjects(test: (object: Json) => boolean, change: (object: Json) => unknown): Mutate {
  const walk = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return
    Object.values(value).forEach(walk)
    if (!Array.isArray(value) && test(value)) change(value)
  }
  return editJson((body) => walk(body))
}
const isProduct = (object: Json) => 'total_stock' in object && 'choice_options' in object
const hasTotal = (object: Json) => 'total_size' in object
const withHeaders =
  (more: Record<string, string>): Mutate =>
  (response) => ({ ...response, headers: { ...response.headers, ...more } })

/** Mutates the responses for which `isChosen` returns true. It receives the number of earlier requests. */
function mutateSome(isChosen: (earlier: number) => boolean, mutate: Mutate): Mutate {
  let requested = 0
  return (...call) => (isChosen(requested++) ? mutate(...call) : undefined)
}

/** Mutates only preflights. */
const mutatePreflights =
  (mutate: Mutate): Mutate =>
  (...call) =>
    call[1].method === 'OPTIONS' ? mutate(...call) : undefined

/** Healthy hosts whose data differs from the emulator's. None of these differences are drift. */
const OTHER_DATA: readonly (readonly [title: string, ...mutations: Mutate[]])[] = [
  [
    'nulls and errors of public builds, and images in the second folder only',
    editObjects(isProduct, (product) =>
      Object.assign(product, { name: null, description: null, created_at: null, image_fullpath: null }),
    ),
    mutateEndpoint('orders.list', setValue('$[].customer', null)),
    mutateEndpoint('orders.list', setValue('$[].delivery_address', null)),
    mutateEndpoint(
      'orders.list',
      editValue('$[].details[].product_details', (text) => JSON.parse(text)),
    ),
    mutateEndpoint(
      'categories.list',
      editJson((rows) => (rows as Json[]).filter(({ parent_id }) => parent_id === 0)),
    ),
    editJson(() => ({ errors: [{ code: 'auth-001', message: 'Unauthenticated.' }] }), 401),
    mutatePath(/^\/product\//, setStatus(404)),
    withHeaders({ 'cache-control': 'no-cache, private', 'x-ratelimit-remaining': '3' }),
  ],
  [
    'fields and formats of later builds, values at their limits, a missing image and byte order marks',
    editObjects(isProduct, (product) =>
      Object.assign(product, {
        codebar: null,
        tax: 0,
        variations: [{ type: 'Red', price: 25000, stock: 3 }],
        rating: [{ average: '4.5000', product_id: 7 }],
        discount: product.price,
        discount_type: 'amount',
      }),
    ),
    editObjects(hasTotal, (page) => Object.assign(page, { limit: '10', offset: '1' })),
    mutateEndpoint(
      'products.search',
      editJson(
        (page) => void Object.assign(page, { limit: null, offset: null, highest_price: page.lowest_price }),
      ),
    ),
    editObjects(
      ({ created_at }) => typeof created_at === 'string',
      (row) => Object.assign(row, { created_at: '2024-03-14T09:26:53.000Z' }),
    ),
    mutateEndpoint(
      'homepage.sections',
      editValue('$.data[].items', (items) =>
        items.map(({ id: _, ...item }: Json) => ({ ...item, category: { id: 3, name: 'Books' } })),
      ),
    ),
    mutatePath(
      /^\/(storage\/)?product\//,
      mutateSome((earlier) => earlier < 2, setStatus(404)),
    ),
    (response, ...call) =>
      response.headers['content-type']?.includes('json')
        ? replaceBody(`\ufeff${response.body}`)(response, ...call)
        : undefined,
  ],
  [
    'empty lists',
    (response, ...call) =>
      call[0].method === 'GET' &&
      response.status === 200 &&
      /\/(banners|categories|list)(\?|\/|$)/.test(call[0].path)
        ? replaceBody('[]')(response, ...call)
        : undefined,
  ],
  [
    'no products anywhere',
    editObjects(
      (object) => 'products' in object || 'items' in object,
      (object) => {
        for (const key of ['products', 'items']) if (key in object) object[key] = []
        if (hasTotal(object)) object.total_size = 0
      },
    ),
  ],
]

/** Healthy hosts whose responses to probes or later requests differ. They satisfy the profile of earlier runs, too. */
const OTHER_HOSTS: typeof OTHER_DATA = [
  [
    'only three products, whose images are in the first folder only',
    mutatePath(
      /latest|search/,
      editJson((page) =>
        Object.assign(page, {
          products: page.products.slice(0, 3),
          total_size: Math.min(page.total_size, 3),
        }),
      ),
    ),
    mutatePath(/^\/storage\/product\//, setStatus(404)),
  ],
  [
    'data that others change, three category levels, and preflights with lists for one origin',
    ...['banners.list', 'homepage.sections'].map((name) =>
      mutateEndpoint(
        name,
        // Not the only banner of its type, which would be a regression against a profile.
        mutateSome(
          (earlier) => earlier % 2 === 0,
          editJson((body) => void (Array.isArray(body) ? body : body.data).splice(1, 1)),
        ),
      ),
    ),
    editObjects(isProduct, (product) => product.category_ids.push({ id: '41', position: 3 })),
    editObjects(isProduct, (product) => {
      product.total_stock += testRun.host.requests.length % 3
      product.wishlist_count = testRun.host.requests.length
    }),
    mutateEndpoint(
      'categories.list',
      mutateSome(
        (earlier) => earlier > 0,
        editJson((rows) => [...(rows as Json[]), { ...rows[0], id: 4321 }]),
      ),
    ),
    mutatePath(
      /details\/(?!9{9})\d+$/,
      mutateSome(
        (earlier) => earlier % 3 === 1,
        (_, { path }, handle) => handle({}, path.replace(/\d+$/, '999999999')),
      ),
    ),
    mutatePreflights((response) => ({
      ...response,
      status: 200,
      headers: {
        'access-control-allow-origin': 'http://localhost:5173',
        'access-control-allow-headers': 'Accept, Authorization, Content-Type, Idempotency-Key',
        'access-control-allow-methods': 'get, post, put, patch, delete',
      },
    })),
    mutatePath(/contract-test-unknown/, (response) => ({ ...response, status: 403 })),
  ],
  [
    'placeholders for missing images, a search for similar words, 404 for unknown ids, and preflights with *',
    editObjects(isProduct, (product) =>
      Object.assign(product, { image_fullpath: ['http://shop.test/assets/admin/img/placeholder.png'] }),
    ),
    mutatePath(/zzqx/, (_, { path }, handle) => handle({}, path.replace(/zzqx\w*/, 'law'))),
    mutatePath(/details\/9{9}/, setStatus(404)),
    mutatePath(/contract-test-unknown/, (response, ...call) =>
      replaceBody('<html>', 'text/html')({ ...response, status: 200 }, ...call),
    ),
    mutatePreflights(
      withHeaders({
        'access-control-allow-headers': '*, authorization',
        'access-control-allow-methods': '*',
      }),
    ),
  ],
]

test.each([
  ...OTHER_DATA.map(([title, ...mutations]) => ({ title, mutations, earlier: {} })),
  ...OTHER_HOSTS.map(([title, ...mutations]) => ({ title, mutations, earlier: profiles })),
])('a healthy host has no findings: $title', async ({ mutations, earlier }) => {
  testRun.host.plant(combine(...mutations))
  const report = await testRun.run({ baseline: { accepted: [], profiles: earlier } })
  expect(findingsOf(report)).toEqual([])
  expect(report.endpoints.filter(({ status }) => status === 'error')).toEqual([])
  expect(report.summary.exitCode).toBe(0)
})
