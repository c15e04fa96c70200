import { readProducts } from '../../../domain/product.ts'
import { readCategories, type ShopCategory } from './category.ts'

/** The number of roots whose children are searched for a category without products. */
const MAX_SEARCHED_ROOTS = 12

/** Requests a category's products or children, given its id. The response is unread. */
type RequestById = (categoryId: number) => Promise<unknown>

/**
 * Finds the way to a category that the host doesn't list: by one of its products, or else among the roots' children.
 */
export async function findPath(
  categoryId: number,
  roots: readonly ShopCategory[],
  request: { products: RequestById; children: RequestById },
): Promise<ShopCategory[]> {
  const [product] = readProducts(await request.products(categoryId).catch(() => []))
  const ids = product?.category_ids ?? []
  if (ids.includes(categoryId)) return childrenOf(ids.slice(0, ids.indexOf(categoryId)), request.children)
  for (const { id } of roots.slice(0, MAX_SEARCHED_ROOTS)) {
    const children = await childrenOf([id], request.children)
    if (children.some((child) => child.id === categoryId)) return children
  }
  return []
}

export async function childrenOf(
  parents: readonly number[],
  requestChildren: RequestById,
): Promise<ShopCategory[]> {
  const lists = await Promise.all(parents.map((parent) => requestChildren(parent).catch(() => [])))
  return lists.flatMap(readCategories)
}
