import type { WishlistProduct, wishlist } from 'contracts/resources/wishlist'
import type { ProviderHandlers } from '../http/handler.ts'
import { type Fields, isNumeric, isPhpArray } from '../http/request/php-input.ts'
import { array, refuseInvalid, required } from '../http/request/validation-rules.ts'
import { SoftwareCrash } from '../http/response/failures.ts'
import { countRows, insert, remove, selectAll } from '../world/queries.ts'
import { paginate } from './pagination.ts'
import { readProduct } from './products.ts'

/** Source R1: the number of products per page. */
const DEFAULT_PAGE_SIZE = 10

/** Recorded: these texts, with a capital letter in the middle. */
const WISH_RULES = {
  product_ids: [required('product_ids Is required'), array('product_ids Must be an array')],
}

const idsOf = ({ product_ids }: Fields): unknown[] =>
  isPhpArray(product_ids) ? Object.values(product_ids) : []

export const wishlistHandlers: ProviderHandlers<typeof wishlist> = {
  list: ({ world, fields, customer }) => {
    const { extensions } = world
    const { limit = null, offset = null, user } = fields
    const owner = extensions.sharedWishlist && user != null ? Number(user) : (customer?.id ?? 0)
    const wishes = 'wishlist JOIN products ON products.id = product_id WHERE customer_id = ?'
    const total = countRows(world, wishes, owner)
    const { size, skip } = paginate({ limit: limit ?? DEFAULT_PAGE_SIZE, offset: offset ?? 1 }, total)
    const sql = `SELECT json FROM ${wishes} ORDER BY wishlist.created_at DESC, product_id DESC LIMIT ? OFFSET ?`
    const rows = selectAll<{ json: string }>(world, sql, owner, size, skip)
    return {
      status: 200,
      body: {
        total_size: total,
        limit: limit === null ? DEFAULT_PAGE_SIZE : String(limit),
        offset: offset === null ? 1 : String(offset),
        products: rows.map((row) => {
          // Recorded: rating and wishlist_count are absent here.
          const { rating: _, wishlist_count: __, ...product }: WishlistProduct = readProduct(world, row.json)
          return extensions.wishlistImages ? { ...product, images: product.image } : product
        }),
      },
    }
  },

  // Difference: the host's `wishlist_count` changes with each wish. Here, it changes with the product, so that a wish
  // invalidates no cached response.
  add: ({ world, fields, customer }) => {
    const refused = refuseInvalid(fields, WISH_RULES)
    if (refused) return refused
    world.transaction(() => {
      for (const id of idsOf(fields)) {
        if (!isNumeric(id)) throw new SoftwareCrash('an id is not a number')
        if (Math.abs(Number(id)) >= 2 ** 63) throw new SoftwareCrash('an id exceeds its column')
        // Recorded: the host does not check that the product exists.
        const wish = {
          customer_id: customer.id,
          product_id: Math.round(Number(id)),
          created_at: world.clock.now(),
        }
        insert(world, 'wishlist', wish, 'ignore')
      }
    })
    return { status: 200, body: { message: 'Item added to wishlist!' } }
  },

  remove: ({ world, fields, customer }) => {
    const refused = refuseInvalid(fields, WISH_RULES)
    if (refused) return refused
    world.transaction(() => {
      // Difference: R1 removes the product from the list of every customer.
      for (const id of idsOf(fields)) {
        if (isPhpArray(id)) throw new SoftwareCrash('an id is an array')
        remove(world, 'wishlist', 'WHERE customer_id = ? AND product_id = ?', customer.id, Number(id))
      }
    })
    // Recorded: the message has this trailing space.
    return { status: 200, body: { message: 'Item removed from wishlist list! ' } }
  },
}
