import { changeAt, drop, edit, header, type Json, json, type Mutation, set, takeOver } from './mutation.ts'

/** Changes that the contract allows. Only the profiles from earlier runs can reveal them. */
export const REGRESSIONS: readonly Mutation[] = [
  {
    title: 'a missing optional field',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['behaviour', '$.products[].wishlist_count']],
    mutate: drop('$.products[].wishlist_count'),
  },
  {
    title: 'missing ratings',
    at: 'GET /products/search',
    endpoint: 'products.search',
    expect: [['behaviour', '$.products[].rating']],
    mutate: drop('$.products[].rating'),
  },
  {
    title: 'missing delivery rates',
    at: 'GET /config',
    endpoint: 'config.get',
    expect: [['behaviour', '$.delivery_management']],
    mutate: drop('$.delivery_management'),
  },
  {
    title: 'descriptions that are null everywhere',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['behaviour', '$.products[].description']],
    mutate: set('$.products[].description', null),
  },
  {
    title: 'missing coordinates of the shop',
    at: 'GET /config',
    endpoint: 'config.get',
    expect: [['behaviour', '$.ecommerce_location_coverage']],
    mutate: set('$.ecommerce_location_coverage', null),
  },
  {
    title: 'a page number as a string',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['behaviour', '$.limit']],
    mutate: edit('$.limit', String),
  },
  {
    title: 'a phone number as a number',
    at: 'GET /config',
    endpoint: 'config.get',
    expect: [['behaviour', '$.ecommerce_phone']],
    mutate: set('$.ecommerce_phone', 256700000000),
  },
  {
    title: 'the oldest products first',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['behaviour', '$.products']],
    mutate: json((body) =>
      changeAt(body, '$.products', (list, owner, key) => {
        owner[key] = [...(list as Json[])].reverse()
      }),
    ),
  },
  {
    title: 'no banners',
    at: 'GET /banners',
    endpoint: 'banners.list',
    expect: [['behaviour', '$']],
    mutate: json(() => []),
  },
  {
    title: 'only one type of banner',
    at: 'GET /banners',
    endpoint: 'banners.list',
    expect: [['behaviour', '$[].banner_type']],
    mutate: set('$[].banner_type', 'primary'),
  },
  {
    title: 'no sections',
    at: 'GET /homepage/sections',
    endpoint: 'homepage.sections',
    expect: [['behaviour', '$.data']],
    mutate: set('$.data', []),
  },
  {
    title: 'no categories',
    at: 'GET /categories',
    endpoint: 'categories.list',
    expect: [['behaviour', '$']],
    mutate: json(() => []),
  },
  {
    title: 'an invalid e-mail address',
    at: 'GET /config',
    endpoint: 'config.get',
    expect: [['behaviour', '$.ecommerce_email']],
    mutate: set('$.ecommerce_email', 'write to us'),
  },
  {
    title: 'a body that is a hundred times larger',
    at: 'GET /config',
    endpoint: 'config.get',
    expect: [['behaviour', '$']],
    mutate: json((body: Json) => {
      body.about_us = String(body.about_us) + ' and so on'.repeat(100_000)
    }),
  },
  {
    title: 'a slow response',
    at: 'GET /banners',
    endpoint: 'banners.list',
    expect: [['behaviour', '$time']],
    mutate: (reply) =>
      takeOver((response) => {
        setTimeout(() => {
          response.writeHead(reply.status, reply.headers)
          response.end(reply.body)
        }, 800)
      })(reply, { method: 'GET', path: '', hasToken: false, body: '', at: 0 }, () => Promise.resolve(reply)),
  },
  {
    title: 'section items with null descriptions',
    at: 'GET /homepage/sections',
    endpoint: 'homepage.sections',
    expect: [['behaviour', '$.data[].items[].description']],
    mutate: set('$.data[].items[].description', null),
  },
  {
    title: 'orders without a customer',
    at: 'GET /customer/order/list',
    endpoint: 'orders.list',
    expect: [['behaviour', '$[].customer']],
    mutate: set('$[].customer', null),
  },
  {
    title: 'ordered products that are null',
    at: 'GET /customer/order/list',
    endpoint: 'orders.list',
    expect: [['behaviour', '$[].details[].product_details']],
    mutate: set('$[].details[].product_details', null),
  },
  {
    title: 'a customer without a phone number',
    at: 'GET /customer/info',
    endpoint: 'customer.info',
    expect: [['behaviour', '$.phone']],
    mutate: set('$.phone', null),
  },
  {
    title: 'a customer without an image URL',
    at: 'GET /customer/info',
    endpoint: 'customer.info',
    expect: [['behaviour', '$.image_fullpath']],
    mutate: drop('$.image_fullpath'),
  },
  {
    title: 'categories without product counts',
    at: 'GET /categories',
    endpoint: 'categories.list',
    expect: [['behaviour', '$[].products_count']],
    mutate: drop('$[].products_count'),
  },
  {
    title: 'products without has_discount',
    at: 'GET /products/latest',
    endpoint: 'products.latest',
    expect: [['behaviour', '$.products[].has_discount']],
    mutate: drop('$.products[].has_discount'),
  },
  {
    title: 'wish list products without discount percentages',
    at: 'GET /customer/wish-list',
    endpoint: 'wishlist.list',
    expect: [['behaviour', '$.products[].discount_percentage']],
    mutate: drop('$.products[].discount_percentage'),
  },
  {
    title: 'related products without discount percentages',
    at: 'GET /products/details/',
    endpoint: 'products.details',
    expect: [['behaviour', '$.related_products[].discount_percentage']],
    mutate: drop('$.related_products[].discount_percentage'),
  },
  {
    title: 'category products without original prices',
    at: 'GET /categories/products/',
    endpoint: 'categories.products',
    expect: [['behaviour', '$[].original_price']],
    mutate: drop('$[].original_price'),
  },
  {
    title: 'a missing Vary header',
    at: 'GET /banners',
    endpoint: 'banners.list',
    expect: [['behaviour', '$headers.vary']],
    mutate: header('vary', null),
  },
]
