import { categoryPath, paths } from '../../lib/paths.ts'
import type { ShopProduct } from '../../lib/product.ts'
import { sectionCategory } from './section-groups.ts'

/** Where "See more" and "See All" lead: the section's category, else the shop. */
export function sectionTarget(items: readonly ShopProduct[]): { to: string; state?: { categoryId: number } } {
  const categoryId = sectionCategory(items)
  return categoryId === null ? { to: paths.shop } : { to: categoryPath(categoryId), state: { categoryId } }
}
