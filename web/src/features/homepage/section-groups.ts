import { limits } from '../../config/limits.ts'
import { categoryPath, paths } from '../../config/paths.ts'
import type { ShopProduct } from '../../domain/product.ts'

export type Placed<S> = { section: S /** Overall, from 1. */; number: number }
export type SectionGroup<S> = { cards: Placed<S>[]; strips: Placed<S>[] }

/** Splits sections into groups of six: a row of four cards and two strips. */
export function groupSections<S>(sections: readonly S[]): SectionGroup<S>[] {
  const placed = sections.map((section, at) => ({ section, number: at + 1 }))
  const groups: SectionGroup<S>[] = []
  for (let at = 0; at < placed.length; at += limits.sectionGroup) {
    const group = placed.slice(at, at + limits.sectionGroup)
    groups.push({ cards: group.slice(0, limits.sectionCards), strips: group.slice(limits.sectionCards) })
  }
  return groups
}

/** Returns the category that "See more" opens, which is the first item's with one; null without any. */
export function sectionCategory(items: readonly ShopProduct[]): number | null {
  return items.find((item) => item.category_id !== null)?.category_id ?? null
}

/** Returns the path of "See more" and "See All": the section's category, or else the shop. */
export function sectionTarget(items: readonly ShopProduct[]): { to: string; state?: { categoryId: number } } {
  const categoryId = sectionCategory(items)
  return categoryId === null ? { to: paths.shop } : { to: categoryPath(categoryId), state: { categoryId } }
}
