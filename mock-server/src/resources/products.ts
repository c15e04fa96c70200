import { DEFAULT_PRODUCT_IMAGE, storedProductImagePath } from 'contracts/images'
import type { Product, products } from 'contracts/products'
import { eloquentTime } from '../clock.ts'
import { productNotFound } from '../failures.ts'
import { ORIGIN_MARK } from '../origin.ts'
import type { Handlers } from '../serve.ts'
import { all, one, run, type World } from '../world.ts'

export type ProductRow = {
  id: number
  name: string | null
  description: string | null
  price: number
  original_price: number | null
  stock: number
  isbn: string | null
  images: string
  choice_options: string
  unit: string
  category_id: number
  created_at: number
  updated_at: number
  json: string
}

/** What a call without `limit` gets. difference: the stock product answers 10; the shop's provider its newest 90. */
const LATEST_DEFAULT = 90
/** witness: the ORM's own page size, when a search names none. */
const SEARCH_DEFAULT = 15
const RELATED = 10

/** `[a,b,c]` from rows that keep their own text. */
export function jsonList(rows: readonly { json: string }[]): string {
  return `[${rows.map((row) => row.json).join(',')}]`
}

/** `limit` and `offset` (a page number from 1) as row numbers. Nonsense falls back to the defaults. */
export function pageOf(query: { limit?: string | undefined; offset?: string | undefined }, limit: number) {
  const size = positive(query.limit) ?? limit
  return { size, skip: size * ((positive(query.offset) ?? 1) - 1) }
}

function positive(text: string | undefined): number | null {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 && number <= 1_000_000 ? number : null
}

export const productsHandlers: Handlers<typeof products> = {
  latest: ({ world, query }) => {
    const { size, skip } = pageOf(query, LATEST_DEFAULT)
    const order =
      query.sort_by === 'price_high_to_low'
        ? 'price DESC, id DESC'
        : query.sort_by === 'price_low_to_high'
          ? 'price, id DESC'
          : 'created_at DESC, id DESC'
    const rows = all<{ json: string }>(
      world,
      `SELECT json FROM products ORDER BY ${order} LIMIT ? OFFSET ?`,
      size,
      skip,
    )
    const total = one<{ n: number }>(world, 'SELECT count(*) AS n FROM products')?.n ?? 0
    return {
      status: 200,
      text: `{"total_size":${total},"limit":${echo(query.limit, size)},"offset":${echo(query.offset, 1)},"products":${jsonList(rows)}}`,
    }
  },

  details: ({ world, params }) => {
    const row = one<ProductRow>(world, 'SELECT * FROM products WHERE id = ?', Number(params.id))
    if (!row) return productNotFound
    const related = all<{ json: string }>(
      world,
      `SELECT json FROM products JOIN product_categories ON product_id = products.id
       WHERE product_categories.category_id = ? AND products.id <> ? ORDER BY created_at DESC, id DESC LIMIT ${RELATED}`,
      row.category_id,
      row.id,
    )
    const product = `${row.json.slice(0, -1)},"translations":[]}`
    return { status: 200, text: `{"product":${product},"related_products":${jsonList(related)}}` }
  },

  search: ({ world, query }) => {
    const { size, skip } = pageOf(query, SEARCH_DEFAULT)
    // witness: the name is split at spaces and any word counts, as a substring of the name only.
    const words = (query.name ?? '').split(/\s+/).filter((word) => word !== '')
    const matches = words.length === 0 ? '1' : words.map(() => "name LIKE ? ESCAPE '\\'").join(' OR ')
    const likes = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
    const sums = one<{ n: number; low: number | null; high: number | null }>(
      world,
      `SELECT count(*) AS n, min(price) AS low, max(price) AS high FROM products WHERE ${matches}`,
      ...likes,
    )
    const order =
      query.sort_by === 'price_high_to_low'
        ? 'price DESC, id'
        : query.sort_by === 'price_low_to_high'
          ? 'price, id'
          : 'id'
    const rows = all<{ json: string }>(
      world,
      `SELECT json FROM products WHERE ${matches} ORDER BY ${order} LIMIT ? OFFSET ?`,
      ...likes,
      size,
      skip,
    )
    return {
      status: 200,
      text: `{"total_size":${sums?.n ?? 0},"limit":${echo(query.limit, null)},"offset":${echo(query.offset, null)},"lowest_price":${sums?.low ?? 0},"highest_price":${sums?.high ?? 0},"products":${jsonList(rows)}}`,
    }
  },
}

/** witness: what was asked is echoed as text; a default is a number (latest) or null (search). */
function echo(asked: string | undefined, fallback: number | null): string {
  return JSON.stringify(asked ?? fallback)
}

/** The categories of a product, root first, as the wire lists them. */
function categoryIds(world: World, productId: number): Product['category_ids'] {
  return all<{ category_id: number; position: number }>(
    world,
    'SELECT category_id, position FROM product_categories WHERE product_id = ? ORDER BY position',
    productId,
  ).map((row) => ({ id: String(row.category_id), position: row.position }))
}

/** A product as lists and details send it. */
export function wireProduct(world: World, row: Omit<ProductRow, 'json'>): Product {
  const images = JSON.parse(row.images) as string[]
  const likes =
    one<{ n: number }>(world, 'SELECT count(*) AS n FROM wishlist WHERE product_id = ?', row.id)?.n ?? 0
  const reduced = row.original_price !== null && row.original_price > row.price
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    image: images,
    price: row.price,
    variations: [],
    tax: row.isbn ?? 0,
    status: 1,
    created_at: eloquentTime(row.created_at),
    updated_at: eloquentTime(row.updated_at),
    attributes: [],
    category_ids: categoryIds(world, row.id),
    choice_options: JSON.parse(row.choice_options),
    // difference: the stock product takes its discount off `price`; here `price` is what the shopper pays and
    // the provider's own fields tell what it was, so the stock field stays 0.
    discount: 0,
    discount_type: 'percent',
    tax_type: 'percent',
    unit: row.unit,
    total_stock: row.stock,
    min_order_qty: 1,
    image_fullpath: images.map((file) => ORIGIN_MARK + storedProductImagePath(file)),
    wishlist_count: likes,
    rating: [],
    category_id: row.category_id,
    original_price: reduced ? row.original_price : null,
    has_discount: reduced,
    discount_percentage: reduced ? Math.round((1 - row.price / (row.original_price as number)) * 100) : 0,
  }
}

/** Writes a product's answer text anew; to be called in the transaction that changed the product. */
export function renderProduct(world: World, id: number): void {
  const row = one<ProductRow>(world, 'SELECT * FROM products WHERE id = ?', id)
  if (row)
    run(world, 'UPDATE products SET json = ? WHERE id = ?', JSON.stringify(wireProduct(world, row)), id)
}

/** The product as it stands now, frozen into an order line. witness: its lists are JSON text inside the JSON text. */
export function orderedProductText(world: World, row: ProductRow): string {
  const product = wireProduct(world, row)
  return JSON.stringify({
    ...product,
    image: JSON.stringify((product.image ?? []).length > 0 ? product.image : [DEFAULT_PRODUCT_IMAGE]),
    variations: JSON.stringify(product.variations),
    attributes: JSON.stringify(product.attributes),
    category_ids: JSON.stringify(product.category_ids),
    choice_options: JSON.stringify(product.choice_options),
  })
}
