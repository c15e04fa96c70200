import type { Category } from 'contracts/resources/categories'
import { readId, readList, readObject, readString } from '../../../api/read-values.ts'

export type ShopCategory = Pick<Category, 'id' | 'name' | 'parent_id'> & { image_fullpath: string | null }

export type CategoryNode = ShopCategory & { children: CategoryNode[] }

/** The depth of the tree. Deeper categories and categories with an unknown parent are omitted. */
const LEVELS = 3

/** Reads the categories from a response. Skips duplicates and entries without an id or a name. */
export function readCategories(body: unknown): ShopCategory[] {
  const ids = new Set<number>()
  return readList(body).flatMap((item) => {
    const wire = readObject<Category>(item)
    const id = readId(wire.id)
    const name = readString(wire.name)
    if (id === null || ids.has(id) || name === '') return []
    ids.add(id)
    return [
      {
        id,
        name,
        parent_id: readId(wire.parent_id) ?? 0,
        image_fullpath: readString(wire.image_fullpath) || null,
      },
    ]
  })
}

/** Keeps the first category with each id. */
export function withoutDuplicates(categories: readonly ShopCategory[]): ShopCategory[] {
  return [...new Map([...categories].reverse().map((category) => [category.id, category])).values()].reverse()
}

export function categoryTree(flat: readonly ShopCategory[]): CategoryNode[] {
  const below = (parent: number, level: number): CategoryNode[] =>
    level > LEVELS
      ? []
      : flat
          .filter((category) => category.parent_id === parent)
          .map((category) => ({ ...category, children: below(category.id, level + 1) }))
  return below(0, 1)
}

/** Returns the ids from the top level down to a category; empty if the category is unknown. */
export function pathTo(id: number, flat: readonly ShopCategory[]): number[] {
  const path: number[] = []
  for (let at = flat.find((category) => category.id === id); at && !path.includes(at.id); ) {
    path.unshift(at.id)
    const parent = at.parent_id
    at = flat.find((category) => category.id === parent)
  }
  return path
}
