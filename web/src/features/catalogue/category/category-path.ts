import type { QueryClient } from '@tanstack/react-query'
import { readProducts } from '../../../domain/product.ts'
import { categoryProductsQuery, childCategoriesQuery } from '../queries.ts'
import { readCategories, type ShopCategory } from './category.ts'

/** The number of roots whose children are searched for a category without products. */
const MAX_SEARCHED_ROOTS = 12

/** Finds the way to a category that the host doesn't list: by one of its products, or else among the roots' children. */
export async function findPath(
  categoryId: number,
  roots: readonly ShopCategory[],
  client: QueryClient,
): Promise<ShopCategory[]> {
  const [product] = readProducts(await client.fetchQuery(categoryProductsQuery(categoryId)).catch(() => []))
  const ids = product?.category_ids ?? []
  if (ids.includes(categoryId)) return childrenOf(ids.slice(0, ids.indexOf(categoryId)), client)
  for (const { id } of roots.slice(0, MAX_SEARCHED_ROOTS)) {
    const children = await childrenOf([id], client)
    if (children.some((child) => child.id === categoryId)) return children
  }
  return []
}

export async function childrenOf(parents: readonly number[], client: QueryClient): Promise<ShopCategory[]> {
  const lists = await Promise.all(
    parents.map((parent) => client.fetchQuery(childCategoriesQuery(parent)).catch(() => [])),
  )
  return lists.flatMap(readCategories)
}
