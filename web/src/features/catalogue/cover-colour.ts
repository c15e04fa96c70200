import type { ShopProduct } from '../../domain/product.ts'

/** Returns a category's cover colour, which is the same everywhere: 0 to 5. */
export function coverColour(id: number): number {
  return id % 6
}

/** Returns the colour of a product's first category. */
export function productColour({ category_ids, category_id }: ShopProduct): number {
  return coverColour(category_ids[0] ?? category_id ?? 0)
}
