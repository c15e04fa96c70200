import { useQueries } from '@tanstack/react-query'
import { FETCH_NOW } from '../../api/response-cache.ts'
import type { CurrentProduct, CurrentProducts } from '../../domain/current-product.ts'
import { distinctIds, toCurrentProduct } from './line-products.ts'
import { productQuery } from './queries.ts'

/**
 * Requests the products of a cart, a list or an earlier order to get their current price and stock.
 * @returns the products and, as `at`, the time of the oldest response in milliseconds since 1970; 0 without a response
 */
export function useCurrentProducts(lines: readonly { id: number }[]): {
  products: CurrentProducts
  at: number
  retry: () => void
} {
  const ids = distinctIds(lines)
  return useQueries({
    queries: ids.map((id) => ({
      ...productQuery(id),
      meta: FETCH_NOW,
      staleTime: 0,
      refetchOnMount: 'always' as const,
    })),
    combine: (responses) => {
      const responseTimes = responses.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((at) => at > 0)
      return {
        products: new Map(
          responses.map(({ data, isError }, index): [number, CurrentProduct] => [
            ids[index] as number,
            data === undefined ? { status: isError ? 'failed' : 'loading' } : toCurrentProduct(data),
          ]),
        ),
        at: responseTimes.length === 0 ? 0 : Math.min(...responseTimes),
        retry: () => {
          for (const { isError, refetch } of responses) if (isError) void refetch()
        },
      }
    },
  })
}
