import type { WishlistProduct, wishlist } from 'contracts/resources/wishlist'
import type { Handlers } from '../http/handler.ts'
import { countRows, insert, remove, selectAll } from '../world/world.ts'
import { pageRange, readProduct } from './products.ts'

/** Source R1: the number of products per page. */
const DEFAULT_PAGE_SIZE = 10
export const wishlistHandlers: Handlers<typeof wishlist> = {
  list: ({ world, query, customer }) => {
    const { sharedWishlist, wishlistImages } = world.extensions
    const owner = sharedWishlist && query.user !== undefined ? Number(query.user) : (customer?.id ?? 0)
    const { size, skip } = pageRange(query, DEFAULT_PAGE_SIZE)
    const sql = `SELECT json FROM wishlist JOIN products ON products.id = product_id
      WHERE customer_id = ? ORDER BY wishlist.created_at DESC, product_id DESC LIMIT ? OFFSET ?`
    const rows = selectAll<{ json: string }>(world, sql, owner, size, skip)
    return {
      status: 200,
      body: {
        total_size: countRows(world, 'wishlist WHERE customer_id = ?', owner),
        limit: query.limit ?? DEFAULT_PAGE_SIZE,
        offset: query.offset ?? 1,
        products: rows.map((row) => {
          // Source R1: rating and wishlist_count are absent here.
          const { rating: _, wishlist_count: __, ...product }: WishlistProduct = readProduct(world, row.json)
          return wishlistImages ? { ...product, images: product.image } : product
        }),
      },
    }
  },

  // difference: the host's `wishlist_count` changes with each wish. Here, it changes with the product, so that a wish
  // invalidates no cached response.
  add: ({ world, body, customer }) => {
    world.transaction(() => {
      for (const id of body.product_ids) {
        // Source R1: the host does not check that the product exists.
        const wish = { customer_id: customer.id, product_id: id, created_at: world.clock.now() }
        insert(world, 'wishlist', wish, 'ignore')
      }
    })
    return { status: 200, body: { message: 'Item added to wishlist!' } }
  },

  remove: ({ world, body, customer }) => {
    world.transaction(() => {
      // difference: R1 removes the product from the list of every customer.
      for (const id of body.product_ids)
        remove(world, 'wishlist', 'WHERE customer_id = ? AND product_id = ?', customer.id, id)
    })
    // Source R1: the host's message has this trailing space.
    return { status: 200, body: { message: 'Item removed from wishlist list! ' } }
  },
}
