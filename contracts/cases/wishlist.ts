import type { wishlist } from '../src/resources/wishlist.ts'
import { extractProductValues, field, idOf, objectsOf, PRODUCT_VALUE_NAMES } from './extract.ts'
import { type CasesOf, INVALID_TOKEN } from './provider-case.ts'

export const wishlistCases: CasesOf<typeof wishlist> = {
  list: [
    {
      title: "lists the customer's wishlist",
      as: 'customer',
      status: 200,
      outputs: ['wishProductId', ...PRODUCT_VALUE_NAMES],
      // Chooses a product that is not on the wishlist, because the cases remove it at the end.
      extract: (body, values) => {
        const listedIds = objectsOf(field(body, 'products')).map((row) => idOf(row.id))
        const productValues = extractProductValues(field(body, 'products'), values)
        if (listedIds.includes(null) || field(body, 'total_size') !== listedIds.length) return productValues
        const wishedIds = new Set(listedIds)
        const freeId = values.productIds?.find((id) => !wishedIds.has(id))
        return freeId === undefined ? productValues : { ...productValues, wishProductId: Number(freeId) }
      },
    },
    { title: 'returns 401 without a token', status: 401 },
    INVALID_TOKEN,
    {
      title: 'returns a shared list without a token',
      inputs: ['customerId'],
      request: ({ customerId }) => ({ query: { user: String(customerId), limit: '10', offset: '1' } }),
      status: 200,
      emulatorOnly: 'the shared view is assumed',
    },
  ],
  add: [
    {
      title: 'adds a product, even if it is sent twice',
      as: 'customer',
      inputs: ['wishProductId'],
      request: ({ wishProductId }) => ({ body: { product_ids: [wishProductId, wishProductId] } }),
      status: 200,
      cleanup: 'undone by DELETE /customer/wish-list/remove of the same product',
      leaves: {
        what: 'wishlist product',
        text: ({ wishProductId }) => `product ${wishProductId} on the wishlist`,
      },
    },
    { title: 'rejects a request without products', as: 'customer', request: { body: {} }, status: 403 },
    {
      title: 'rejects products that are not a list',
      as: 'customer',
      request: { body: { product_ids: 7 } },
      status: 403,
    },
    { title: 'returns 401 without a token', request: { body: {} }, status: 401 },
  ],
  remove: [
    {
      title: 'removes a product',
      as: 'customer',
      inputs: ['wishProductId'],
      request: ({ wishProductId }) => ({ body: { product_ids: [wishProductId] } }),
      status: 200,
      cleanup: 'nothing to undo: the product was not on the list before',
      removes: 'wishlist product',
    },
    { title: 'rejects a request without products', as: 'customer', request: { body: {} }, status: 403 },
    { title: 'returns 401 without a token', request: { body: {} }, status: 401 },
  ],
}
