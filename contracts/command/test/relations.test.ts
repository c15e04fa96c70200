import { describe, expect, test } from 'vitest'
import { providerContracts } from '../../cases/provider.ts'
import { endpointKey } from '../../src/endpoint.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { combine, editJson, editValue, type Json, mutateEndpoint, mutatePath } from './mutation.ts'
import { brokenRelations, CASES_ONLY, startTestRun } from './test-run.ts'

const testRun = await startTestRun()

/** Changes the values at a path. The path `$` is the whole body. */
type Change = (value: Json[string], owner: Json) => unknown
const editAt = (path: string, change: Change) =>
  path === '$' ? editJson((body) => change(body, {})) : editValue(path, change)

const UNKNOWN = 987_654
const repeatFirstRow: Change = (rows) => [...rows, ...rows.slice(0, 1)]
const findChild = (categories: Json[]) => categories.find(({ parent_id }) => parent_id !== 0) as Json

/**
 * A response that is valid, but contradicts its request or another response. `title` is `name path: relation` of the
 * expected finding; `change` changes the values at the path.
 */
type Contradiction = [title: string, change: Change, request?: RegExp]

const CONTRADICTIONS: readonly Contradiction[] = [
  ['products.details $.product.price: a product is the same everywhere', (price) => price + 500],
  ['products.search $.products[].name: a product is the same everywhere', (name) => `${name} (new)`],
  [
    'homepage.sections $.data[].items[].discount: a product is the same everywhere',
    (discount) => discount + 1,
  ],
  ['categories.products $[].unit: a product is the same everywhere', () => 'dozen'],
  ['products.latest $.products[].tax: a product is the same everywhere', () => '9780000000000'],
  ['products.details $.product.id: the details are those of the requested product', () => UNKNOWN],
  ['products.details $.related_products: related products are other products', (_, body) => [body.product]],
  [
    'products.latest $.products[].discount: a discount is not larger than the price',
    (_, row) => Object.assign(row, { discount_type: 'percent' }) && 101,
  ],
  ['products.latest $.products[].name: a name is not empty', () => ' '],
  ['categories.list $[].name: a name is not empty', () => ''],
  ['products.search $.products[].image_fullpath: image URLs are absolute', () => ['/storage/a.webp']],
  ['categories.list $[].image_fullpath: image URLs are absolute', () => '/storage/a.webp'],
  ['banners.list $[].image_fullpath: image URLs are absolute', () => '/storage/a.webp'],
  ['customer.info $.image_fullpath: image URLs are absolute', () => '/storage/a.webp'],
  ['products.latest $.total_size: a total matches the rows', () => 1],
  ['products.search $.total_size: a total matches the rows', (_, { products }) => products.length + 7],
  ['wishlist.list $.total_size: a total matches the rows', () => 0],
  [
    'products.search $.total_size: a search has one total',
    (_, body) => Object.assign(body, { products: Array(10).fill(body.products[0]) }) && 100,
    /name=(?!z)[^&]*$/,
  ],
  ['categories.childes $[].name: a category is the same everywhere', () => 'Renamed'],
  ['categories.list $[].parent_id: a parent is a category', (id) => id && UNKNOWN],
  ['categories.childes $[].parent_id: children belong to the requested category', () => 1_000_000],
  [
    'categories.products $[].category_ids: products belong to the requested category',
    () => [{ id: String(UNKNOWN), position: 1 }],
  ],
  ['categories.list $[].parent_id: a category is not its own ancestor', (parent, { id }) => parent && id],
  [
    'banners.list $[].category_id: a banner links to a category',
    (_, banner) => Object.assign(banner, { product_id: null }) && UNKNOWN,
  ],
  [
    'banners.list $[].category_id: a banner has one target',
    (id, banner) => Object.assign(banner, id === null ? {} : { product_id: 1 }) && id,
  ],
  ['orders.list $: orders are listed oldest first', (orders) => orders.reverse()],
  ['orders.list $[].user_id: an order belongs to the customer', () => UNKNOWN],
  ['orders.list $[].customer.id: an order shows its own customer', () => UNKNOWN],
  [
    'orders.list $[].delivery_address.user_id: an order is delivered to an address of the customer',
    () => UNKNOWN,
  ],
  [
    'orders.list $[].id: lines belong to their order',
    (id, { details }) => Object.assign(details[0], { order_id: UNKNOWN }) && id,
  ],
  [
    'orders.list $[].details[].product_details: images of ordered products are file names',
    (text) => JSON.stringify({ ...JSON.parse(text), image: ['https://cdn.example/a.webp'] }),
  ],
  ['customer.info $.f_name: a customer is the same everywhere', () => 'Somebody'],
  ['addresses.list $[].user_id: an address belongs to the customer', () => UNKNOWN],
]

/** Every list whose rows have an id, and the name of its endpoint. */
const LISTS = [
  'products.latest $.products',
  'products.details $.related_products',
  'categories.list $',
  'categories.childes $',
  'categories.products $',
  'banners.list $',
  'homepage.sections $.data',
  'homepage.sections $.data[].items',
  'wishlist.list $.products',
  'addresses.list $',
  'orders.list $',
  'orders.list $[].details',
]

/** Returns the endpoint and JSON path of a contradiction, its relation, and the endpoints that the relation compares. */
function partsOf(title: string) {
  const [, name = '', path = '', relation = ''] = /^(\S+) (\S+): (.*)$/.exec(title) ?? []
  const compared = providerContracts.relations
    .filter((other) => other.title === relation)
    .flatMap(({ of, with: others = [] }) => [of, ...others])
  return { name, path, only: [name, ...compared.map(({ endpoint }) => endpointKey(endpoint))] }
}

describe('a contradiction between valid responses is reported with its relation:', () => {
  test.each(nonEmpty(CONTRADICTIONS))('%s', async (title, change, request = /^/) => {
    const { name, path, only } = partsOf(title)
    testRun.host.plant(mutateEndpoint(name, mutatePath(request, editAt(path, change))))
    expect(brokenRelations(await testRun.run({ contracts: CASES_ONLY, only }))).toContain(title)
  })

  test.each(LISTS)('a row that occurs twice in %s', async (list) => {
    const [name = '', path = ''] = list.split(' ')
    testRun.host.plant(mutateEndpoint(name, editAt(path, repeatFirstRow)))
    const report = await testRun.run({ contracts: CASES_ONLY, only: [name] })
    expect(brokenRelations(report)).toContain(`${list}[].id: a list contains each row once`)
    const [finding] = report.endpoints.flatMap(({ findings }) => findings)
    expect(finding).toMatchObject({ expected: 'each id once', actual: expect.stringMatching(/^\d+$/) })
  })

  test('a category whose parent is below it', async () => {
    const createCycle: Change = (categories) => {
      const { id, parent_id } = findChild(categories)
      for (const each of categories) if (each.id === parent_id) each.parent_id = id
    }
    testRun.host.plant(mutateEndpoint('categories.list', editAt('$', createCycle)))
    expect(brokenRelations(await testRun.run({ contracts: CASES_ONLY, only: ['categories'] }))).toContain(
      'categories.list $[].parent_id: a category is not its own ancestor',
    )
  })
})

/** Returns the number of orders for a single copy that have been placed so far. */
const countPlaced = () =>
  testRun.host.requests.filter(({ path, body }) => /order\/place/.test(path) && /"quantity":1,/.test(body))
    .length
const hasRemovedAddress = () =>
  testRun.host.requests.some(({ method, path }) => method === 'DELETE' && /address/.test(path))

/** The rows of a wishlist that have been removed, which an order must not restore. */
let removedRows: Json[] = []

/** Fields of valid responses in a run with --staging that contradict an earlier write. One run reports all of them. */
const WRITTEN_FIELDS: readonly Contradiction[] = [
  ['orders.list $[].order_amount: an order is stored as sent', (amount) => amount + 100],
  ['orders.list $[].details: an order is stored as sent', ([line]) => [{ ...line, quantity: 3 }]],
  ['orders.list $[].order_note: an order is stored as sent', () => null],
  ['orders.list $[].delivery_address_id: an order is delivered to the address that was sent', () => UNKNOWN],
  ['addresses.list $[].road: an address is stored as sent', () => 'Elsewhere'],
  ['addresses.add $.house: an address is stored as sent', () => 'Elsewhere'],
  ['customer.info $.f_name: the account with an e-mail address is as registered', () => 'Somebody'],
]

/** A valid response in a run with --staging that contradicts an earlier write. */
const WRITTEN: readonly Contradiction[] = [
  [
    'orders.list $: orders change only as requested',
    ([order, ...more]) => (order ? [order, ...more, { ...order, id: order.id + 1000, details: [] }] : []),
  ],
  [
    'products.details $.product.total_stock: an order lowers the stock by its quantity',
    (stock) => (countPlaced() > 0 ? stock + 1 : stock),
  ],
  ['addresses.list $: saved addresses change only as requested', (rows) => (hasRemovedAddress() ? [] : rows)],
  [
    'wishlist.list $.products: a wishlist changes only as requested',
    (_, body) => Object.assign(body, { total_size: 0 }) && [],
  ],
  [
    'wishlist.list $.products: a wishlist changes only as requested',
    (products, body) => {
      if (products.length > 0) removedRows = products
      if (countPlaced() === 0) return products
      body.total_size = removedRows.length
      return removedRows
    },
  ],
  ['customer.info $.email: the account is the one that logged in', () => 'somebody@kitabo.example'],
  [
    'customer.info $.l_name: a customer is the same everywhere',
    (name) => (countPlaced() > 0 ? 'Somebody' : name),
  ],
]

const toMutation = ([title, change]: Contradiction) => {
  const { name, path } = partsOf(title)
  return mutateEndpoint(name, editAt(path, change))
}

describe('a response that contradicts written data is reported with its relation:', () => {
  test('several fields', async () => {
    testRun.host.plant(combine(...WRITTEN_FIELDS.map(toMutation)))
    const report = await testRun.stage()
    const expected = WRITTEN_FIELDS.map(([title]) => title)
    expect(brokenRelations(report)).toEqual(expect.arrayContaining(expected))
    expect(JSON.stringify(report)).not.toContain('Somebody')
  })

  test.each(nonEmpty(WRITTEN))('%s', async (title, change) => {
    testRun.host.plant(toMutation([title, change]))
    const report = await testRun.stage({ only: partsOf(title).only })
    expect(brokenRelations(report)).toContain(title)
    expect(JSON.stringify(report)).not.toContain('Somebody')
  })
})

test.each([
  ['9 rows is compared with the requested changes', 9, true],
  ['10 rows, which may be followed by another page, is not', 10, false],
])('a wishlist of %s', async (_, limit, isCompared) => {
  // Lists the same products before and after the changes.
  testRun.host.plant(
    mutateEndpoint('wishlist.list', (_response, _request, handle) =>
      handle({}, `/api/v1/products/latest?limit=${limit}`),
    ),
  )
  const broken = brokenRelations(await testRun.stage({ only: ['wishlist'] }))
  expect(broken.includes('wishlist.list $.products: a wishlist changes only as requested')).toBe(isCompared)
})
