import type { QueryClient } from '@tanstack/react-query'
import { readId } from '../../../api/read-values.ts'
import { readProduct, type ShopProduct } from '../../../domain/product.ts'

/** The first elements of the query keys whose responses contain products. */
const LISTS: readonly unknown[] = ['products', 'categories', 'homepage']

/** How deep a response's products are, for example in a section of the home page. */
const MAX_DEPTH = 6

/**
 * Returns a product from the latest list that contains it, to be shown while its own request runs, and when that list was
 * received, in milliseconds since 1970; null if no list of this visit contains it.
 */
export function findListedProduct(
  client: QueryClient,
  id: string,
): { product: ShopProduct; receivedAt: number } | null {
  const queries = client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey: [resource] }) => LISTS.includes(resource) })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  for (const { state } of queries) {
    const product = readProduct(findProduct(state.data, Number(id), MAX_DEPTH))
    if (product) return { product, receivedAt: state.dataUpdatedAt }
  }
  return null
}

function findProduct(value: unknown, id: number, depth: number): unknown {
  if (value === null || typeof value !== 'object') return undefined
  // A list that was rendered with the page has no descriptions and only first images, so it would move what is below them.
  if ('id' in value && 'price' in value)
    return 'description' in value && readId(value.id) === id ? value : undefined
  if (depth === 0) return undefined
  for (const part of Object.values(value)) {
    const found = findProduct(part, id, depth - 1)
    if (found !== undefined) return found
  }
  return undefined
}
