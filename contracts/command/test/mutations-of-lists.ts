import { asText, drop, edit, type Mutation, set } from './mutation.ts'

/** Changed bodies at every depth, in searches, settings and customer data. */
export const LISTS: readonly Mutation[] = [
  {
    title: 'a total as a string',
    at: 'GET /products/search',
    endpoint: 'products.search',
    expect: [['breaking', '$.total_size']],
    mutate: asText('$.total_size'),
  },
  {
    title: 'a different date format',
    isAlone: true,
    at: 'GET /categories/products/',
    endpoint: 'categories.products',
    expect: [['breaking', '$[].created_at']],
    mutate: set('$[].created_at', '14/03/2024'),
  },
  {
    title: 'category ids as numbers',
    isAlone: true,
    at: 'GET /categories/products/',
    endpoint: 'categories.products',
    expect: [['breaking', '$[].category_ids[].id']],
    mutate: edit('$[].category_ids[].id', Number),
  },
  {
    title: 'a flag as a boolean',
    isAlone: true,
    at: 'GET /categories/childes/',
    endpoint: 'categories.childes',
    expect: [['breaking', '$[].status']],
    mutate: set('$[].status', true),
  },
  {
    title: 'a delivery rate as a string',
    at: 'GET /config',
    endpoint: 'config.get',
    expect: [['breaking', '$.delivery_management.shipping_per_km']],
    mutate: asText('$.delivery_management.shipping_per_km'),
  },
  {
    title: 'a URL that is not a string',
    at: 'GET /config',
    endpoint: 'config.get',
    expect: [['breaking', '$.base_urls.product_image_url']],
    mutate: set('$.base_urls.product_image_url', 7),
  },
  {
    title: 'a number beyond 2^53',
    at: 'GET /config',
    endpoint: 'config.get',
    expect: [['breaking', '$.minimum_order_value']],
    mutate: (response) => ({
      ...response,
      body: Buffer.from(
        response.body
          .toString()
          .replace(/"minimum_order_value":\d+/, '"minimum_order_value":9007199254740993'),
      ),
    }),
  },
  {
    title: 'a __proto__ key',
    at: 'GET /config',
    endpoint: 'config.get',
    expect: [['additive', '$.__proto__']],
    mutate: (response) => ({
      ...response,
      body: Buffer.from(response.body.toString().replace('{', '{"__proto__":{"isAdmin":true},')),
    }),
  },
  {
    title: 'an e-mail address as a number',
    at: 'GET /customer/info',
    endpoint: 'customer.info',
    expect: [['breaking', '$.email']],
    mutate: set('$.email', 7),
  },
  {
    title: 'an unknown order status',
    at: 'GET /customer/order/list',
    endpoint: 'orders.list',
    expect: [['behaviour', '$[].order_status']],
    mutate: set('$[].order_status', 'refunded'),
  },
  {
    title: 'an order line without its price',
    at: 'GET /customer/order/list',
    endpoint: 'orders.list',
    expect: [['breaking', '$[].details[].price']],
    mutate: drop('$[].details[].price'),
  },
  {
    title: 'ordered products that are not JSON',
    at: 'GET /customer/order/list',
    endpoint: 'orders.list',
    expect: [['breaking', '$[].details[].product_details']],
    mutate: set('$[].details[].product_details', '{"name":'),
  },
  {
    title: 'coordinates as numbers',
    at: 'GET /customer/address/list',
    endpoint: 'addresses.list',
    expect: [['breaking', '$[].latitude']],
    mutate: edit('$[].latitude', Number),
  },
  {
    title: 'a wish list without products',
    at: 'GET /customer/wish-list',
    endpoint: 'wishlist.list',
    expect: [['breaking', '$.products']],
    mutate: set('$.products', null),
  },
]
