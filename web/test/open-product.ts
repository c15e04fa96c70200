import { renderShop } from './render.tsx'

/** A book of the sample catalogue, in stock. */
export const BOOK_ID = 338
export const BOOK_NAME = 'Kitabo School Dictionary: English with Ugandan Examples'

/** Opens the book's page. @param change fields of the response to replace, and their values */
export async function openProduct(change: Record<string, unknown>) {
  const faults = Object.entries(change).map(([field, value]) => ({
    path: `/products/details/${BOOK_ID}`,
    effect: { change: `$.product.${field}`, value },
  }))
  return renderShop({ path: `/product-details/${BOOK_ID}`, faults })
}
