import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderPayload } from '../../cases/order-payload.ts'
import { providerContracts } from '../../cases/provider.ts'
import { endpointKey } from '../../src/endpoint.ts'
import type { ProductPage } from '../../src/resources/products.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { startEmbeddedEmulator } from '../emulator.ts'
import { at, edit, type Json, json, together, where } from './mutation.ts'
import { plantedHost } from './planted-host.ts'
import { brokenRelations, CASES_ONLY, findingsOf, startTestRun, type TestRun } from './test-run.ts'

let started: TestRun
beforeAll(async () => {
  started = await startTestRun()
})
afterAll(() => started.close())

/** Changes the values at a path. The path `$` is the whole body. */
type Change = (value: Json[string], owner: Json) => unknown
const changed = (path: string, change: Change) =>
  path === '$' ? json((body) => change(body, {})) : edit(path, change)

const FUTURE = '2099-01-01T00:00:00.000000Z'
const UNKNOWN = 987_654
const SAME = 'a product is the same everywhere'
const TOTAL = 'a total matches the rows'
const DISCOUNT = 'a discount is not larger than the price'
const twice: Change = (rows) => [...rows, ...rows.slice(0, 1)]
const child = (categories: Json[]) => categories.find(({ parent_id }) => parent_id !== 0) as Json

/** A valid response that contradicts another response, its request, or common sense. */
type Contradiction = [relation: string, endpoint: string, where: string, change: Change, path?: string]

const CONTRADICTIONS: readonly Contradiction[] = [
  [SAME, 'products.details', '$.product.price', (price) => price + 500],
  [SAME, 'products.search', '$.products[].name', (name) => `${name} (new)`],
  [SAME, 'homepage.sections', '$.data[].items[].discount', (discount) => discount + 1],
  [SAME, 'categories.products', '$[].unit', () => 'dozen'],
  [SAME, 'products.latest', '$.products[].tax', () => '9780000000000'],
  ['the details are those of the requested product', 'products.details', '$.product.id', () => UNKNOWN],
  [
    'related products are other products',
    'products.details',
    '$.related_products',
    (_, body) => [body.product],
  ],
  [
    DISCOUNT,
    'products.latest',
    '$.products[].discount',
    (_, row) => {
      row.discount_type = 'percent'
      return 120
    },
  ],
  [
    DISCOUNT,
    'products.latest',
    '$.products[].discount',
    (_, row) => {
      row.discount_type = 'amount'
      return row.price + 1
    },
  ],
  [
    'a discount matches both prices',
    'homepage.sections',
    '$.data[].items[].discount_percentage',
    (_, row) => {
      row.original_price = row.price * 2
      return 10
    },
  ],
  ['a name is not empty', 'products.latest', '$.products[].name', () => ' '],
  ['a name is not empty', 'categories.list', '$[].name', () => ''],
  ['image URLs are absolute', 'products.search', '$.products[].image_fullpath', () => ['/storage/a.webp']],
  ['image URLs are absolute', 'categories.list', '$[].image_fullpath', () => '/storage/a.webp'],
  ['image URLs are absolute', 'banners.list', '$[].image_fullpath', () => '/storage/a.webp'],
  ['image URLs are absolute', 'customer.info', '$.image_fullpath', () => '/storage/a.webp'],
  [TOTAL, 'products.latest', '$.total_size', () => 1],
  [TOTAL, 'products.search', '$.total_size', (_, { products }) => products.length + 7],
  [TOTAL, 'wishlist.list', '$.total_size', () => 0],
  [
    'a search has one total',
    'products.search',
    '$.total_size',
    (_, body) => {
      body.products = Array.from({ length: 10 }, () => body.products[0])
      return 100
    },
    'name=(?!z)[^&]*$',
  ],
  [
    'the price range is not inverted',
    'products.search',
    '$.lowest_price',
    (_, body) => {
      body.highest_price = 1
      return 9_000_000
    },
  ],
  ['a category is the same everywhere', 'categories.childes', '$[].name', () => 'Renamed'],
  ['a parent is a category', 'categories.list', '$[].parent_id', (id) => id && UNKNOWN],
  ['children belong to the requested category', 'categories.childes', '$[].parent_id', () => 1_000_000],
  [
    'products belong to the requested category',
    'categories.products',
    '$[].category_ids',
    () => [{ id: String(UNKNOWN), position: 1 }],
  ],
  [
    'a category is not its own ancestor',
    'categories.list',
    '$[].parent_id',
    (parent, { id }) => parent && id,
  ],
  [
    'a banner links to a category',
    'banners.list',
    '$[].category_id',
    (_, banner) => {
      banner.product_id = null
      return UNKNOWN
    },
  ],
  [
    'a banner has one target',
    'banners.list',
    '$[].category_id',
    (id, banner) => {
      if (id !== null) banner.product_id = 1
      return id
    },
  ],
  ['orders are listed oldest first', 'orders.list', '$', (orders) => orders.reverse()],
  ['an order belongs to the customer', 'orders.list', '$[].user_id', () => UNKNOWN],
  ['an order shows its own customer', 'orders.list', '$[].customer.id', () => UNKNOWN],
  [
    'an order is delivered to an address of the customer',
    'orders.list',
    '$[].delivery_address.user_id',
    () => UNKNOWN,
  ],
  [
    'lines belong to their order',
    'orders.list',
    '$[].id',
    (id, { details }) => {
      details[0].order_id = UNKNOWN
      return id
    },
  ],
  [
    'images of ordered products are file names',
    'orders.list',
    '$[].details[].product_details',
    (text) => JSON.stringify({ ...JSON.parse(text), image: ['https://cdn.example/a.webp'] }),
  ],
  ['a customer is the same everywhere', 'customer.info', '$.f_name', () => 'Somebody'],
  ['an address belongs to the customer', 'addresses.list', '$[].user_id', () => UNKNOWN],
  ...[
    ['products.latest', '$.products'],
    ['products.details', '$.related_products'],
    ['categories.list', '$'],
    ['categories.childes', '$'],
    ['categories.products', '$'],
    ['banners.list', '$'],
    ['homepage.sections', '$.data'],
    ['homepage.sections', '$.data[].items'],
    ['wishlist.list', '$.products'],
    ['addresses.list', '$'],
    ['orders.list', '$'],
    ['orders.list', '$[].details'],
  ].map(([name = '', path = '']): Contradiction => ['a list contains each row once', name, path, twice]),
]

/** Returns the endpoints whose responses a relation compares. */
function comparedBy(name: string): string[] {
  const sameName = providerContracts.relations.filter((relation) => relation.name === name)
  const selections = sameName.flatMap(({ of, with: others = [] }) => [of, ...others])
  return selections.map(({ endpoint }) => endpointKey(endpoint))
}

describe('a contradiction between valid responses is reported with its relation:', () => {
  test.each(nonEmpty(CONTRADICTIONS))('%s: %s %s', async (relation, name, path, change, request = '') => {
    started.host.plant(at(name, where(new RegExp(request), changed(path, change))))
    const report = await started.run({ contracts: CASES_ONLY, only: [name, ...comparedBy(relation)] })
    expect(brokenRelations(report)).toContain(`${name} ${path}: ${relation}`)
  })

  test('a category whose parent is below it', async () => {
    const cycle: Change = (categories) => {
      const { id, parent_id } = child(categories)
      for (const each of categories) if (each.id === parent_id) each.parent_id = id
    }
    started.host.plant(at('categories.list', changed('$', cycle)))
    expect(brokenRelations(await started.run({ contracts: CASES_ONLY, only: ['categories'] }))).toContain(
      'categories.list $[].parent_id: a category is not its own ancestor',
    )
  })
})

/** Number of orders for a single copy that have been placed so far. */
const placed = () =>
  started.host.requests.filter(({ path, body }) => /order\/place/.test(path) && /"quantity":1,/.test(body))
    .length
const removed = () =>
  started.host.requests.some(({ method, path }) => method === 'DELETE' && /address/.test(path))

/** The rows of a wish list that have been removed, which an order must not restore. */
let removedRows: Json[] = []

const STORED = 'an order is stored as sent'
const LOWERS = 'an order lowers the stock by its quantity'

/** Fields of valid responses in a run with --staging that contradict an earlier write. One run reports all of them. */
const WRITTEN_FIELDS: readonly Contradiction[] = [
  [STORED, 'orders.list', '$[].order_amount', (amount) => amount + 100],
  [STORED, 'orders.list', '$[].details', ([line]) => [{ ...line, quantity: 3 }]],
  [STORED, 'orders.list', '$[].order_note', () => null],
  [
    'an order is delivered to the address that was sent',
    'orders.list',
    '$[].delivery_address_id',
    () => UNKNOWN,
  ],
  ['an address is stored as sent', 'addresses.list', '$[].road', () => 'Elsewhere'],
  ['the account with an e-mail address is as registered', 'customer.info', '$.f_name', () => 'Somebody'],
]

/** A valid response in a run with --staging that contradicts an earlier write. */
const WRITTEN: readonly Contradiction[] = [
  [
    'orders change only as requested',
    'orders.list',
    '$',
    ([order, ...more]) => (order ? [order, ...more, { ...order, id: order.id + 1000, details: [] }] : []),
  ],
  [LOWERS, 'products.details', '$.product.total_stock', (stock) => (placed() > 0 ? stock - 1 : stock)],
  [LOWERS, 'products.details', '$.product.total_stock', (stock) => (placed() > 0 ? stock + 1 : stock)],
  [
    'an order lowers the stock of no other product',
    'products.latest',
    '$.products',
    ([first, ...more]) => [{ ...first, total_stock: first.total_stock - placed() }, ...more],
  ],
  ['saved addresses change only as requested', 'addresses.list', '$', (rows) => (removed() ? [] : rows)],
  [
    'a wish list changes only as requested',
    'wishlist.list',
    '$.products',
    (_, body) => {
      body.total_size = 0
      return []
    },
  ],
  [
    'a wish list changes only as requested',
    'wishlist.list',
    '$.products',
    (products, body) => {
      if (products.length > 0) removedRows = products
      if (placed() === 0) return products
      body.total_size = removedRows.length
      return removedRows
    },
  ],
  ['the account is the one that logged in', 'customer.info', '$.email', () => 'somebody@kitabo.example'],
  [
    'a customer is the same everywhere',
    'customer.info',
    '$.l_name',
    (name) => (placed() > 0 ? 'Somebody' : name),
  ],
]

describe('a response that contradicts written data is reported with its relation:', () => {
  test('several fields', async () => {
    started.host.plant(
      together(...WRITTEN_FIELDS.map(([, name, path, change]) => at(name, changed(path, change)))),
    )
    const report = await started.stage()
    const expected = WRITTEN_FIELDS.map(([relation, name, path]) => `${name} ${path}: ${relation}`)
    expect(brokenRelations(report)).toEqual(expect.arrayContaining(expected))
    expect(JSON.stringify(report)).not.toContain('Somebody')
  })

  test.each(nonEmpty(WRITTEN))('%s: %s %s', async (relation, name, path, change) => {
    started.host.plant(at(name, changed(path, change)))
    const report = await started.stage({ only: [name, ...comparedBy(relation), 'products.latest'] })
    expect(brokenRelations(report)).toContain(`${name} ${path}: ${relation}`)
    expect(JSON.stringify(report)).not.toContain('Somebody')
  })
})

const details = (change: (product: Json) => void) =>
  at(
    'products.details',
    json(({ product }) => void change(product)),
  )

test('a finding skips only the relations that read its field, and the report lists them', async () => {
  started.host.plant(
    details((product) => Object.assign(product, { unit: 7, total_stock: -1, created_at: FUTURE })),
  )
  const report = await started.run({ only: ['products'] })
  const row = report.endpoints.find(({ name }) => name === 'products.details')
  expect(row?.findings.map(({ rule, where }) => `${rule} ${where}`)).toEqual([
    'type $.product.unit',
    'bounds $.product.created_at',
    'bounds $.product.total_stock',
  ])
  expect(row?.notes).toContain(`not checked: ${SAME} (relations that read a field with a finding)`)
})

test('prices that change once during a run, or differ in a single response, violate no relation', async () => {
  const raised = json((body) => raise(body))
  const raise = (value: unknown): void => {
    for (const each of Object.values(Object(value))) raise(each)
    if (Object(value).total_stock !== undefined && !(value as Json).original_price)
      (value as Json).price += 500
  }
  for (const since of nonEmpty([2, 7, 12])) {
    let requests = 0
    started.host.plant((...call) => (++requests > since ? raised(...call) : undefined))
    expect(brokenRelations(await started.run({ contracts: CASES_ONLY })), `since request ${since}`).toEqual(
      [],
    )
  }
  let requests = 0
  started.host.plant(
    details((product) => {
      if (requests++ === 0) product.price += 7
    }),
  )
  expect(findingsOf(await started.run({ only: ['products'] }))).toEqual([])
})

test('orders placed by other shoppers between any two requests violate no relation', async () => {
  const emulator = await startEmbeddedEmulator({ stockLimits: true })
  const host = plantedHost(emulator.fetch)
  const shopper = { authorization: `Bearer ${emulator.token()}`, 'content-type': 'application/json' }
  const api = (path: string, init?: RequestInit) =>
    emulator.fetch(`http://emulator.embedded/api/v1${path}`, init)
  const { products } = (await (await api('/products/latest')).json()) as ProductPage
  let orders = 0
  host.plant(async () => {
    for (const { id } of products.slice(0, 2)) {
      const body = JSON.stringify(orderPayload(id))
      const { status } = await api('/customer/order/place', { method: 'POST', headers: shopper, body })
      if (status === 200) orders++
    }
    return undefined
  })
  const { fetch, origin } = host
  const target = { origin, fetch, credentials: { token: emulator.token() }, isEmulator: false }
  expect(brokenRelations(await started.run({ contracts: CASES_ONLY, target }))).toEqual([])
  expect(orders).toBeGreaterThan(20)
  await emulator.close()
})
