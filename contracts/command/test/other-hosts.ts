import { at, edit, type Json, json, where } from './mutation.ts'
import type { Mutate } from './planted-host.ts'

/** A healthy host that differs from the emulator in its data or build. None of these differences are drift. */
type Healthy = { title: string; mutate: Mutate }

/** Changes all objects in JSON responses that pass the test. */
function everywhere(test: (object: Json) => boolean, change: (object: Json) => void): Mutate {
  const walk = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return
    Object.values(value).forEach(walk)
    if (!Array.isArray(value) && test(value)) change(value)
  }
  return json((body) => walk(body))
}
const isProduct = (object: Json) => 'total_stock' in object && 'choice_options' in object
const hasTotal = (object: Json) => 'total_size' in object

/** Number of varied responses so far, which makes each one different. */
let variations = 0

/** Adds a category after its list has been requested once. Each run begins with the settings. */
function addedCategory(): Mutate {
  let lists = 0
  const added = json((rows) => [...(rows as Json[]), { ...rows[0], id: 4321 }])
  return (response, request, handle) => {
    if (request.path.endsWith('/config')) lists = 0
    if (!request.path.endsWith('/categories')) return undefined
    return lists++ > 0 ? added(response, request, handle) : undefined
  }
}

/** Hosts with different data, one for each rule that must not report it. */
export const OTHER_DATA: readonly Healthy[] = [
  {
    title: 'null fields, as in public builds',
    mutate: everywhere(isProduct, (product) =>
      Object.assign(product, { name: null, description: null, created_at: null, image_fullpath: null }),
    ),
  },
  {
    title: 'fields of later builds',
    mutate: everywhere(isProduct, (product) =>
      Object.assign(product, {
        codebar: null,
        tax: 0,
        variations: [{ type: 'Red', price: 25000, stock: 3 }],
        rating: [{ average: '4.5000', product_id: 7 }],
      }),
    ),
  },
  {
    title: 'page numbers as strings',
    mutate: everywhere(hasTotal, (page) => Object.assign(page, { limit: '10', offset: '1' })),
  },
  {
    title: 'no page numbers in a search',
    mutate: at(
      'products.search',
      json((page) => void Object.assign(page, { limit: null, offset: null })),
    ),
  },
  {
    title: 'timestamps with milliseconds',
    mutate: everywhere(
      ({ created_at }) => typeof created_at === 'string',
      (row) => (row.created_at = '2024-03-14T09:26:53.000Z'),
    ),
  },
  {
    title: 'empty lists',
    mutate: (response, { method, path }) =>
      method === 'GET' && response.status === 200 && /\/(banners|categories|list)(\?|\/|$)/.test(path)
        ? { ...response, body: Buffer.from('[]') }
        : undefined,
  },
  {
    title: 'no products anywhere',
    mutate: everywhere(
      (object) => 'products' in object || 'items' in object,
      (object) => {
        for (const key of ['products', 'items']) if (key in object) object[key] = []
        if (hasTotal(object)) object.total_size = 0
      },
    ),
  },
  {
    title: 'top-level categories only',
    mutate: at(
      'categories.list',
      json((rows) => (rows as Json[]).filter(({ parent_id }) => parent_id === 0)),
    ),
  },
  {
    title: 'section items without an id',
    mutate: at(
      'homepage.sections',
      edit('$.data[].items', (items) =>
        items.map(({ id: _, ...item }: Json) => ({ ...item, category: { id: 3, name: 'Books' } })),
      ),
    ),
  },
  {
    title: '401 with a list of errors',
    mutate: json(() => ({ errors: [{ code: 'auth-001', message: 'Unauthenticated.' }] }), 401),
  },
  {
    title: 'ordered products as objects',
    mutate: at(
      'orders.list',
      edit('$[].details[].product_details', (text) => JSON.parse(text)),
    ),
  },
  {
    title: 'orders without a customer and an address',
    mutate: at(
      'orders.list',
      json(
        (orders) =>
          void (orders as Json[]).map((order) =>
            Object.assign(order, { customer: null, delivery_address: null }),
          ),
      ),
    ),
  },
  {
    title: 'images in the second folder only',
    mutate: where(/^\/product\//, (response) => ({ ...response, status: 404 })),
  },
  {
    title: 'a missing image',
    mutate: where(/^\/(storage\/)?product\//, (response) =>
      variations++ < 2 ? { ...response, status: 404 } : undefined,
    ),
  },
  {
    title: 'the headers of public builds',
    mutate: (response) => ({
      ...response,
      headers: { ...response.headers, 'cache-control': 'no-cache, private', 'x-ratelimit-remaining': '3' },
    }),
  },
  {
    title: 'responses with a byte order mark',
    mutate: (response) =>
      response.headers['content-type']?.includes('json')
        ? { ...response, body: Buffer.concat([Buffer.from('\ufeff'), response.body]) }
        : undefined,
  },
]

/** Hosts whose responses to probes or later requests differ, one for each probe that must not report it. */
export const OTHER_HOSTS: readonly Healthy[] = [
  {
    title: 'only three products',
    mutate: where(
      /latest|search/,
      json((page) =>
        Object.assign(page, {
          products: page.products.slice(0, 3),
          total_size: Math.min(page.total_size, 3),
        }),
      ),
    ),
  },
  {
    title: 'banners and sections that others remove and restore',
    mutate: where(
      /banners|sections/,
      json((body) => {
        const list = Array.isArray(body) ? body : body.data
        // Not the only banner of its type, which would be a regression against a profile.
        list.splice(variations++ % 2, 1)
      }),
    ),
  },
  {
    title: 'counts and stocks that change between two requests',
    mutate: everywhere(isProduct, (product) => {
      product.total_stock += variations++ % 3
      product.wishlist_count = variations
    }),
  },
  {
    title: 'a search that finds similar words',
    mutate: (_, { path }, handle) =>
      /zzqx/.test(path) ? handle({}, path.replace(/zzqx\w*/, 'law')) : undefined,
  },
  {
    title: 'an HTML page for an unknown image',
    mutate: where(/no-picture/, (response) => ({
      ...response,
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: Buffer.from('<html>'),
    })),
  },
  {
    title: '404 for an unknown product, as in later builds',
    mutate: where(/details\/9{9}/, (response) => ({ ...response, status: 404 })),
  },
  { title: 'a category that is added during the run', mutate: addedCategory() },
  {
    title: '403 for an unknown image',
    mutate: where(/no-picture/, (response) => ({ ...response, status: 403 })),
  },
  {
    title: 'preflights with lists for one origin',
    mutate: (response, { method }) =>
      method === 'OPTIONS'
        ? {
            ...response,
            status: 200,
            headers: {
              'access-control-allow-origin': 'http://localhost:5173',
              'access-control-allow-headers': 'Accept, Authorization, Content-Type, Idempotency-Key',
              'access-control-allow-methods': 'get, post, put, patch, delete',
            },
          }
        : undefined,
  },
  {
    title: 'preflights with * for everything but Authorization',
    mutate: (response, { method }) =>
      method === 'OPTIONS'
        ? {
            ...response,
            headers: {
              ...response.headers,
              'access-control-allow-headers': '*, authorization',
              'access-control-allow-methods': '*',
            },
          }
        : undefined,
  },
  {
    title: 'placeholders for missing images',
    mutate: everywhere(
      isProduct,
      (product) => (product.image_fullpath = ['http://shop.test/assets/admin/img/placeholder.png']),
    ),
  },
  {
    title: 'a listed product that has been removed since',
    mutate: (_, { path }, handle) =>
      /details\/\d+$/.test(path) && variations++ % 3 === 1
        ? handle({}, path.replace(/\d+$/, '999999999'))
        : undefined,
  },
  {
    title: 'three category levels',
    mutate: everywhere(isProduct, (product) => product.category_ids.push({ id: '41', position: 3 })),
  },
]
