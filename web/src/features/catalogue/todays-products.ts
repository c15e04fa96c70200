import { type QueryClient, useQueries } from '@tanstack/react-query'
import { ASK_NOW } from '../../api/offline-cache.ts'
import { limits } from '../../config/limits.ts'
import type { ShopProduct, TodaysProduct, TodaysProducts } from '../../domain/product.ts'
import { productQuery } from './queries.ts'

/** What the host says of a product now. */
type CurrentProduct = Pick<ShopProduct, 'price' | 'total_stock'>

/** Products by their ids; what the host could not say is not in it. */
type CurrentProducts = ReadonlyMap<number, CurrentProduct>

/** A product that the host no longer has cannot be sold, at any price. */
export function currentProduct(product: ShopProduct | null): CurrentProduct {
  return product ?? { price: null, total_stock: 0 }
}

/** What the host says of the products of a cart now, asked by each page that shows them. */
export function useCurrentProducts(items: readonly { id: number }[]): CurrentProducts {
  const known = [...useTodaysProducts(items).products].flatMap(([id, product]): [number, CurrentProduct][] =>
    product === 'loading' || product === 'failed'
      ? []
      : [[id, currentProduct(product === 'gone' ? null : product)]],
  )
  return new Map(known)
}

/**
 * Asks the shop for today's price and stock of products that were noted down earlier.
 * @returns with `at`, when the oldest of the answers came, in milliseconds since 1970; 0 without an answer
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
      meta: ASK_NOW,
      staleTime: 0,
      refetchOnMount: 'always' as const,
    })),
    combine: (responses) => {
      const came = responses.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((at) => at > 0)
      return {
        products: new Map(
          responses.map(({ data, isError }, place): [number, TodaysProduct] => [
            ids[place] as number,
            data === undefined ? (isError ? 'failed' : 'loading') : (data ?? 'gone'),
          ]),
        ),
        at: came.length === 0 ? 0 : Math.min(...came),
        retry: () => {
          for (const { isError, refetch } of responses) if (isError) void refetch()
        },
      }
    },
  })
}

/** The same, asked once, on a press. Never throws: what could not be asked is 'failed'. */
export async function fetchTodaysProducts(
  client: QueryClient,
  lines: readonly { id: number }[],
): Promise<TodaysProducts> {
  const ids = idsOf(lines)
  const request = async (id: number): Promise<[number, TodaysProduct]> => {
    const { select, ...query } = productQuery(id)
    try {
      // The shopper waits: who is refused presses again.
      const response = await client.fetchQuery({ ...query, retry: false, meta: ASK_NOW, staleTime: 0 })
      return [id, select?.(response) ?? 'gone']
    } catch {
      return [id, 'failed']
    }
  }
  return new Map(await Promise.all(ids.map(request)))
}

/**
 * Asks the host about the products of a cart now, all at once. Never throws, and ends within `limits.stockTimeout`:
 * what has failed or is late by then is not in the answer.
 */
export async function fetchCurrentProducts(
  client: QueryClient,
  items: readonly { id: number }[],
): Promise<CurrentProducts> {
  const found = new Map<number, CurrentProduct>()
  const queries = idsOf(items).map((id) => ({ id, ...productQuery(id) }))
  const cancel = () =>
    Promise.all(queries.map(({ queryKey }) => client.cancelQueries({ queryKey, exact: true })))
  // An answer that is under way may be older than the question.
  await cancel()
  const reads = queries.map(async ({ id, select, ...query }) => {
    const product = select?.(await client.fetchQuery({ ...query, meta: ASK_NOW, staleTime: 0 }))
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
