import type { ShopProduct } from '../../domain/product.ts'

/** Returns the index of a category's cover colour, from 0 to 5. */
export function coverColour(id: number): number {
  return id % 6
}

/** Returns the index of the cover colour of a product's first category. */
export function productColour({ category_ids, category_id }: ShopProduct): number {
  return coverColour(category_ids[0] ?? category_id ?? 0)
}
