import type { wishlist } from '../src/wishlist.ts'
import type { CasesOf } from './case.ts'

export const wishlistCases: CasesOf<typeof wishlist> = {
  list: [
    { title: "lists the customer's wish-list", as: 'customer', status: 200 },
    { title: 'refuses a stranger', status: 401 },
    { title: 'refuses a token that is none', as: 'impostor', status: 401 },
    {
      title: 'shows a shared list to everyone',
      needs: ['customerId'],
      request: ({ customerId }) => ({ query: { user: String(customerId) } }),
      status: 200,
    },
  ],
  add: [
    {
      title: 'adds a product, and adding it again is no failure',
      as: 'customer',
      needs: ['productId'],
      request: ({ productId }) => ({ body: { product_ids: [productId, productId] } }),
      status: 200,
    },
    { title: 'refuses a call without products', as: 'customer', request: { body: {} }, status: 403 },
    {
      title: 'refuses products that are no list',
      as: 'customer',
      request: { body: { product_ids: 7 } },
      status: 403,
    },
    { title: 'refuses a stranger', request: { body: { product_ids: [1] } }, status: 401 },
  ],
  remove: [
    {
      title: 'removes a product, and removing it again is no failure',
      as: 'customer',
      needs: ['productId'],
      request: ({ productId }) => ({ body: { product_ids: [productId] } }),
      status: 200,
    },
    { title: 'refuses a call without products', as: 'customer', request: { body: {} }, status: 403 },
    { title: 'refuses a stranger', request: { body: { product_ids: [1] } }, status: 401 },
  ],
}
