import { asIf, comingAndGoing, rotating, rotatingList, where } from './conditional-mutations.ts'
import { changeAt, edit, type Json, json, type Mutation, set } from './mutation.ts'

/**
 * Drift that does not change the shape of a response. Only a second request or a comparison of two responses can
 * detect it.
 */
export const MEANING: readonly Mutation[] = [
  {
    title: 'a limit that is ignored',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['behaviour', '$.products']],
    mutate: asIf((path) => path.replace('limit=4&offset=1', '').replace(/limit=4&offset=(\d+)/, 'offset=$1')),
  },
  {
    title: 'a page number that is ignored',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['behaviour', '$.products[].id']],
    mutate: asIf((path) => path.replace(/offset=\d+/, 'offset=1')),
  },
  {
    title: 'a page number that is used as a row offset',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['behaviour', '$.products[].id']],
    mutate: where(/offset=2/, async (response, request, handle) => {
      const first = await handle({}, request.path.replace('limit=4&offset=2', 'limit=6&offset=1'))
      const page = JSON.parse(response.body.toString()) as Json
      const products = (JSON.parse(first.body.toString()) as Json).products as unknown[]
      return { ...response, body: Buffer.from(JSON.stringify({ ...page, products: products.slice(2) })) }
    }),
  },
  {
    title: 'no second page',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['behaviour', '$.products']],
    mutate: where(/offset=2/, set('$.products', [])),
  },
  {
    title: 'products after the last page',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['behaviour', '$.products']],
    mutate: asIf((path) => path.replace('offset=99999', 'offset=1')),
  },
  {
    title: 'a different order on each request',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['behaviour', '$.products']],
    mutate: where(/latest$/, rotating('$.products')),
  },
  {
    title: 'a total below the number of rows',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['behaviour', '$.total_size']],
    mutate: where(/latest$/, set('$.total_size', 3)),
  },
  {
    title: 'a total but no rows',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['behaviour', '$.total_size']],
    mutate: set('$.products', []),
  },
  {
    title: 'relative image URLs',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['behaviour', '$.products[].image_fullpath']],
    mutate: json((body) =>
      changeAt(body, '$.products[].image_fullpath', (value, owner, key) => {
        owner[key] = (value as string[]).map((each) => new URL(each).pathname)
      }),
    ),
  },
  {
    title: 'the image of a different product',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['behaviour', '$.products[].image_fullpath[]']],
    mutate: json((body: { products: { image_fullpath: string[] }[] }) => {
      const links = body.products.map((each) => each.image_fullpath)
      for (const [index, each] of body.products.entries())
        each.image_fullpath = links[(index + 1) % links.length] ?? []
    }),
  },
  {
    title: 'image URLs that do not exist',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['behaviour', '$.products[].image_fullpath[]']],
    mutate: json((body) =>
      changeAt(body, '$.products[].image_fullpath', (value, owner, key) => {
        owner[key] = (value as string[]).map((each) => each.replace('/storage/', '/media/'))
      }),
    ),
  },
  {
    title: 'categories that come and go',
    at: 'GET /categories',
    endpoint: 'categories.list',
    expect: [['behaviour', '$']],
    mutate: comingAndGoing(),
  },
  {
    title: 'categories in a different order on each request',
    at: 'GET /categories',
    endpoint: 'categories.list',
    expect: [['behaviour', '$']],
    mutate: rotatingList(),
    means: 'probe',
  },
  {
    title: 'banners in a different order on each request',
    at: 'GET /banners',
    endpoint: 'banners.list',
    expect: [['behaviour', '$']],
    mutate: rotatingList(),
    means: 'probe',
  },
  {
    title: 'sections in a different order on each request',
    at: 'GET /homepage/sections',
    endpoint: 'homepage.sections',
    expect: [['behaviour', '$.data']],
    mutate: rotating('$.data'),
    means: 'probe',
  },
  {
    title: 'section items in a different order on each request',
    at: 'GET /homepage/sections',
    endpoint: 'homepage.sections',
    expect: [['behaviour', '$.data']],
    mutate: rotating('$.data[].items'),
    means: 'probe',
  },
  {
    title: 'an account other than the one that logged in',
    at: 'GET /customer/info',
    endpoint: 'customer.info',
    run: 'login',
    expect: [['behaviour', '$.email']],
    mutate: set('$.email', 'somebody@kitabo.example'),
  },
  {
    title: 'search results in a different order on each request',
    at: 'GET /products/search',
    endpoint: 'products.search',
    expect: [['behaviour', '$.products']],
    mutate: where(/name=(?!z)[^&]*$/, rotating('$.products')),
    means: 'probe',
  },
  {
    title: 'a total that differs from page to page',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['behaviour', '$.total_size']],
    mutate: where(
      /offset=2/,
      edit('$.total_size', (value) => Number(value) + 3),
    ),
    means: 'probe',
  },
  {
    title: 'a wish list in a different order on each request',
    at: 'GET /customer/wish-list',
    endpoint: 'wishlist.list',
    run: 'login',
    expect: [['behaviour', '$.products']],
    mutate: where(/wish-list$/, rotating('$.products')),
  },
  ...[
    { at: 'GET /products/search', endpoint: 'products.search' },
    { at: 'GET /customer/wish-list', endpoint: 'wishlist.list', run: 'login' as const },
  ].map(
    (endpoint): Mutation => ({
      ...endpoint,
      title: `a total that differs from page to page at ${endpoint.endpoint}`,
      expect: [['behaviour', '$.total_size']],
      mutate: where(
        /offset=2/,
        edit('$.total_size', (value) => Number(value) + 3),
      ),
    }),
  ),
  {
    title: 'relative category image URLs',
    at: 'GET /categories',
    endpoint: 'categories.list',
    expect: [['behaviour', '$[].image_fullpath']],
    mutate: edit('$[].image_fullpath', (value) => new URL(String(value)).pathname),
  },
  {
    title: 'relative banner image URLs',
    at: 'GET /banners',
    endpoint: 'banners.list',
    expect: [['behaviour', '$[].image_fullpath']],
    mutate: edit('$[].image_fullpath', (value) => new URL(String(value)).pathname),
  },
]
