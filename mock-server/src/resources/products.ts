import { DEFAULT_PRODUCT_IMAGE, storedProductImagePath } from 'contracts/images'
import type { Product, products } from 'contracts/resources/products'
import type { ProviderHandlers } from '../http/handler.ts'
import { databaseNumber, isPhpArray, toComparedText } from '../http/request/php-input.ts'
import { boundBody, RefusedRequest } from '../http/request/read-json.ts'
import { productNotFound, SoftwareCrash } from '../http/response/failures.ts'
import { ORIGIN_MARK } from '../http/response/origin.ts'
import { isSince } from '../provider/builds.ts'
import { ADDED_PRODUCT_FIELDS } from '../provider/extensions.ts'
import { eloquentTime } from '../world/database-dates.ts'
import { countRows, selectAll, selectOne, update } from '../world/queries.ts'
import type { ProductRow, WireFields } from '../world/rows.ts'
import type { World } from '../world/world.ts'
import { paginate } from './pagination.ts'

/** Assumed: the provider's default `limit`. Recorded: the original software's is 10. */
const DEFAULT_LIMIT = 90
const ORIGINAL_DEFAULT_LIMIT = 10

const MAX_RELATED_PRODUCTS = 10
/** Selects the ids of a category's products, newest first. A negative limit means no limit. */
export const NEWEST_OF_CATEGORY = `SELECT id FROM products JOIN product_categories ON product_id = products.id
  WHERE product_categories.category_id = ? ORDER BY created_at DESC, id DESC LIMIT ?`

/** @param ids SQL of the ids in order. The JSON is read separately, because sorting rows with it is slower */
export function readProducts(world: World, ids: string, ...values: unknown[]): Product[] {
  return selectAll<{ id: number }>(world, ids, ...values).map(({ id }) =>
    readProduct(
      world,
      selectOne<{ json: string }>(world, 'SELECT json FROM products WHERE id = ?', id)?.json ?? 'null',
    ),
  )
}

/** Parses a product's stored JSON, and removes the fields of extensions that the world lacks. */
export function readProduct(world: World, json: string): Product {
  return withExtensions(world, JSON.parse(json) as Product)
}

function withExtensions({ extensions }: World, product: Product): Product {
  for (const [field, extension] of ADDED_PRODUCT_FIELDS) if (!extensions[extension]) delete product[field]
  if (!extensions.isbn) product.tax = 0
  return product
}

export const productsHandlers: ProviderHandlers<typeof products> = {
  latest: ({ world, fields }) => {
    const { limit = null, offset = null } = fields
    const defaultLimit = world.extensions.longLists ? DEFAULT_LIMIT : ORIGINAL_DEFAULT_LIMIT
    const total = countRows(world, 'products')
    const page = paginate({ limit: limit ?? defaultLimit, offset: offset ?? 1 }, total)
    const order = priceOrder(fields.sort_by) ?? 'created_at DESC, id DESC'
    const ids = `SELECT id FROM products ORDER BY ${order} LIMIT ? OFFSET ?`
    return {
      status: 200,
      body: {
        total_size: total,
        // Recorded: echoed as text; the defaults are numbers.
        limit: limit === null ? defaultLimit : String(limit),
        offset: offset === null ? 1 : String(offset),
        products: readProducts(world, ids, page.size, page.skip),
      },
    }
  },

  details: ({ world, params }) => {
    const id = databaseNumber(params.id)
    const sql = 'SELECT json, category_id FROM products WHERE id = ?'
    const row = selectOne<{ json: string; category_id: number }>(world, sql, id)
    if (!row) return productNotFound
    const product = { ...readProduct(world, row.json), translations: [] }
    // Reads one more than needed, because the product itself may be in the list.
    const related_products = readProducts(
      world,
      NEWEST_OF_CATEGORY,
      row.category_id,
      MAX_RELATED_PRODUCTS + 1,
    )
      .filter((each) => each.id !== id)
      .slice(0, MAX_RELATED_PRODUCTS)
    if (!isSince(world.build, '7.7')) return { status: 200, body: { product, related_products } }
    return {
      status: 200,
      body: { product: { ...product, reviews: [] }, related_products, overall_rating: NO_RATING },
    }
  },

  search: ({ world, fields }) => {
    const { limit = null, offset = null } = fields
    const [low, high] = [readPrice(fields.price_low), readPrice(fields.price_high)]
    // Source R1: a list of ids as JSON; anything else is a crash.
    const categories = readCategoryIds(fields.category_id)
    const { from, id, values } = nameMatches(fields.name)
    const conditions: string[] = []
    // Values are bound, because each different text would be another statement in the cache.
    if (low !== null && high !== null) {
      conditions.push('price BETWEEN ? AND ?')
      values.push(low, high)
    }
    if (categories !== null) {
      conditions.push(IN_CATEGORIES)
      values.push(JSON.stringify(categories))
    }
    // Source R1: products with an average rating of at most this; no product has ratings.
    if (fields.rating != null) conditions.push('0')
    const matching = [from, ...conditions].join(' AND ')
    const sql = `SELECT count(*) AS n, min(price) AS low, max(price) AS high FROM ${matching}`
    const sums = selectOne<{ n: number; low: number | null; high: number | null }>(world, sql, ...values)
    const page = paginate({ limit, offset }, sums?.n ?? 0)
    const ids = `SELECT ${id} AS id FROM ${matching} ORDER BY ${id} LIMIT ? OFFSET ?`
    const products = readProducts(world, ids, ...values, page.size, page.skip)
    // Source R1: an empty page is searched again in the translations, of which there are none.
    const shownSums = products.length > 0 ? sums : null
    return {
      status: 200,
      body: {
        total_size: shownSums?.n ?? 0,
        limit: limit === null ? null : String(limit),
        offset: offset === null ? null : String(offset),
        lowest_price: Math.trunc(low ?? shownSums?.low ?? 0),
        highest_price: Math.trunc(high ?? shownSums?.high ?? 0),
        products,
      },
    }
  },
}

const NO_RATING = {
  total_review: 0,
  average_rating: 0,
  rating_group_count: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
}

/**
 * Reads a price limit; null if it is missing. Difference: limited to 2^53, the original software's integers to 2^63.
 */
function readPrice(value: unknown): number | null {
  if (value === undefined || value === null) return null
  return Math.min(Math.max(databaseNumber(value), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
}

function readCategoryIds(value: unknown): number[] | null {
  if (value === undefined || value === null) return null
  let ids: unknown
  try {
    ids = JSON.parse(String(value))
  } catch {
    // Not JSON.
  }
  if (!isPhpArray(ids)) throw new SoftwareCrash('category_id is not a list')
  return Object.values(boundBody(ids) as object).map((id) => databaseNumber(id))
}

/**
 * Selects products of the categories in a JSON list. Trap: `product_names.rowid` would make SQLite search the names
 * once for each product of the categories.
 */
const IN_CATEGORIES = `product_search.id IN (SELECT product_id FROM product_categories
  WHERE category_id IN (SELECT value FROM json_each(?)))`

/** Orders by price as requested; null if the order is a different one. */
function priceOrder(sortBy: unknown): string | null {
  if (sortBy === 'price_high_to_low') return 'price DESC, created_at DESC, id DESC'
  return sortBy === 'price_low_to_high' ? 'price, created_at DESC, id DESC' : null
}

/** SQLite accepts up to a thousand conditions; shoppers type about five words. */
const MAX_WORDS = 100
/** Maximum length of a word in characters, because SQLite compares with patterns of up to 50,000 bytes. */
const MAX_WORD_LENGTH = 10_000

/** Length of a trigram, the unit of the search index. */
const TRIGRAM_LENGTH = 3

/**
 * Returns the SQL of the matching rows, and their id column in index order. The index finds words of three or more
 * characters as substrings of the name; shorter words are compared with each name.
 */
function nameMatches(name: unknown): { from: string; id: string; values: (string | number)[] } {
  if (isPhpArray(name)) throw new SoftwareCrash('name is an array')
  const wordSet = new Set(toComparedText(name).split(' '))
  if (wordSet.size > MAX_WORDS)
    throw new RefusedRequest(`A search may contain at most ${MAX_WORDS} different words.`)
  if ([...wordSet].some((word) => word.length > MAX_WORD_LENGTH))
    throw new RefusedRequest(`A word of a search may have at most ${MAX_WORD_LENGTH} characters.`)
  // Source R1: two successive spaces are around an empty word, which every name contains.
  if (wordSet.has('')) return { from: 'product_search WHERE 1', id: 'id', values: [] }
  // SQLite ends text at a NUL, which no name contains.
  const words = [...wordSet].filter((word) => !word.includes('\0'))
  if (words.length === 0) return { from: 'product_search WHERE 0', id: 'id', values: [] }
  // Recorded: % and _ are wildcards, because the host compares with LIKE.
  if (words.every((word) => [...word].length >= TRIGRAM_LENGTH && !/[%_\\]/.test(word))) {
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
    from: `product_search WHERE (${likes.join(' OR ')})`,
    id: 'id',
    values: words.map((word) => `%${word.replace(/\\(?![%_\\])/g, '\\\\')}%`),
  }
}

/** Returns the categories of a product, root first, in the wire format. */
function categoryIds(world: World, productId: number): Product['category_ids'] {
  const sql = 'SELECT category_id, position FROM product_categories WHERE product_id = ? ORDER BY position'
  return selectAll<{ category_id: number; position: number }>(world, sql, productId).map((row) => ({
    id: String(row.category_id),
    position: row.position,
  }))
}

export function readWireFields(row: Pick<ProductRow, 'wire_fields'>): WireFields {
  return JSON.parse(row.wire_fields) as WireFields
}

function toWireProduct(world: World, row: Omit<ProductRow, 'json'>): Product {
  const fields = readWireFields(row)
  const isReduced = row.original_price !== null && row.original_price > row.price
  return {
    id: row.id,
    name: row.name,
    ...fields,
    price: row.price,
    variations: [],
    status: 1,
    created_at: eloquentTime(row.created_at),
    updated_at: eloquentTime(row.updated_at),
    attributes: [],
    category_ids: categoryIds(world, row.id),
    // Difference: the original software subtracts `discount` from `price`. Here, `price` is what the shopper pays, so
    // `discount` stays 0. The provider's extensions contain the former price.
    discount: 0,
    discount_type: 'percent',
    tax_type: 'percent',
    total_stock: row.stock,
    min_order_qty: 1,
    image_fullpath: (fields.image ?? []).map((file) => ORIGIN_MARK + storedProductImagePath(file)),
    wishlist_count: countRows(world, 'wishlist WHERE product_id = ?', row.id),
    rating: [],
    category_id: row.category_id,
    original_price: isReduced ? row.original_price : null,
    has_discount: isReduced,
    discount_percentage: isReduced ? Math.round((1 - row.price / (row.original_price as number)) * 100) : 0,
  }
}

/** Updates a product's stored JSON; call it in the transaction that changed the product. */
export function refreshProductJson(world: World, id: number): void {
  const row = selectOne<ProductRow>(world, 'SELECT * FROM products WHERE id = ?', id)
  if (!row) return
  update(world, 'products', 'SET json = ? WHERE id = ?', JSON.stringify(toWireProduct(world, row)), id)
}

/** Returns the copy of a product for an order line, as JSON. Source R1: lists in the copy are encoded as JSON text. */
export function toProductDetailsJson(world: World, row: ProductRow): string {
  const { wishlist_count: _, rating: __, ...product } = withExtensions(world, toWireProduct(world, row))
  return JSON.stringify({
    ...product,
    image: JSON.stringify((product.image ?? []).length > 0 ? product.image : [DEFAULT_PRODUCT_IMAGE]),
    variations: JSON.stringify(product.variations),
    attributes: JSON.stringify(product.attributes),
    category_ids: JSON.stringify(product.category_ids),
    choice_options: JSON.stringify(product.choice_options),
    translations: [],
  })
}
