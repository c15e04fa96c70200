import type { Catalogue, CategoryFixture, CustomerFixture, ProductFixture } from 'fixtures/catalogue'
import { catalogueImages } from 'fixtures/images'
import { loadCatalogue } from 'fixtures/load'
import { findAddress } from '../resources/addresses.ts'
import { insertOrder } from '../resources/order-records.ts'
import { refreshProductJson } from '../resources/products.ts'
import { rememberDemoAccount } from '../world/demo-account.ts'
import { hashCataloguePassword } from '../world/passwords.ts'
import { insert, selectOne } from '../world/queries.ts'
import type { ProductRow, WireFields } from '../world/rows.ts'
import { deliveryCharge, readConfig } from '../world/store-config.ts'
import type { World } from '../world/world.ts'
import { toConfigResponse } from './config-response.ts'

export type SeedOptions = {
  /** Number of products. Defaults to the number in the catalogue. */
  products?: number
  /**
   * Folder with `categories.json`, `products/*.json` and the other files of a catalogue. Defaults to the built-in one.
   */
  catalogue?: string
  /** The same seed produces the same ids, tokens and codes; null makes them random. */
  seed?: string | null
  /** An ISO date at which the clock is frozen. */
  frozenAt?: string
  /** Called with the progress, from 0 to 1. */
  onProgress?: (done: number) => void
}

/** Generates products from the world's seed if `products` exceeds the size of the catalogue. */
export async function seedWorld(world: World, options: SeedOptions): Promise<void> {
  const whole = loadCatalogue(options.catalogue)
  seed(world, await resizeCatalogue(world, whole, options.products), options)
}

async function resizeCatalogue(world: World, catalogue: Catalogue, count = catalogue.products.length) {
  if (count === catalogue.products.length) return catalogue
  if (count < catalogue.products.length) return reduceCatalogue(catalogue, catalogue.products.slice(0, count))
  const { enlargeCatalogue } = await import('fixtures/large')
  return enlargeCatalogue(catalogue, count, world.random.bytes(4).readUInt32BE())
}

/** Returns a catalogue with fewer products and no references to removed ones. */
function reduceCatalogue(catalogue: Catalogue, products: Catalogue['products']): Catalogue {
  const stored = new Set(products.map((product) => product.id))
  return {
    ...catalogue,
    products,
    sections: catalogue.sections.map((section) => ({
      ...section,
      product_ids: section.product_ids.filter((id) => stored.has(id)),
    })),
    banners: catalogue.banners.filter(
      (banner) => banner.product_id === null || stored.has(banner.product_id),
    ),
    customers: catalogue.customers.map((customer) => ({
      ...customer,
      wishlist: customer.wishlist.filter((id) => stored.has(id)),
      orders: customer.orders.filter((order) => order.lines.every((line) => stored.has(line.product_id))),
    })),
  }
}

/** Inserts a catalogue into an empty world in one transaction. Sends no messages. */
function seed(world: World, catalogue: Catalogue, options: SeedOptions): void {
  const { onProgress } = options
  world.transaction(() => {
    const trail = categoryTrails(catalogue.categories)
    for (const category of catalogue.categories) {
      const position = trail(category.id).length - 1
      insert(world, 'categories', { ...category, position, is_featured: category.is_featured ? 1 : 0 })
    }
    const { length } = catalogue.products
    for (const [index, product] of catalogue.products.entries()) {
      seedProduct(world, product, trail(product.category_id))
      if (index % 500 === 499) onProgress?.((index / length) * 0.6)
    }
    for (const banner of catalogue.banners) insert(world, 'banners', banner)
    for (const [place, section] of catalogue.sections.entries()) {
      const product_ids = JSON.stringify(section.product_ids)
      insert(world, 'homepage_sections', { ...section, place, product_ids })
    }
    for (const image of catalogueImages(catalogue, options.catalogue === undefined)) {
      for (const folder of image.folders) {
        insert(world, 'images', { folder, file: image.file, drawing: JSON.stringify(image.drawing) })
      }
    }
    insert(world, 'settings', { name: 'config', value: JSON.stringify(toConfigResponse(catalogue.store)) })
    for (const customer of catalogue.customers) seedCustomer(world, customer)
    if (catalogue.customers[0]) rememberDemoAccount(world, catalogue.customers[0])
    for (const [index, product] of catalogue.products.entries()) {
      refreshProductJson(world, product.id)
      if (index % 500 === 0) onProgress?.(0.6 + (index / length) * 0.4)
    }
    onProgress?.(1)
  })
}

/** Returns a function that maps a category's id to the ids of its ancestors and itself, root first. */
function categoryTrails(categories: readonly CategoryFixture[]): (id: number) => number[] {
  const byId = new Map(categories.map((category) => [category.id, category]))
  const trail = (id: number): number[] => {
    const category = byId.get(id)
    return category ? [...trail(category.parent_id), id] : []
  }
  return trail
}

function seedProduct(world: World, product: ProductFixture, trail: number[]): void {
  // Products that arrived on the same day are ordered by id.
  const { added: day, id, name, price, original_price, stock, category_id, images, isbn, ...sent } = product
  const fields: WireFields = { ...sent, image: images, tax: isbn ?? 0 }
  const added = Date.parse(`${day}T08:00:00Z`) + (id % 3600) * 1000
  insert(world, 'products', {
    id,
    name,
    price,
    original_price,
    stock,
    category_id,
    wire_fields: JSON.stringify(fields),
    created_at: added,
    updated_at: added,
    json: '{}',
  } satisfies ProductRow)
  for (const [index, category_id] of trail.entries())
    insert(world, 'product_categories', { category_id, product_id: id, position: index + 1 })
}

function seedCustomer(world: World, fixture: CustomerFixture): void {
  const now = world.clock.now()
  const dates = { created_at: now, updated_at: now }
  const { password, addresses, wishlist, orders, ...columns } = fixture
  insert(world, 'customers', { ...columns, password_hash: hashCataloguePassword(world, password), ...dates })
  for (const address of addresses)
    insert(world, 'addresses', { ...address, customer_id: fixture.id, ...dates })
  for (const product_id of wishlist)
    insert(world, 'wishlist', { customer_id: fixture.id, product_id, created_at: now })
  for (const past of orders) seedOrder(world, fixture, past)
}

function seedOrder(world: World, customer: CustomerFixture, past: CustomerFixture['orders'][number]): void {
  const lines = past.lines.map(({ product_id, quantity }) => ({
    product: selectOne<ProductRow>(world, 'SELECT * FROM products WHERE id = ?', product_id) as ProductRow,
    quantity,
    variant: 'null',
    variation: '[]',
  }))
  const address = past.address_id === null ? null : (findAddress(world, past.address_id) ?? null)
  const distance = address ? 4 : 0
  const charge = address ? deliveryCharge(readConfig(world), distance) : 0
  const subtotal = lines.reduce((sum, line) => sum + line.product.price * line.quantity, 0)
  insertOrder(world, {
    customer,
    lines,
    order_amount: Math.round((subtotal + charge) / 100) * 100,
    delivery_charge: charge,
    coupon_discount_amount: 0,
    coupon_discount_title: null,
    coupon_code: null,
    payment_method: 'flutterwave',
    order_type: 'delivery',
    status: past.status,
    order_note: null,
    transaction_reference: null,
    branch_id: 1,
    delivery_address_id: past.address_id,
    address,
    distance,
    placedAt: Date.parse(past.placed_at),
  })
}
