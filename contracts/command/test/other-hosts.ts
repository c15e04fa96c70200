import { at, everywhere, type Healthy, isProduct, type Json } from './healthy-host.ts'

/** Number of varied responses so far, which makes each one different. */
let variations = 0

const renamed = everywhere(isProduct, (object) => {
  object.name = 'Ежедневник ученика'
})

/** Healthy hosts whose responses to probes differ from the emulator's. */
export const OTHER_HOSTS: readonly Healthy[] = [
  {
    title: 'only three products',
    mutate: at(/\/(latest|search)/, (body: { products: Json[]; total_size: number }) => {
      body.products = body.products.slice(0, 3)
      body.total_size = Math.min(body.total_size, 3)
    }),
  },
  {
    title: 'banners, sections and their items that others remove and restore',
    mutate: at(/\/(banners|sections)/, (body: Json[] | { data: { items: Json[] }[] }) => {
      variations++
      const lists = Array.isArray(body) ? [body] : [body.data, ...body.data.map(({ items }) => items)]
      for (const list of lists) list.splice(variations % list.length, 1)
    }),
  },
  {
    title: 'counts and stocks that change between two requests',
    mutate: everywhere(isProduct, (object) => {
      variations++
      object.total_stock = Number(object.total_stock) + (variations % 3)
      object.wishlist_count = variations
    }),
  },
  {
    title: 'a search that finds similar words',
    mutate: (_, { path }, handle) =>
      /zzqx/.test(path) ? handle({}, path.replace(/zzqx\w*/, 'law')) : undefined,
  },
  {
    title: 'an HTML page for an unknown image',
    mutate: (response, { path }) =>
      /no-picture/.test(path)
        ? { ...response, status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>') }
        : undefined,
  },
  {
    title: '403 for an unknown image, as in a storage bucket',
    mutate: (response, { path }) => (/no-picture/.test(path) ? { ...response, status: 403 } : undefined),
  },
  {
    title: 'preflights with a list of all headers and status 200',
    mutate: (response, { method }) =>
      method === 'OPTIONS'
        ? {
            ...response,
            status: 200,
            headers: {
              'access-control-allow-origin': 'https://shop.example',
              'access-control-allow-headers': 'Accept, Authorization, Content-Type, Idempotency-Key',
              'access-control-allow-methods': 'get, post, put, patch, delete',
            },
          }
        : undefined,
  },
  {
    title: 'preflights with * for all headers except Authorization',
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
    mutate: everywhere(isProduct, (object) => {
      object.image_fullpath = ['http://127.0.0.1/assets/admin/img/placeholder.png']
    }),
  },
  {
    title: 'a list with a product that has been removed since',
    mutate: (_, { path }, handle) =>
      /details\/\d+$/.test(path) && variations++ % 3 === 1
        ? handle({}, path.replace(/\d+$/, '999999999'))
        : undefined,
  },
  {
    title: 'names in a different alphabet',
    mutate: async (response, request, handle) =>
      /search\?name=%D0/.test(request.path)
        ? renamed(await handle({}, request.path.replace(/\?.*/, '')), request, handle)
        : renamed(response, request, handle),
  },
  {
    title: 'category products with three category levels',
    mutate: everywhere(isProduct, (object) => {
      object.category_ids = [...(object.category_ids as Json[]), { id: '41', position: 3 }]
    }),
  },
  {
    title: 'a slow network',
    mutate: async (response) => {
      await new Promise((done) => setTimeout(done, 20))
      return response
    },
  },
  {
    title: 'twenty thousand categories',
    mutate: at(/\/categories$/, (body: Json[]) =>
      Array.from({ length: 20_000 }, (_, index) => ({
        ...body[index % body.length],
        ...(index < body.length ? {} : { id: 1000 + index }),
      })),
    ),
  },
]
