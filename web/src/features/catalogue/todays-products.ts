import { type QueryClient, useQueries } from '@tanstack/react-query'
import { FETCH_NOW } from '../../api/offline-cache.ts'
import { limits } from '../../config/limits.ts'
import type { ShopProduct, TodaysProduct, TodaysProducts } from '../../domain/product.ts'
import { productQuery } from './queries.ts'

/** A product's current price and stock. */
type CurrentProduct = Pick<ShopProduct, 'price' | 'total_stock'>

/** Current prices and stock by product id. Products that haven't loaded are omitted. */
type CurrentProducts = ReadonlyMap<number, CurrentProduct>

/** Returns the current price and stock. A removed product has no price and no stock. */
export function currentProduct(product: ShopProduct | null): CurrentProduct {
  return product ?? { price: null, total_stock: 0 }
}

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

/**
 * Fetches the price and stock of the products in a cart, in parallel. Never throws, and resolves within
 * `limits.stockTimeout`. Products that fail or time out are omitted.
 */
export async function fetchCurrentProducts(
  client: QueryClient,
  items: readonly { id: number }[],
): Promise<CurrentProducts> {
  const found = new Map<number, CurrentProduct>()
  const queries = idsOf(items).map((id) => ({ id, ...productQuery(id) }))
  const cancel = () =>
    Promise.all(queries.map(({ queryKey }) => client.cancelQueries({ queryKey, exact: true })))
  // Cancels pending requests, because their responses may be older than this call.
  await cancel()
  const reads = queries.map(async ({ id, select, ...query }) => {
    const product = select?.(await client.fetchQuery({ ...query, meta: FETCH_NOW, staleTime: 0 }))
    if (product !== undefined) found.set(id, currentProduct(product))
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise((late) => {
    timer = setTimeout(late, limits.stockTimeout)
  })
  await Promise.race([Promise.allSettled(reads), timeout])
  clearTimeout(timer)
  const known = new Map(found)
  await cancel()
  return known
}

function idsOf(items: readonly { id: number }[]): number[] {
  return [...new Set(items.map(({ id }) => id))]
}
