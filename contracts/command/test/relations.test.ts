import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { orderPayload } from '../../cases/order-payload.ts'
import { defineContracts } from '../../harness/plan/define-contracts.ts'
import type { Report } from '../../harness/report/report.ts'
import { runContract } from '../../harness/run.ts'
import { validate } from '../../harness/validate.ts'
import { endpoint } from '../../src/endpoint.ts'
import type { ProductPage } from '../../src/products.ts'
import { from, holds } from '../../src/relation.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { startEmbeddedEmulator } from '../emulator.ts'
import { type RecordedRequest, startHostProxy } from '../host-proxy.ts'
import { everywhere, isProduct } from './healthy.ts'
import { type Json, json } from './mutation.ts'
import { startTestRun, type TestRun } from './test-run.ts'

let started: TestRun
beforeAll(async () => {
  started = await startTestRun()
})
afterAll(() => started.close())

/** Changes a body in place, whatever the change returns. */
const changed = (change: (body: Json) => unknown) =>
  json((body: Json) => {
    change(body)
  })

type Planted = {
  title: string
  /** The path below the prefix that is changed. */
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

const PLANTED: readonly Planted[] = [
  {
    title: 'a product with another price in its details',
    at: /^\/products\/details\//,
    change: ({ product }) => ((product as Json).price = Number((product as Json).price) + 500),
    expect: ['products.details', '$.product.price', SAME],
  },
  {
    title: 'a product with another name in the search',
    at: /^\/products\/search/,
    change: each('products', (product) => (product.name = `${product.name} (new)`)),
    expect: ['products.search', '$.products[].name', SAME],
  },
  {
    title: 'products with another discount on the home page',
    at: /^\/homepage\/sections/,
    change: (body) => {
      for (const section of body.data as Json[])
        for (const item of section.items as Json[]) item.discount = Number(item.discount) + 1
    },
    expect: ['homepage.sections', '$.data[].items[].discount', SAME],
  },
  {
    title: 'products with another unit in a category',
    at: /^\/categories\/products\//,
    change: each('', (product) => (product.unit = 'dozen')),
    expect: ['categories.products', '$[].unit', SAME],
  },
  {
    title: 'a product with another ISBN in the list',
    at: /^\/products\/latest/,
    change: each('products', (product) => (product.tax = '9780000000000')),
    expect: ['products.latest', '$.products[].tax', SAME],
  },
  {
    title: 'details of another product than the requested one',
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
    title: 'a discount of more than a hundred percent',
    at: /^\/products\/latest/,
    change: first('products', (product) =>
      Object.assign(product, { discount: 120, discount_type: 'percent' }),
    ),
    expect: ['products.latest', '$.products[].discount', 'a discount is not larger than the price'],
  },
  {
    title: 'a discount of more than the price',
    at: /^\/products\/latest/,
    change: first('products', (product) =>
      Object.assign(product, { discount: Number(product.price) + 1, discount_type: 'amount' }),
    ),
    expect: ['products.latest', '$.products[].discount', 'a discount is not larger than the price'],
  },
  {
    title: 'a product that was made in the future',
    at: /^\/products\/latest/,
    change: first('products', (product) => (product.created_at = FUTURE)),
    expect: ['products.latest', '$.products[].created_at', 'nothing was made in the future'],
  },
  {
    title: 'a total below the number of rows in the list',
    at: /^\/products\/latest/,
    change: (body) => (body.total_size = 1),
    expect: ['products.latest', '$.total_size', 'a total agrees with the rows'],
  },
  {
    title: 'a price range that is turned round',
    at: /^\/products\/search/,
    change: (body) => Object.assign(body, { lowest_price: 9_000_000, highest_price: 1 }),
    expect: ['products.search', '$.lowest_price', 'the price range holds the found prices'],
  },
  {
    title: 'a category below a parent that is not there',
    at: /^\/categories$/,
    change: (body) => {
      const child = (body as unknown as Json[]).find(({ parent_id }) => parent_id !== 0)
      if (child) child.parent_id = 987_654
    },
    expect: ['categories.list', '$[].parent_id', 'a parent is a category'],
  },
  {
    title: 'children of another category than the requested one',
    at: /^\/categories\/childes\//,
    change: each('', (child) => (child.parent_id = 1_000_000)),
    expect: ['categories.childes', '$[].parent_id', 'children belong to the requested category'],
  },
  {
    title: 'a child with another name than in the list of categories',
    at: /^\/categories\/childes\//,
    change: first('', (child) => (child.name = 'Renamed')),
    expect: ['categories.childes', '$[].name', 'a category is the same everywhere'],
  },
  {
    title: 'products of another category than the requested one',
    at: /^\/categories\/products\//,
    change: each('', (product) => (product.category_ids = [{ id: '987654', position: 1 }])),
    expect: ['categories.products', '$[].category_ids', 'products belong to the requested category'],
  },
  {
    title: 'a banner that leads to a category that is not there',
    at: /^\/banners/,
    change: first('', (banner) => Object.assign(banner, { product_id: null, category_id: 987_654 })),
    expect: ['banners.list', '$[].category_id', 'a banner leads to a category'],
  },
  {
    title: 'a banner that leads to two places',
    at: /^\/banners/,
    change: (body) => {
      const banner = (body as unknown as Json[]).find(({ category_id }) => category_id !== null)
      if (banner) banner.product_id = 1
    },
    expect: ['banners.list', '$[].category_id', 'a banner leads to one place'],
  },
  {
    title: 'a total of a search that its only page does not have',
    at: /^\/products\/search/,
    change: (body) => (body.total_size = (body.products as Json[]).length + 7),
    expect: ['products.search', '$.total_size', 'a total agrees with the rows'],
  },
  {
    title: 'orders with the newest first',
    at: /^\/customer\/order\/list/,
    change: (body) => (body as unknown as Json[]).reverse(),
    expect: ['orders.list', '$', 'orders are listed oldest first'],
  },
  {
    title: 'a percentage that does not follow from both prices',
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
    expect: ['orders.list', '$[].created_at', 'nothing was made in the future'],
  },
  {
    title: 'orders of a customer with another name',
    at: /^\/customer\/order\/list/,
    change: first('', (order) => ((order.customer as Json).f_name = 'Somebody')),
    expect: ['orders.list', '$[].customer.f_name', 'a customer is the same everywhere'],
  },
]

type PlantedWrite = Omit<Planted, 'at' | 'change'> & {
  at: [method: string, path: string]
  /** The requests so far show what was written before. */
  change: (body: Json, requests: readonly RecordedRequest[]) => unknown
}

/** The accepted orders of one copy among the requests so far. */
const placed = (requests: readonly RecordedRequest[]) =>
  requests.filter(({ path, body }) => path.endsWith('/order/place') && body.includes('"quantity":1,')).length
const STORED = 'an order is stored as sent'
const ORDERS: [string, string] = ['GET', '/customer/order/list']
const ADDRESSES: [string, string] = ['GET', '/customer/address/list']
const orderChange = (change: (order: Json) => unknown) => (body: Json) =>
  (body as unknown as Json[]).map(change)

/** Responses of --staging that are valid, and contradict what was written before. */
const WRITTEN: readonly PlantedWrite[] = [
  {
    title: 'an order with another amount',
    at: ORDERS,
    change: orderChange((order) => (order.order_amount = Number(order.order_amount) + 100)),
    expect: ['orders.list', '$[].order_amount', STORED],
  },
  {
    title: 'an order with another quantity',
    at: ORDERS,
    change: orderChange((order) => (((order.details as Json[])[0] as Json).quantity = 3)),
    expect: ['orders.list', '$[].details', STORED],
  },
  {
    title: 'an order to another address',
    at: ORDERS,
    change: orderChange((order) => (order.delivery_address_id = 987_654)),
    expect: ['orders.list', '$[].delivery_address_id', 'an order goes to the address that was sent'],
  },
  {
    title: 'an order without its note',
    at: ORDERS,
    change: orderChange((order) => (order.order_note = null)),
    expect: ['orders.list', '$[].order_note', STORED],
  },
  {
    title: 'an order that is listed twice',
    at: ORDERS,
    change: (body) => {
      const list = body as unknown as Json[]
      const [order] = list
      if (order) list.push({ ...order, id: Number(order.id) + 1000, details: [] })
    },
    expect: ['orders.list', '$', 'orders change only as requested'],
  },
  {
    title: 'a stock that falls by two for one copy',
    at: ['GET', '/products/details/'],
    change: ({ product }, requests) => {
      const shown = product as Json
      if (placed(requests) > 0) shown.total_stock = Number(shown.total_stock) - 1
    },
    expect: ['products.details', '$.product.total_stock', 'an order lowers the stock by its quantity'],
  },
  {
    title: 'a stock that does not fall',
    at: ['GET', '/products/details/'],
    change: ({ product }, requests) => {
      const shown = product as Json
      if (placed(requests) > 0) shown.total_stock = Number(shown.total_stock) + 1
    },
    expect: ['products.details', '$.product.total_stock', 'an order lowers the stock by its quantity'],
  },
  {
    title: 'an address in another road',
    at: ADDRESSES,
    change: orderChange((address) => (address.road = 'Elsewhere')),
    expect: ['addresses.list', '$[].road', 'an address is as it was sent'],
  },
  {
    title: 'a removal of more than one address',
    at: ADDRESSES,
    change: (body, requests) => {
      const hasRemoved = requests.some(({ method, path }) => method === 'DELETE' && path.includes('address'))
      if (hasRemoved) (body as unknown as Json[]).length = 0
    },
    expect: ['addresses.list', '$', 'saved addresses change only as requested'],
  },
  {
    title: 'an account with another first name than it registered',
    at: ['GET', '/customer/info'],
    change: (body) => (body.f_name = 'Somebody'),
    expect: ['customer.info', '$.f_name', 'the account of an e-mail address is as registered'],
  },
  {
    title: 'an account with another e-mail address than it registered',
    at: ['GET', '/customer/info'],
    change: (body) => (body.email = 'somebody@kitabo.example'),
    expect: ['customer.info', '$.email', 'the account of a phone number is as registered'],
  },
  {
    title: 'an account that an order renames',
    at: ['GET', '/customer/info'],
    change: (body, requests) => {
      if (placed(requests) > 0) body.l_name = 'Somebody'
    },
    expect: ['customer.info', '$.l_name', 'a customer is the same everywhere'],
  },
  {
    title: 'a special order with another quantity',
    at: ['POST', '/special-order/store'],
    change: ({ data }) => ((data as Json).quantity = 2),
    expect: ['specialOrders.store', '$.data.quantity', 'a special order is stored as sent'],
  },
]

const stage = (run: string) =>
  started.run({
    target: { origin: started.host.origin, credentials: null, isEmulator: false },
    write: true,
    staging: { run, mailDomain: 'kitabo.example' },
  })

/** The relations that a report says are broken. */
const relationsIn = (report: Report) =>
  report.endpoints.flatMap(({ name, findings }) =>
    findings
      .filter(({ rule }) => rule === 'relation')
      .map(({ where, case: relation }) => [name, where, relation]),
  )

describe('a contradiction of what was written is found and named:', () => {
  for (const [index, { title, at, change, expect: wanted }] of nonEmpty(WRITTEN).entries())
    test(title, async () => {
      started.host.plant((response, request, handle) =>
        request.method === at[0] && request.path.startsWith(`/api/v1${at[1]}`) && response.status === 200
          ? changed((body) => change(body, started.host.requests))(response, request, handle)
          : undefined,
      )
      const report = await stage(`written${index}`)
      expect(relationsIn(report)).toContainEqual(wanted)
      const [finding] = report.endpoints.flatMap(({ findings }) => findings)
      expect(JSON.stringify(finding)).not.toContain('Somebody')
    })
})

describe('a contradiction of responses that are valid by themselves is found and named:', () => {
  for (const { title, at, change, expect: wanted } of nonEmpty(PLANTED))
    test(title, async () => {
      started.host.plant((response, request, handle) => {
        const path = request.path.replace('/api/v1', '')
        return request.method === 'GET' && response.status === 200 && at.test(path)
          ? changed(change)(response, request, handle)
          : undefined
      })
      const report = await started.run()
      expect(relationsIn(report)).toContainEqual(wanted)
    })
})

test('a finding names both responses, how far apart they were, and how to repeat both', async () => {
  started.host.plant((response, request, handle) =>
    request.path.startsWith('/api/v1/products/details/')
      ? changed((body) => ((body.product as Json).price = 12_345))(response, request, handle)
      : undefined,
  )
  const report = await started.run({ only: ['products'] })
  const [finding] = report.endpoints
    .flatMap(({ findings }) => findings)
    .filter(({ where }) => where === '$.product.price')
  expect(finding).toMatchObject({ class: 'behaviour', rule: 'relation', actual: '12345' })
  expect(finding?.expected).toMatch(/^\d+, as in GET \/\S+ \(\$\S+\.price, \d+ requests (earlier|later)\)$/)
  expect(finding?.curl.match(/\bcurl /g)).toHaveLength(2)
})

test('what changes between two requests and agrees afterwards is no finding', async () => {
  let requests = 0
  started.host.plant((response, request, handle) => {
    if (!request.path.startsWith('/api/v1/products/details/')) return undefined
    requests++
    return requests === 1
      ? changed((body) => ((body.product as Json).price = 12_345))(response, request, handle)
      : undefined
  })
  const report = await started.run({ only: ['products.latest', 'products.details'] })
  expect(report.endpoints.flatMap(({ findings }) => findings)).toEqual([])
})

test('prices that change once during a run are no finding, whichever request comes first', async () => {
  for (const change of nonEmpty([2, 4, 6, 8, 10, 12])) {
    let requests = 0
    const dearer = everywhere(isProduct, (product) => {
      if (!product.original_price) product.price = Number(product.price) + 500
    })
    started.host.plant((response, request, handle) =>
      ++requests > change ? dearer(response, request, handle) : undefined,
    )
    const report = await started.run()
    expect([change, relationsIn(report)]).toEqual([change, []])
  }
})

describe('a host on which others shop between any two requests keeps every relation', () => {
  for (const stockLimits of nonEmpty([false, true]))
    test(stockLimits ? 'with the limits of the stock host' : 'without limits', async () => {
      const emulator = await startEmbeddedEmulator({ stockLimits })
      const host = await startHostProxy(emulator.fetch)
      const shopper = { authorization: `Bearer ${emulator.token()}`, 'content-type': 'application/json' }
      const api = (path: string, init?: RequestInit) =>
        emulator.fetch(`http://emulator.embedded/api/v1${path}`, init)
      const { products } = (await (await api('/products/latest')).json()) as ProductPage
      let orders = 0
      host.plant(async () => {
        for (const { id } of products.slice(0, 5)) {
          const body = JSON.stringify(orderPayload(id))
          const { status } = await api('/customer/order/place', { method: 'POST', headers: shopper, body })
          if (status === 200) orders++
        }
        return undefined
      })
      const credentials = { token: emulator.token() }
      const report = await runContract({
        target: { origin: host.origin, credentials, isEmulator: false },
        emulator: null,
      })
      expect(relationsIn(report)).toEqual([])
      expect(report.summary.verified).toBeGreaterThan(10)
      expect(orders).toBeGreaterThan(50)
      await host.close()
      await emulator.close()
    })
})

test('a healthy host keeps every relation, within its usual number of requests', async () => {
  started.host.plant(null)
  const report = await started.run()
  expect(report.endpoints.flatMap(({ findings }) => findings)).toEqual([])
  expect(report.summary.requests).toBeLessThanOrEqual(60)
})

test('other APIs declare relations too: the total of an order is the sum of its lines', async () => {
  const Order = z.object({ id: z.int(), total: z.int(), lines: z.array(z.object({ price: z.int() })) })
  const orders = endpoint({
    method: 'GET',
    path: '/orders',
    auth: 'none',
    summary: '',
    readOnly: 'a public list',
    responses: { 200: z.array(Order) },
    evidence: { kind: 'assumed', why: 'an example' },
  })
  const contracts = defineContracts({
    endpoints: { orders: { list: orders } },
    relations: [
      holds(
        'an order adds up',
        from(orders, (body) => body),
        'total',
        'the sum of its lines',
        ({ total, lines }) => lines.reduce((sum, { price }) => sum + price, 0) === total,
      ),
    ],
  })
  const respond = (total: number) => () =>
    Promise.resolve(Response.json([{ id: 1, total, lines: [{ price: 3 }, { price: 4 }] }]))
  const stored = await validate(contracts, { target: 'http://localhost:1', fetch: respond(7) })
  expect(stored.summary.exitCode).toBe(0)
  const broken = await validate(contracts, { target: 'http://localhost:1', fetch: respond(8) })
  expect(broken.endpoints[0]?.findings).toMatchObject([
    { rule: 'relation', where: '$[].total', expected: 'the sum of its lines', actual: '8' },
  ])
})
