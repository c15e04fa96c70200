import type { WishlistProduct, wishlist } from 'contracts/wishlist'
import type { Handlers } from '../http/handler.ts'
import { refuse } from '../http/response/failures.ts'
import { insert, run, selectAll, selectOne } from '../world/world.ts'
import { pageOf, renderProduct } from './products.ts'

/** Source R1: the number of products per page. */
const DEFAULT_PAGE_SIZE = 10
/** difference: the host has no limit. The emulator needs one, because each entry rewrites a product's JSON. */
const MAX_PRODUCTS = 100

function refuseMany(ids: readonly number[]) {
  return ids.length > MAX_PRODUCTS
    ? refuse(403, 'product_ids', `((A request may contain at most ${MAX_PRODUCTS} products.))`)
    : null
}

export const wishlistHandlers: Handlers<typeof wishlist> = {
  list: ({ world, query, customer }) => {
    const owner = query.user === undefined ? (customer?.id ?? 0) : Number(query.user)
    const { size, skip } = pageOf(query, DEFAULT_PAGE_SIZE)
    const rows = selectAll<{ json: string }>(
      world,
      `SELECT json FROM wishlist JOIN products ON products.id = product_id
       WHERE customer_id = ? ORDER BY wishlist.created_at DESC, product_id DESC LIMIT ? OFFSET ?`,
      owner,
      size,
      skip,
    )
    const total = selectOne<{ n: number }>(
      world,
      'SELECT count(*) AS n FROM wishlist WHERE customer_id = ?',
      owner,
    )
    return {
      status: 200,
      body: {
        total_size: total?.n ?? 0,
        limit: query.limit ?? DEFAULT_PAGE_SIZE,
        offset: query.offset ?? 1,
        products: rows.map((row) => {
          // Source R1: rating and wishlist_count are absent here.
          const { rating: _, wishlist_count: __, ...product } = JSON.parse(row.json) as WishlistProduct
          return { ...product, images: product.image }
        }),
      },
    }
  },

  add: ({ world, body, customer }) => {
    const refused = refuseMany(body.product_ids)
    if (refused) return refused
    world.transaction(() => {
      for (const id of body.product_ids) {
        // Source R1: the host does not check that the product exists.
        const { changes } = insert(
          world,
          'wishlist',
          { customer_id: customer.id, product_id: id, created_at: world.clock.now() },
          'ignore',
        )
        if (changes > 0) renderProduct(world, id)
      }
    })
    return { status: 200, body: { message: 'Item added to wishlist!' } }
  },

  remove: ({ world, body, customer }) => {
    const refused = refuseMany(body.product_ids)
    if (refused) return refused
    world.transaction(() => {
      for (const id of body.product_ids) {
        // difference: R1 removes the product from the list of every customer.
        const { changes } = run(
          world,
          'DELETE FROM wishlist WHERE customer_id = ? AND product_id = ?',
          customer.id,
          id,
        )
        if (changes > 0) renderProduct(world, id)
      }
    })
    // Source R1: the host's message has this trailing space.
    return { status: 200, body: { message: 'Item removed from wishlist list! ' } }
  },
}
