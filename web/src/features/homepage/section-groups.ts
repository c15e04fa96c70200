import { limits } from '../../config/limits.ts'
import { categoryPath, paths } from '../../config/paths.ts'
import type { ShopProduct } from '../../domain/product.ts'

/** A section with its number on the page, starting at 1. */
export type PlacedSection<S> = { section: S; number: number }
export type SectionGroup<S> = { cards: PlacedSection<S>[]; strips: PlacedSection<S>[] }

/** Splits sections into groups of six. The first four of each group are cards, the others are strips. */
export function groupSections<S>(sections: readonly S[]): SectionGroup<S>[] {
  const placed = sections.map((section, at) => ({ section, number: at + 1 }))
  const groups: SectionGroup<S>[] = []
  for (let at = 0; at < placed.length; at += limits.sectionGroup) {
    const group = placed.slice(at, at + limits.sectionGroup)
    groups.push({ cards: group.slice(0, limits.sectionCards), strips: group.slice(limits.sectionCards) })
  }
  return groups
}

/** Returns the category of the first item that has one; null if none has. */
export function sectionCategory(items: readonly ShopProduct[]): number | null {
  return items.find((item) => item.category_id !== null)?.category_id ?? null
}

/** Returns the target of "See more" and "See All", which is the section's category or, without one, the shop. */
export function sectionTarget(items: readonly ShopProduct[]): { to: string; state?: { categoryId: number } } {
  const categoryId = sectionCategory(items)
  return categoryId === null ? { to: paths.shop } : { to: categoryPath(categoryId), state: { categoryId } }
}
