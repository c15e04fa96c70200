import { parsePath, valuesAt } from '../../src/schema/json-path.ts'
import { type Json, json } from './mutation.ts'

/** Changes a JSON body in place. */
export const changed = (change: (body: Json) => unknown) =>
  json((body: Json) => {
    change(body)
  })

/** A change to a response that remains valid, but contradicts a different response, its request, or common sense. */
export type Contradiction = {
  title: string
  /** Paths of the requests whose responses are changed, without the prefix. */
  at: RegExp
  change: (body: Json) => void
  expect: [endpoint: string, where: string, relation: string]
}

const FUTURE = '2099-01-01T00:00:00.000000Z'
const SAME = 'a product is the same everywhere'
const each = (key: string, change: (product: Json) => void) => (body: Json) => {
  for (const product of (key === '' ? body : body[key]) as Json[]) change(product)
}
const first = (key: string, change: (product: Json) => void) => (body: Json) => {
  const list = (key === '' ? body : body[key]) as Json[]
  if (list[0]) change(list[0])
}

/** Contradictions between responses in a read-only run. */
export const CONTRADICTIONS: readonly Contradiction[] = [
  {
    title: 'a product with a different price in its details',
    at: /^\/products\/details\//,
    change: ({ product }) => ((product as Json).price = Number((product as Json).price) + 500),
    expect: ['products.details', '$.product.price', SAME],
  },
  {
    title: 'products with different names in the search',
    at: /^\/products\/search/,
    change: each('products', (product) => (product.name = `${product.name} (new)`)),
    expect: ['products.search', '$.products[].name', SAME],
  },
  {
    title: 'products with a different discount on the home page',
    at: /^\/homepage\/sections/,
    change: (body) => {
      for (const section of body.data as Json[])
        for (const item of section.items as Json[]) item.discount = Number(item.discount) + 1
    },
    expect: ['homepage.sections', '$.data[].items[].discount', SAME],
  },
  {
    title: 'products with a different unit in a category',
    at: /^\/categories\/products\//,
    change: each('', (product) => (product.unit = 'dozen')),
    expect: ['categories.products', '$[].unit', SAME],
  },
  {
    title: 'products with a different ISBN in the list',
    at: /^\/products\/latest/,
    change: each('products', (product) => (product.tax = '9780000000000')),
    expect: ['products.latest', '$.products[].tax', SAME],
  },
  {
    title: 'details of a product that was not requested',
    at: /^\/products\/details\//,
    change: ({ product }) => ((product as Json).id = 987_654),
    expect: ['products.details', '$.product.id', 'the details are those of the requested product'],
  },
  {
    title: 'a negative price',
    at: /^\/products\/search/,
    change: each('products', (product) => Object.assign(product, { price: -1, discount: 0 })),
    expect: ['products.search', '$.products[].price', 'prices are not negative'],
  },
  {
    title: 'a negative stock',
    at: /^\/products\/latest/,
    change: first('products', (product) => (product.total_stock = -3)),
    expect: ['products.latest', '$.products[].total_stock', 'stock is not negative'],
  },
  {
    title: 'a discount above 100 percent',
    at: /^\/products\/latest/,
    change: first('products', (product) =>
      Object.assign(product, { discount: 120, discount_type: 'percent' }),
    ),
    expect: ['products.latest', '$.products[].discount', 'a discount is not larger than the price'],
  },
  {
    title: 'a discount above the price',
    at: /^\/products\/latest/,
    change: first('products', (product) =>
      Object.assign(product, { discount: Number(product.price) + 1, discount_type: 'amount' }),
    ),
    expect: ['products.latest', '$.products[].discount', 'a discount is not larger than the price'],
  },
  {
    title: 'a product that was created in the future',
    at: /^\/products\/latest/,
    change: first('products', (product) => (product.created_at = FUTURE)),
    expect: ['products.latest', '$.products[].created_at', 'no row was created in the future'],
  },
  {
    title: 'a total below the number of rows in the list',
    at: /^\/products\/latest/,
    change: (body) => (body.total_size = 1),
    expect: ['products.latest', '$.total_size', 'a total matches the rows'],
  },
  {
    title: 'a reversed price range',
    at: /^\/products\/search/,
    change: (body) => Object.assign(body, { lowest_price: 9_000_000, highest_price: 1 }),
    expect: ['products.search', '$.lowest_price', 'the price range is not inverted'],
  },
  {
    title: 'a category with an unknown parent',
    at: /^\/categories$/,
    change: (body) => {
      const child = (body as unknown as Json[]).find(({ parent_id }) => parent_id !== 0)
      if (child) child.parent_id = 987_654
    },
    expect: ['categories.list', '$[].parent_id', 'a parent is a category'],
  },
  {
    title: 'children of a category that was not requested',
    at: /^\/categories\/childes\//,
    change: each('', (child) => (child.parent_id = 1_000_000)),
    expect: ['categories.childes', '$[].parent_id', 'children belong to the requested category'],
  },
  {
    title: 'a subcategory whose name differs from the list of categories',
    at: /^\/categories\/childes\//,
    change: first('', (child) => (child.name = 'Renamed')),
    expect: ['categories.childes', '$[].name', 'a category is the same everywhere'],
  },
  {
    title: 'products in a category that was not requested',
    at: /^\/categories\/products\//,
    change: each('', (product) => (product.category_ids = [{ id: '987654', position: 1 }])),
    expect: ['categories.products', '$[].category_ids', 'products belong to the requested category'],
  },
  {
    title: 'a banner that links to an unknown category',
    at: /^\/banners/,
    change: first('', (banner) => Object.assign(banner, { product_id: null, category_id: 987_654 })),
    expect: ['banners.list', '$[].category_id', 'a banner links to a category'],
  },
  {
    title: 'a banner with two targets',
    at: /^\/banners/,
    change: (body) => {
      const banner = (body as unknown as Json[]).find(({ category_id }) => category_id !== null)
      if (banner) banner.product_id = 1
    },
    expect: ['banners.list', '$[].category_id', 'a banner has one target'],
  },
  {
    title: 'a search total that does not match the rows of a large page',
    at: /^\/products\/search\?.*limit=50/,
    change: (body) => (body.total_size = Number(body.total_size) + 7),
    expect: ['products.search', '$.total_size', 'a total matches the rows'],
  },
  {
    title: 'a search total that changes with the page size',
    at: /^\/products\/search\?name=(?!z)[^&]*$/,
    change: (body) => {
      body.products = Array.from({ length: 10 }, () => (body.products as Json[])[0])
      body.total_size = 100
    },
    expect: ['products.search', '$.total_size', 'a search has one total'],
  },
  {
    title: 'a search total that does not match its only page',
    at: /^\/products\/search/,
    change: (body) => (body.total_size = (body.products as Json[]).length + 7),
    expect: ['products.search', '$.total_size', 'a total matches the rows'],
  },
  {
    title: 'orders that are listed newest first',
    at: /^\/customer\/order\/list/,
    change: (body) => (body as unknown as Json[]).reverse(),
    expect: ['orders.list', '$', 'orders are listed oldest first'],
  },
  {
    title: 'a discount percentage that does not match both prices',
    at: /^\/homepage\/sections/,
    change: (body) => {
      for (const section of body.data as Json[])
        for (const item of section.items as Json[])
          Object.assign(item, { original_price: Number(item.price) * 2, discount_percentage: 10 })
    },
    expect: ['homepage.sections', '$.data[].items[].discount_percentage', 'a discount matches both prices'],
  },
  {
    title: 'an order that was placed in the future',
    at: /^\/customer\/order\/list/,
    change: first('', (order) => (order.created_at = FUTURE)),
    expect: ['orders.list', '$[].created_at', 'no row was created in the future'],
  },
  {
    title: 'orders with a different customer name',
    at: /^\/customer\/order\/list/,
    change: first('', (order) => ((order.customer as Json).f_name = 'Somebody')),
    expect: ['orders.list', '$[].customer.f_name', 'a customer is the same everywhere'],
  },
  {
    title: 'a category that is its own parent',
    at: /^\/categories$/,
    change: (body) => {
      const child = (body as unknown as Json[]).find(({ parent_id }) => parent_id !== 0)
      if (child) child.parent_id = child.id
    },
    expect: ['categories.list', '$[].parent_id', 'a category is not its own ancestor'],
  },
  {
    title: 'a category whose parent is below it',
    at: /^\/categories$/,
    change: (body) => {
      const list = body as unknown as Json[]
      const child = list.find(({ parent_id }) => parent_id !== 0)
      const parent = list.find(({ id }) => id === child?.parent_id)
      if (parent) parent.parent_id = child?.id
    },
    expect: ['categories.list', '$[].parent_id', 'a category is not its own ancestor'],
  },
  ...(
    [
      ['products.latest', '$.products', /^\/products\/latest/],
      ['products.search', '$.products', /^\/products\/search/],
      ['products.details', '$.related_products', /^\/products\/details\//],
      ['categories.list', '$', /^\/categories$/],
      ['categories.childes', '$', /^\/categories\/childes\//],
      ['categories.products', '$', /^\/categories\/products\//],
      ['banners.list', '$', /^\/banners/],
      ['homepage.sections', '$.data', /^\/homepage\/sections/],
      ['homepage.sections', '$.data[].items', /^\/homepage\/sections/],
      ['wishlist.list', '$.products', /^\/customer\/wish-list/],
      ['addresses.list', '$', /^\/customer\/address\/list/],
      ['orders.list', '$', /^\/customer\/order\/list/],
      ['orders.list', '$[].details', /^\/customer\/order\/list/],
    ] as const
  ).map(
    ([endpoint, where, at]): Contradiction => ({
      title: `the same row twice in ${where} of ${endpoint}`,
      at,
      change: (body) => {
        const [list] = valuesAt(body, parsePath(where)) as Json[][]
        list?.push(list[0] as Json)
      },
      expect: [endpoint, where, 'a list contains each row once'],
    }),
  ),
  {
    title: 'a product that is related to itself',
    at: /^\/products\/details\//,
    change: (body) => (body.related_products = [body.product]),
    expect: ['products.details', '$.related_products', 'related products are other products'],
  },
  {
    title: 'an order of another customer',
    at: /^\/customer\/order\/list/,
    change: first('', (order) => (order.user_id = 987_654)),
    expect: ['orders.list', '$[].user_id', 'an order belongs to the customer'],
  },
  {
    title: 'an order with another customer',
    at: /^\/customer\/order\/list/,
    change: first('', (order) => ((order.customer as Json).id = 987_654)),
    expect: ['orders.list', '$[].customer.id', 'an order shows its own customer'],
  },
  {
    title: 'an order to an address of another customer',
    at: /^\/customer\/order\/list/,
    change: each('', (order) => {
      if (order.delivery_address) (order.delivery_address as Json).user_id = 987_654
    }),
    expect: [
      'orders.list',
      '$[].delivery_address.user_id',
      'an order is delivered to an address of the customer',
    ],
  },
  {
    title: 'an ordered product whose image is a URL',
    at: /^\/customer\/order\/list/,
    change: each('', (order) => {
      for (const line of order.details as Json[]) {
        const product = JSON.parse(String(line.product_details)) as Json
        line.product_details = JSON.stringify({ ...product, image: ['https://cdn.example/cover.webp'] })
      }
    }),
    expect: ['orders.list', '$[].details[].product_details', 'images of ordered products are file names'],
  },
  {
    title: 'an address of another customer',
    at: /^\/customer\/address\/list/,
    change: first('', (address) => (address.user_id = 987_654)),
    expect: ['addresses.list', '$[].user_id', 'an address belongs to the customer'],
  },
  {
    title: 'an address whose coordinates are no degrees',
    at: /^\/customer\/address\/list/,
    change: first('', (address) => (address.latitude = '0,3476')),
    expect: ['addresses.list', '$[].latitude', 'coordinates are decimal degrees'],
  },
  {
    title: 'a negative price in a category',
    at: /^\/categories\/products\//,
    change: each('', (product) => Object.assign(product, { price: -1, discount: 0 })),
    expect: ['categories.products', '$[].price', 'prices are not negative'],
  },
  {
    title: 'a relative portrait URL',
    at: /^\/customer\/info/,
    change: (body) => (body.image_fullpath = '/storage/profile/a.webp'),
    expect: ['customer.info', '$.image_fullpath', 'image URLs are absolute'],
  },
  {
    title: 'relative image URLs in the search',
    at: /^\/products\/search/,
    change: each('products', (product) => (product.image_fullpath = ['/storage/product/a.webp'])),
    expect: ['products.search', '$.products[].image_fullpath', 'image URLs are absolute'],
  },
  {
    title: 'a rating above 5',
    at: /^\/products\/latest/,
    change: first('products', (product) => (product.rating = [{ average: '48', product_id: product.id }])),
    expect: ['products.latest', '$.products[].rating', 'a rating is between 0 and 5'],
  },
]
