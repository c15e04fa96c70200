import { DEFAULT_PRODUCT_IMAGE, storedProductImagePath } from 'contracts/images'
import type { Product, products } from 'contracts/resources/products'
import type { Handlers } from '../http/handler.ts'
import { RefusedRequest } from '../http/request/read-json.ts'
import { productNotFound } from '../http/response/failures.ts'
import { ORIGIN_MARK } from '../http/response/origin.ts'
import { eloquentTime } from '../world/clock.ts'
import type { ProductRow } from '../world/rows.ts'
import { countRows, selectAll, selectOne, update, type World } from '../world/world.ts'

/** assumed: the provider's default `limit`. Source R1: the original software's is 10. */
const LATEST_DEFAULT = 90
const STOCK_LATEST_DEFAULT = 10
/** Source R1: the ORM's page size, which applies if a search has no limit. Source R3: 10. */
const SEARCH_DEFAULT = 15
const SEARCH_LATER_DEFAULT = 10

/** Converts `limit` and `offset` (a page number from 1) to row numbers. Invalid values become the defaults. */
export function pageRange(query: { limit?: string | undefined; offset?: string | undefined }, limit: number) {
  const size = positive(query.limit) ?? limit
  return { size, skip: size * ((positive(query.offset) ?? 1) - 1) }
}

function positive(text: string | undefined): number | null {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 && number <= 1_000_000 ? number : null
}

const RELATED = 10
/** Selects the ids of a category's products, newest first. A negative limit means no limit. */
export const NEWEST_OF_CATEGORY = `SELECT id FROM products JOIN product_categories ON product_id = products.id
  WHERE product_categories.category_id = ? ORDER BY created_at DESC, id DESC LIMIT ?`

/** @param ids SQL of the ids in order. The JSON is read separately, because sorting rows with it is slower */
export function storedProducts(world: World, ids: string, ...values: unknown[]): Product[] {
  return selectAll<{ id: number }>(world, ids, ...values).map(({ id }) =>
    readProduct(
      world,
      selectOne<{ json: string }>(world, 'SELECT json FROM products WHERE id = ?', id)?.json ?? 'null',
    ),
  )
}

/** Parses a product's stored JSON, and removes the fields of extensions that the world lacks. */
export function readProduct(world: World, json: string): Product {
  return withExtensions(world, JSON.parse(json))
}

function withExtensions({ extensions }: World, product: Product): Product {
  if (!extensions.discounts)
    for (const field of ['original_price', 'has_discount', 'discount_percentage'] as const)
      delete product[field]
  if (!extensions.productCategory) delete product.category_id
  if (!extensions.isbn) product.tax = 0
  return product
}

export const productsHandlers: Handlers<typeof products> = {
  latest: ({ world, query }) => {
    const { size, skip } = pageRange(
      query,
      world.extensions.longLists ? LATEST_DEFAULT : STOCK_LATEST_DEFAULT,
    )
    const order = sortOrder(query.sort_by, 'id DESC') ?? 'created_at DESC, id DESC'
    const ids = `SELECT id FROM products ORDER BY ${order} LIMIT ? OFFSET ?`
    return {
      status: 200,
      body: {
        total_size: countRows(world, 'products'),
        limit: echo(world, query.limit, size),
        offset: echo(world, query.offset, 1),
        products: storedProducts(world, ids, size, skip),
      },
    }
  },

  details: ({ world, params }) => {
    const id = Number(params.id)
    const sql = 'SELECT json, category_id FROM products WHERE id = ?'
    const row = selectOne<{ json: string; category_id: number }>(world, sql, id)
    if (!row) return productNotFound
    return {
      status: 200,
      body: {
        product: { ...readProduct(world, row.json), translations: [] },
        // Reads one more than needed, because the product itself may be in the list.
        related_products: storedProducts(world, NEWEST_OF_CATEGORY, row.category_id, RELATED + 1)
          .filter((each) => each.id !== id)
          .slice(0, RELATED),
      },
    }
  },

  search: ({ world, query }) => {
    const { size, skip } = pageRange(query, world.profile === '7.1' ? SEARCH_DEFAULT : SEARCH_LATER_DEFAULT)
    // Source R1: the text is split at spaces, and products match whose names contain any of the words.
    const { from, id, values } = nameMatches(query.name ?? '')
    const sql = `SELECT count(*) AS n, min(price) AS low, max(price) AS high FROM ${from}`
    const sums = selectOne<{ n: number; low: number | null; high: number | null }>(world, sql, ...values)
    const order = sortOrder(query.sort_by, id) ?? id
    const ids = `SELECT ${id} AS id FROM ${from} ORDER BY ${order} LIMIT ? OFFSET ?`
    return {
      status: 200,
      body: {
        total_size: sums?.n ?? 0,
        limit: echo(world, query.limit, world.profile === '7.1' ? null : SEARCH_LATER_DEFAULT),
        offset: echo(world, query.offset, world.profile === '7.1' ? null : 1),
        lowest_price: sums?.low ?? 0,
        highest_price: sums?.high ?? 0,
        products: storedProducts(world, ids, ...values, size, skip),
      },
    }
  },
}

/** @param tie order of products with the same price */
function sortOrder(sortBy: string | undefined, tie: string): string | undefined {
  if (sortBy === 'price_high_to_low') return `price DESC, ${tie}`
  return sortBy === 'price_low_to_high' ? `price, ${tie}` : undefined
}

/** SQLite accepts up to a thousand conditions; shoppers type about five words. */
const MAX_WORDS = 100

/** Length of a trigram, the unit of the search index. */
const TRIGRAM_LENGTH = 3

/**
 * Returns the SQL of the matching rows, and their id column in index order. The index finds words of three or more
 * characters as substrings of the name; shorter words are compared with each name.
 */
function nameMatches(name: string): { from: string; id: string; values: string[] } {
  const requested = new Set(name.split(/\s+/).filter((word) => word !== ''))
  if (requested.size > MAX_WORDS)
    throw new RefusedRequest(`A search may contain at most ${MAX_WORDS} different words.`)
  // SQLite ends text at a NUL, which no name contains.
  const words = [...requested].filter((word) => !word.includes('\0'))
  if (requested.size > 0 && words.length === 0)
    return { from: 'product_search WHERE 0', id: 'id', values: [] }
  if (words.length > 0 && words.every((word) => [...word].length >= TRIGRAM_LENGTH)) {
    const phrases = words.map((word) => `"${word.replaceAll('"', '""')}"`)
    return {
      from: `product_names CROSS JOIN product_search ON product_search.id = product_names.rowid
             WHERE product_names MATCH ?`,
      id: 'product_names.rowid',
      values: [phrases.join(' OR ')],
    }
  }
  const likes = words.map(() => "name LIKE ? ESCAPE '\\'")
  return {
    from: `product_search WHERE ${likes.length > 0 ? likes.join(' OR ') : '1'}`,
    id: 'id',
    values: words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`),
  }
}

/** Returns the echoed `limit` or `offset`. Source R1, R3: as text (7.1) or number (7.4); by default a number or null. */
function echo<F>(world: World, requested: string | undefined, fallback: F): string | number | F {
  if (requested === undefined) return fallback
  return world.profile === '7.1' ? requested : (positive(requested) ?? fallback)
}

/** Returns the categories of a product, root first, in the wire format. */
function categoryIds(world: World, productId: number): Product['category_ids'] {
  const sql = 'SELECT category_id, position FROM product_categories WHERE product_id = ?'
  return selectAll<{ category_id: number; position: number }>(world, sql, productId)
    .sort((a, b) => a.position - b.position)
    .map((row) => ({ id: String(row.category_id), position: row.position }))
}

export function wireProduct(world: World, row: Omit<ProductRow, 'json'>): Product {
  const images = JSON.parse(row.images) as string[]
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
    // difference: the original software subtracts `discount` from `price`. Here, `price` is what the shopper pays, so
    // `discount` stays 0. The provider's extensions contain the former price.
    discount: 0,
    discount_type: 'percent',
    tax_type: 'percent',
    unit: row.unit,
    total_stock: row.stock,
    min_order_qty: 1,
    image_fullpath: images.map((file) => ORIGIN_MARK + storedProductImagePath(file)),
    wishlist_count: countRows(world, 'wishlist WHERE product_id = ?', row.id),
    rating: [],
    category_id: row.category_id,
    original_price: reduced ? row.original_price : null,
    has_discount: reduced,
    discount_percentage: reduced ? Math.round((1 - row.price / (row.original_price as number)) * 100) : 0,
  }
}

/** Updates a product's stored JSON; call it in the transaction that changed the product. */
export function renderProduct(world: World, id: number): void {
  const row = selectOne<ProductRow>(world, 'SELECT * FROM products WHERE id = ?', id)
  if (!row) return
  update(world, 'products', 'SET json = ? WHERE id = ?', JSON.stringify(wireProduct(world, row)), id)
}

/** Returns the copy of a product for an order line, as JSON. Source R1: lists in the copy are encoded as JSON text. */
export function orderedProductText(world: World, row: ProductRow): string {
  const product = withExtensions(world, wireProduct(world, row))
  return JSON.stringify({
    ...product,
    image: JSON.stringify((product.image ?? []).length > 0 ? product.image : [DEFAULT_PRODUCT_IMAGE]),
    variations: JSON.stringify(product.variations),
    attributes: JSON.stringify(product.attributes),
    category_ids: JSON.stringify(product.category_ids),
    choice_options: JSON.stringify(product.choice_options),
  })
}
