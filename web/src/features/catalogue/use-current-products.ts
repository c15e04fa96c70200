import { type QueryClient, useQueries } from '@tanstack/react-query'
import { fetchNow } from '../../api/fetch-now.ts'
import { FETCH_NOW } from '../../api/response-cache.ts'
import type { CurrentProduct, CurrentProducts } from '../../domain/current-product.ts'
import { readProductDetails, type ShopProduct } from '../../domain/product.ts'
import { productQuery } from './queries.ts'

type Line = { id: number }

/**
 * Requests the products of a cart, a list or an earlier order to get their current price and stock.
 * @returns the products and, as `at`, the time of the oldest response in milliseconds since 1970; 0 without a response
 */
export function useCurrentProducts(lines: readonly Line[]): {
  products: CurrentProducts
  at: number
  retry: () => void
} {
  const ids = idsOf(lines)
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

/** Fetches the current products of some lines once, in parallel. Uses the response of this visit if a request fails. */
export async function fetchCurrentProducts(
  client: QueryClient,
  lines: readonly Line[],
  timeoutMs?: number,
): Promise<CurrentProducts> {
  const read = async (id: number): Promise<[number, CurrentProduct]> => {
    const response = await fetchNow(client, productQuery(id), timeoutMs)
    return [
      id,
      response === undefined ? { status: 'failed' } : toCurrentProduct(readProductDetails(response)),
    ]
  }
  return new Map(await Promise.all(idsOf(lines).map(read)))
}

function toCurrentProduct(product: ShopProduct | null): CurrentProduct {
  return product === null ? { status: 'gone' } : { status: 'listed', product }
}

function idsOf(lines: readonly Line[]): number[] {
  return [...new Set(lines.map(({ id }) => id))]
}
