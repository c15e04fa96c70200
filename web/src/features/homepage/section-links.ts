import { categoryPath, paths } from '../../config/paths.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { sectionCategory } from './section-groups.ts'

/** Where "See more" and "See All" lead: the section's category, else the shop. */
export function sectionTarget(items: readonly ShopProduct[]): { to: string; state?: { categoryId: number } } {
  const categoryId = sectionCategory(items)
  return categoryId === null ? { to: paths.shop } : { to: categoryPath(categoryId), state: { categoryId } }
}
