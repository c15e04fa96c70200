import { type QueryClient, useQueries } from '@tanstack/react-query'
import { fetchNow } from '../../api/fetch-now.ts'
import { FETCH_NOW } from '../../api/offline-cache.ts'
import { type CurrentProduct, type CurrentProducts, currentProduct } from '../../domain/current-product.ts'
import { readProductDetails, type TodaysProduct, type TodaysProducts } from '../../domain/product.ts'
import { productQuery } from './queries.ts'

/** Returns the current price and stock of the products in a cart. Each page that shows the cart refetches them. */
export function useCurrentProducts(items: readonly { id: number }[]): CurrentProducts {
  const known = [...useTodaysProducts(items).products].flatMap(([id, product]): [number, CurrentProduct][] =>
    product === 'loading' || product === 'failed'
      ? []
      : [[id, currentProduct(product === 'gone' ? null : product)]],
  )
  return new Map(known)
}

/**
 * Requests the products in a list or an earlier order to get their current price and stock.
 * @returns the products and, as `at`, the time of the oldest response in milliseconds since 1970; 0 without a response
 */
export function useTodaysProducts(lines: readonly { id: number }[]): {
  products: TodaysProducts
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
          responses.map(({ data, isError }, place): [number, TodaysProduct] => [
            ids[place] as number,
            data === undefined ? (isError ? 'failed' : 'loading') : (data ?? 'gone'),
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

/** Fetches products once, after a click. Never throws: a product that fails to load is 'failed'. */
export async function fetchTodaysProducts(
  client: QueryClient,
  lines: readonly { id: number }[],
): Promise<TodaysProducts> {
  const ids = idsOf(lines)
  const request = async (id: number): Promise<[number, TodaysProduct]> => {
    const { select, ...query } = productQuery(id)
    try {
      // No retries, because the shopper is waiting and can click again.
      const response = await client.fetchQuery({ ...query, retry: false, meta: FETCH_NOW, staleTime: 0 })
      return [id, select?.(response) ?? 'gone']
    } catch {
      return [id, 'failed']
    }
  }
  return new Map(await Promise.all(ids.map(request)))
}

/** Fetches the current products of a cart, in parallel. Products that could not be read in this visit are omitted. */
export async function fetchCurrentProducts(
  client: QueryClient,
  items: readonly { id: number }[],
): Promise<CurrentProducts> {
  const read = async (id: number): Promise<[number, CurrentProduct][]> => {
    const response = await fetchNow(client, productQuery(id))
    return response === undefined ? [] : [[id, currentProduct(readProductDetails(response))]]
  }
  return new Map((await Promise.all(idsOf(items).map(read))).flat())
}

function idsOf(items: readonly { id: number }[]): number[] {
  return [...new Set(items.map(({ id }) => id))]
}
