import type { QueryClient } from '@tanstack/react-query'
import { readProduct, type ShopProduct } from '../../../domain/product.ts'
import { findInResponse, mayContainProducts } from '../../../domain/products-in-response.ts'

type ListedProduct = {
  product: ShopProduct
  /** When the list was received, in milliseconds since 1970. */
  receivedAt: number
  /** Whether the list was part of a rendered page, and so has no descriptions and only first images. */
  lacksDetails: boolean
}

/**
 * Returns a product to be shown while its own request runs: from the latest list with descriptions that contains it,
 * otherwise from the latest one without. Returns null if no list of this visit contains it.
 */
export function findListedProduct(client: QueryClient, id: string): ListedProduct | null {
  const queries = client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => mayContainProducts(queryKey) })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  const matches = queries.flatMap(({ state: { data, dataUpdatedAt: receivedAt } }) => {
    const match = findInResponse(data).products.find((each) => each.id === Number(id))
    const product = match ? readProduct(match.received) : null
    return match && product ? [{ product, receivedAt, lacksDetails: !('description' in match.received) }] : []
  })
  return matches.find(({ lacksDetails }) => !lacksDetails) ?? matches[0] ?? null
}
