import { z } from 'zod'
import { BUILDS, endpoint } from '../endpoint.ts'
import { collects } from '../relation.ts'
import { derived, from, sent } from '../selection.ts'
import {
  FailureList,
  FileName,
  Id,
  Message,
  numberText,
  PAGE_SIZE,
  PageQuery,
  Unauthenticated,
} from '../wire.ts'
import { Product, ProductPage, relationsOfProducts, totalCoversRows } from './products.ts'

/** Source R1: the message for a missing array is `product_ids Is required`, with a capital I. */
const ProductIds = z.object({
  product_ids: z
    .array(Id, {
      error: (issue) => (issue.input == null ? 'product_ids Is required' : 'product_ids Must be an array'),
    })
    .min(1, { error: 'product_ids Is required' }),
})

/** Assumed: this provider sends `images`. Source R1: the product itself sends `image` and `image_fullpath`. */
export const WishlistProduct = Product.partial({ image: true })
  .extend({ images: z.array(FileName).nullish() })
  .refine((product) => product.image !== undefined || product.images !== undefined, {
    path: ['image'],
    error: 'image or images',
  })
  .meta({ id: 'WishlistProduct' })
export type WishlistProduct = z.infer<typeof WishlistProduct>

const evidence = {
  kind: 'documented',
  source: 'R1 WishlistController',
} as const

export const wishlist = {
  list: endpoint({
    method: 'GET',
    path: '/customer/wish-list/',
    auth: 'bearer',
    openWith: { query: 'user', extension: 'sharedWishlist' },
    readOnly: 'the test customer’s own list',
    summary:
      "The customer's wishlist, ten products per page. With `user`, no token is needed and that customer's shared list is returned.",
    query: PageQuery.extend({
      user: numberText('Id of the customer whose shared list is returned. Requires no token.').optional(),
    }),
    responses: { 200: ProductPage.extend({ products: z.array(WishlistProduct) }), 401: Unauthenticated },
    recordedIn: { 200: BUILDS, 401: BUILDS },
    evidence: { ...evidence, note: 'the shared view is assumed: it has no public source' },
  }),

  add: endpoint({
    method: 'POST',
    path: '/customer/wish-list/add',
    auth: 'bearer',
    summary: 'Adds products. Adding a product twice is not an error.',
    body: ProductIds,
    responses: { 200: Message, 401: Unauthenticated, 403: FailureList },
    recordedIn: { 200: BUILDS, 401: BUILDS, 403: BUILDS },
    evidence,
  }),

  remove: endpoint({
    method: 'DELETE',
    path: '/customer/wish-list/remove',
    auth: 'bearer',
    summary: 'Removes products. Removing a missing product is not an error.',
    body: ProductIds,
    responses: { 200: Message, 401: Unauthenticated, 403: FailureList },
    recordedIn: { 200: BUILDS, 403: BUILDS },
    evidence,
  }),
}

export const relations = [
  ...relationsOfProducts(from(wishlist.list, '$.products')),
  totalCoversRows(from(wishlist.list, '$')),
  collects(
    'a wishlist changes only as requested',
    // A full page may have a second one, which is not read.
    derived(from(wishlist.list, '$.products'), ['[].id'], (rows) => (rows.length < PAGE_SIZE ? rows : null)),
    [
      sent(wishlist.add, [], ({ product_ids }) => product_ids.map((id) => ({ added: String(id) }))),
      sent(wishlist.remove, [], ({ product_ids }) => product_ids.map((id) => ({ removed: String(id) }))),
    ],
  ),
]
