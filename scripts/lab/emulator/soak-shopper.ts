/** The shoppers of `npm run lab -- soak`. Visits check the content of responses, not only the status. */
import type { RandomSource } from 'mock-server/world/random-source'
import { orderLine, orderPayload } from '../../../contracts/cases/order-payload.ts'
import { pick } from './random-input.ts'
import { countDone, type RequestJson, type Tally } from './soak-client.ts'

/** Existing ids, and words from product names. */
export type Catalogue = { productIds: number[]; categoryIds: number[]; words: string[] }

type Product = { id: number; name: string | null; total_stock: number }
type Customer = { token: string; orders: number }

const API = '/api/v1'
const CONTROL = '/__emulator'
const DEMO = { email_or_phone: 'demo@kitabo.example', password: 'kitabo-demo' }
/** Maximum number of orders per customer, because the list of orders returns all of them. */
const MAX_ORDERS = 20
const PRODUCTS_PER_VISIT = 12
const MIN_WORD_LENGTH = 4

export async function readCatalogue(request: RequestJson): Promise<Catalogue> {
  const { products } = (await request('GET', `${API}/products/latest?limit=1000`)).body as {
    products: Product[]
  }
  const categories = (await request('GET', `${API}/categories`)).body as { id: number }[]
  const words = products.flatMap(({ name }) => (name ?? '').split(/[^A-Za-z]+/))
  return {
    productIds: products.map(({ id }) => id),
    categoryIds: categories.map(({ id }) => id),
    words: [...new Set(words.filter((word) => word.length >= MIN_WORD_LENGTH))].slice(0, 300),
  }
}

/** Kinds of visits, which a shopper repeats in this order. */
const ROUND = [
  ...['browse', 'search', 'browse', 'buy', 'browse', 'browse', 'search', 'browse', 'buy', 'browse'],
  ...['world', 'browse', 'search', 'browse', 'browse', 'buy', 'browse', 'search', 'browse', 'browse'],
]

/**
 * Creates a shopper.
 * @param number identifies the shopper
 * @returns a function that makes the next visit
 */
export function createShopper(
  number: number,
  {
    request,
    tally,
    catalogue,
    random,
  }: { request: RequestJson; tally: Tally; catalogue: Catalogue; random: RandomSource },
): () => Promise<void> {
  const name = `soak${number}`
  let customer: Customer | null = null
  let visits = 0

  async function details(id: number, world?: string): Promise<Product> {
    const requested = world === undefined ? {} : { world }
    const { product } = (await request('GET', `${API}/products/details/${id}`, requested)).body as {
      product: Product
    }
    expect(product.id === id, `product ${id} returned product ${product.id}`)
    return product
  }

  async function browse(): Promise<void> {
    for (const path of ['/banners', '/homepage/sections', '/categories', '/config'])
      await request('GET', API + path)
    await request('GET', `${API}/categories/products/${pick(random, catalogue.categoryIds)}`)
    const page = 1 + Math.floor(random.fraction() * 10)
    await request('GET', `${API}/products/latest?limit=18&offset=${page}`)
    for (let n = 0; n < PRODUCTS_PER_VISIT; n++) await details(pick(random, catalogue.productIds))
  }

  async function search(): Promise<void> {
    const word = pick(random, catalogue.words)
    const { products } = (await request('GET', `${API}/products/search?name=${word}&limit=18`)).body as {
      products: Product[]
    }
    expect(products.length > 0, `a search for ${word} found nothing`)
    for (const product of products) {
      const isFound = (product.name ?? '').toLowerCase().includes(word.toLowerCase())
      expect(isFound, `a search for ${word} found ${product.name}`)
    }
    for (const { id } of products.slice(0, 3)) await details(id)
  }

  async function register(): Promise<Customer> {
    const unique = `${name}-${visits}`
    const { token } = (
      await request('POST', `${API}/auth/registration`, {
        body: {
          f_name: 'Amina',
          l_name: 'Nakato',
          email: `${unique}@soak.example`,
          phone: `+256${String(visits).padStart(5, '0')}${number}`,
          password: 'kitabo-soak',
        },
      })
    ).body as { token: string }
    countDone(tally, 'registrations')
    return { token, orders: 0 }
  }

  async function buy(): Promise<void> {
    if (customer === null || customer.orders >= MAX_ORDERS) customer = await register()
    const { token } = customer
    const wish = pick(random, catalogue.productIds)
    const wishes = { token, body: { product_ids: [wish] } }
    await request('POST', `${API}/customer/wish-list/add`, wishes)
    const { products } = (await request('GET', `${API}/customer/wish-list`, { token })).body as {
      products: Product[]
    }
    expect(
      products.some(({ id }) => id === wish),
      `product ${wish} was added to the wish list, but is not on it`,
    )
    await request('DELETE', `${API}/customer/wish-list/remove`, wishes)

    // Requests the products in the cart before paying, as the shop does.
    const lines = Array.from({ length: 1 + Math.floor(random.fraction() * 3) }, () =>
      pick(random, catalogue.productIds),
    )
    for (const id of lines) await details(id)
    const order = {
      token,
      key: `${name}-${visits}`,
      body: orderPayload(lines[0] as number, { cart: lines.map((id) => orderLine(id)) }),
      // 403 is returned if a different shopper has bought the last copy.
      expect: [200, 403],
    }
    const placed = await request('POST', `${API}/customer/order/place`, order)
    if (placed.status === 403) return countDone(tally, 'sold out')
    countDone(tally, 'orders')
    customer.orders++
    const { order_id } = placed.body as { order_id: number }
    const again = (await request('POST', `${API}/customer/order/place`, order)).body as { order_id: number }
    expect(again.order_id === order_id, `order ${order_id} was placed again as ${again.order_id}`)
    const orders = (await request('GET', `${API}/customer/order/list`, { token })).body as { id: number }[]
    expect(
      orders.some(({ id }) => id === order_id),
      `order ${order_id} is not in the list of orders`,
    )
  }

  /** Buys in a separate world, where no other connection changes the stock, then checks that faults start and end. */
  async function visitWorld(): Promise<void> {
    const world = `${name}-${visits}`
    const banners = `${API}/banners`
    await request('POST', `${CONTROL}/worlds`, { body: { name: world } })
    try {
      const id = pick(random, catalogue.productIds)
      const stock = 5
      await request('POST', `${CONTROL}/stock`, { world, body: { id, stock } })
      expect((await details(id, world)).total_stock === stock, `the new stock of ${id} is not shown`)
      const { token } = (await request('POST', `${API}/auth/login`, { world, body: DEMO })).body as {
        token: string
      }
      await request('POST', `${API}/customer/order/place`, { world, token, body: orderPayload(id) })
      expect((await details(id, world)).total_stock === stock - 1, `the sale of ${id} is not shown`)

      await request('POST', `${CONTROL}/faults`, {
        world,
        body: { path: '/banners', effect: { status: 503 } },
      })
      await request('GET', banners, { world, expect: [503] })
      await request('GET', banners)
      await request('DELETE', `${CONTROL}/faults`, { world, body: {} })
      await request('POST', `${CONTROL}/faults`, {
        world,
        body: { path: '/banners', effect: { reset: true } },
      })
      const isCut = await request('GET', banners, { world }).then(
        () => false,
        () => true,
      )
      expect(isCut, 'a fault should have closed the connection, but a response arrived')
      countDone(tally, 'faults')
      await request('POST', `${CONTROL}/reset`, { world })
      await request('GET', banners, { world })
      countDone(tally, 'worlds')
    } finally {
      await request('DELETE', `${CONTROL}/worlds`, { body: { name: world } })
    }
  }

  const visitsOf = { browse, search, buy, world: visitWorld }
  return () => {
    visits++
    // Shoppers start with different visits, so that all kinds of requests occur from the first second.
    return visitsOf[ROUND[(number * 7 + visits) % ROUND.length] as keyof typeof visitsOf]()
  }
}

function expect(isTrue: boolean, problem: string): void {
  if (!isTrue) throw new Error(problem)
}
