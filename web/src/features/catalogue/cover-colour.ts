import type { ShopProduct } from '../../domain/product.ts'

/** A category keeps the colour of one exercise-book cover everywhere: 0 to 5. */
export function coverColour(id: number): number {
  return id % 6
}

/** The colour of a product is that of its first category. */
export function productColour({ category_ids, category_id }: ShopProduct): number {
  return coverColour(category_ids[0] ?? category_id ?? 0)
}
