import { limits } from '../../config/limits.ts'
import { categoryPath, paths } from '../../config/paths.ts'
import type { ShopProduct } from '../../domain/product.ts'

export type Placed<S> = { section: S /** Overall, from 1. */; number: number }
export type SectionGroup<S> = { cards: Placed<S>[]; strips: Placed<S>[] }

/** Groups of six: the first four are a row of cards, the rest strips. */
export function groupSections<S>(sections: readonly S[]): SectionGroup<S>[] {
  const placed = sections.map((section, at) => ({ section, number: at + 1 }))
  const groups: SectionGroup<S>[] = []
  for (let at = 0; at < placed.length; at += limits.sectionGroup) {
    const group = placed.slice(at, at + limits.sectionGroup)
    groups.push({ cards: group.slice(0, limits.sectionCards), strips: group.slice(limits.sectionCards) })
  }
  return groups
}

/** The category that "See more" opens: the first item's that names one; null leads to the shop. */
export function sectionCategory(items: readonly ShopProduct[]): number | null {
  return items.find((item) => item.category_id !== null)?.category_id ?? null
}

/** Where "See more" and "See All" lead: the section's category, else the shop. */
export function sectionTarget(items: readonly ShopProduct[]): { to: string; state?: { categoryId: number } } {
  const categoryId = sectionCategory(items)
  return categoryId === null ? { to: paths.shop } : { to: categoryPath(categoryId), state: { categoryId } }
}
