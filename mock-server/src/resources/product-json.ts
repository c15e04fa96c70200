import { ORIGIN_MARK } from '../http/response/origin.ts'
import { ownBytes, type Part } from '../http/response/own-bytes.ts'
import { all, one, type World } from '../world/world.ts'

/** What products are rendered for: their world, and our own address in it. */
type Asked = { world: World; origin: string }

/** A product as every answer holds it. */
export type ProductJson = { bytes: Buffer; categoryId: number }

const RELATED = 10
/** Products kept for each world, about a kilobyte each. */
const MAX_KEPT = 2000

type Kept = {
  version: number
  origin: string
  products: Map<number, ProductJson & { productChanges: number }>
  /** The newest products of a category, sorted once: that costs more than all else about a product. */
  newest: Map<number, number[]>
}

const keptByWorld = new WeakMap<World, Kept>()

function keptOf({ world, origin }: Asked): Kept {
  const kept = keptByWorld.get(world)
  if (kept?.version === world.version && kept.origin === origin) return kept
  const empty = { version: world.version, origin, products: new Map(), newest: new Map() }
  keptByWorld.set(world, empty)
  return empty
}

/**
 * A product's JSON in bytes; undefined where there is no such product. A product is in the answers about many others:
 * its text is read and encoded once, which costs more than all else about such an answer, until the product changes.
 * Not to be called in a transaction: what is rolled back would be kept.
 */
export function productJson(asked: Asked, id: number): ProductJson | undefined {
  const { world, origin } = asked
  const { products } = keptOf(asked)
  const known = products.get(id)
  if (known && !world.products.haveChanged([id], known.productChanges)) return known
  const row = one<{ json: string; category_id: number }>(
    world,
    'SELECT json, category_id FROM products WHERE id = ?',
    id,
  )
  if (!row) return undefined
  const product = {
    bytes: ownBytes(row.json.replaceAll(ORIGIN_MARK, () => origin)),
    categoryId: row.category_id,
    productChanges: world.products.count,
  }
  products.set(id, product)
  for (const oldest of products.keys()) {
    if (products.size <= MAX_KEPT) break
    products.delete(oldest)
  }
  return product
}

/** The products that are shown beside a product: the newest of its category. */
export function relatedTo(asked: Asked, id: number, categoryId: number): number[] {
  const { newest } = keptOf(asked)
  let ids = newest.get(categoryId)
  if (!ids) {
    // Without their texts, which are as wide as a page. One more than is shown: the product may be among them itself.
    ids = idsOf(
      all(
        asked.world,
        `SELECT id FROM products JOIN product_categories ON product_id = products.id
         WHERE product_categories.category_id = ? ORDER BY created_at DESC, id DESC LIMIT ${RELATED + 1}`,
        categoryId,
      ),
    )
    newest.set(categoryId, ids)
  }
  return ids.filter((each) => each !== id).slice(0, RELATED)
}

export const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

/** `[a,b,c]` of products, in parts. */
export function productList(asked: Asked, ids: readonly number[]): Part[] {
  const parts: Part[] = ['[']
  for (const id of ids) {
    const product = productJson(asked, id)
    if (product) parts.push(parts.length === 1 ? '' : ',', product.bytes)
  }
  parts.push(']')
  return parts
}
