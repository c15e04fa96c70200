import { afterFirst, asIf, where } from './conditional-mutations.ts'
import { changeAt, header, json, type Mutation, set, status } from './mutation.ts'

/** Wrong responses with a valid shape: ids, searches, preflights and images. */
export const RESPONSES: readonly Mutation[] = [
  {
    title: 'a search that returns everything',
    at: 'GET /products/search',
    endpoint: 'products.search',
    expect: [['behaviour', '$.total_size']],
    mutate: asIf((path) => path.replace(/name=[^&]*/, '')),
  },
  {
    title: 'a search that returns nothing',
    at: 'GET /products/search',
    endpoint: 'products.search',
    expect: [['behaviour', '$.products']],
    mutate: asIf((path) => path.replace(/name=[^&]*/, 'name=qqqqzzzz')),
  },
  {
    title: 'a search with a total below the number of rows',
    at: 'GET /products/search',
    endpoint: 'products.search',
    expect: [['behaviour', '$.total_size']],
    mutate: set('$.total_size', 0),
  },
  {
    title: 'a product for every id',
    at: 'GET /products/details/',
    endpoint: 'products.details',
    expect: [['behaviour', '$']],
    mutate: asIf((path) => path.replace('999999999', '7')),
  },
  {
    title: 'the same product for every id',
    at: 'GET /products/details/',
    endpoint: 'products.details',
    expect: [['behaviour', '$.product.id']],
    mutate: asIf((path) => (path.includes('999999999') ? path : path.replace(/\d+$/, '7'))),
  },
  {
    title: 'listed products that return errors',
    at: 'GET /products/details/',
    endpoint: 'products.details',
    expect: [['behaviour', '$']],
    mutate: afterFirst(asIf((path) => path.replace(/\d+$/, '999999999'))),
  },
  {
    title: '404 for an unknown product',
    at: 'GET /products/details/',
    endpoint: 'products.details',
    expect: [['behaviour', '$status']],
    mutate: where(/999999999/, status(404)),
  },
  {
    title: 'a server error for an unknown product',
    at: 'GET /products/details/',
    endpoint: 'products.details',
    expect: [['behaviour', '$status']],
    mutate: where(/999999999/, status(500)),
  },
  {
    title: 'a category id that is ignored',
    at: 'GET /categories/products/',
    endpoint: 'categories.products',
    expect: [['behaviour', '$[].category_ids']],
    mutate: json((body) =>
      changeAt(body, '$[].category_ids', (_, owner, key) => {
        owner[key] = [{ id: '99', position: 1 }]
      }),
    ),
  },
  {
    title: 'products of an unknown category',
    at: 'GET /categories/products/',
    endpoint: 'categories.products',
    expect: [['behaviour', '$']],
    mutate: asIf((path) => path.replace('999999999', '1')),
  },
  {
    title: 'subcategories of an unknown category',
    at: 'GET /categories/childes/',
    endpoint: 'categories.childes',
    expect: [['behaviour', '$']],
    mutate: asIf((path) => path.replace('999999999', '1')),
  },
  {
    title: 'subcategories of a different category',
    at: 'GET /categories/childes/',
    endpoint: 'categories.childes',
    expect: [['behaviour', '$[].parent_id']],
    mutate: set('$[].parent_id', 98),
  },
  {
    title: 'a reported failure with status 200',
    at: 'GET /homepage/sections',
    endpoint: 'homepage.sections',
    expect: [['breaking', '$.success']],
    mutate: set('$.success', false),
  },
  {
    title: 'a rejected preflight',
    at: 'OPTIONS /customer/info',
    endpoint: 'customer.info',
    expect: [['behaviour', '$status']],
    mutate: status(405),
  },
  {
    title: 'no CORS permission for the token',
    at: 'OPTIONS /customer/info',
    endpoint: 'customer.info',
    expect: [['behaviour', '$headers.access-control-allow-headers']],
    mutate: header('access-control-allow-headers', '*'),
  },
  {
    title: 'CORS permission for a different origin at login',
    at: 'OPTIONS /auth/login',
    endpoint: 'auth.login',
    expect: [['behaviour', '$headers.access-control-allow-origin']],
    mutate: header('access-control-allow-origin', 'https://other.example'),
  },
  {
    title: 'no CORS permission for Idempotency-Key',
    at: 'OPTIONS /customer/order/place',
    endpoint: 'orders.place',
    expect: [['behaviour', '$headers.access-control-allow-headers']],
    mutate: header('access-control-allow-headers', 'authorization, content-type'),
  },
  {
    title: 'no CORS permission for DELETE',
    at: 'OPTIONS /customer/wish-list/remove',
    endpoint: 'wishlist.remove',
    expect: [['behaviour', '$headers.access-control-allow-methods']],
    mutate: header('access-control-allow-methods', 'GET, POST'),
  },
  {
    title: 'an image for every file name',
    at: 'GET /product/',
    endpoint: 'images.product',
    expect: [['behaviour', '$status']],
    mutate: where(/no-picture/, (response) => ({
      ...response,
      status: 200,
      headers: { 'content-type': 'image/webp' },
      body: Buffer.from('RIFF0000WEBP'),
    })),
  },
]
