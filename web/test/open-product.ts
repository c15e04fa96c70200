import { renderShop } from './render.tsx'

/** A book of the sample catalogue, in stock. */
export const BOOK_ID = 338
export const BOOK_NAME = 'Kitabo School Dictionary: English with Ugandan Examples'

/** Renders the page of the product `BOOK_ID`. @param change fields that replace those of the response */
export async function openProduct(change: Record<string, unknown>) {
  const faults = Object.entries(change).map(([field, value]) => ({
    path: `/products/details/${BOOK_ID}`,
    effect: { change: `$.product.${field}`, value },
  }))
  return renderShop({ path: `/product-details/${BOOK_ID}`, faults })
}
