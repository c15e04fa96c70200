import { type QueryClient, useQueries } from '@tanstack/react-query'
import { ASK_NOW } from '../../api/offline-cache.ts'
import type { TodaysProduct, TodaysProducts } from '../../domain/product.ts'
import { productQuery } from './queries.ts'

/**
 * Asks the shop for today's price and stock of products that were noted down earlier.
 * @returns with `at`, when the oldest of the answers came, in milliseconds since 1970; 0 without an answer
 */
export function useTodaysProducts(lines: readonly { id: number }[]): {
  products: TodaysProducts
  at: number
  retry: () => void
} {
  const ids = [...new Set(lines.map(({ id }) => id))]
  return useQueries({
    queries: ids.map((id) => ({
      ...productQuery(id),
      meta: ASK_NOW,
      staleTime: 0,
      refetchOnMount: 'always' as const,
    })),
    combine: (answers) => {
      const came = answers.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((at) => at > 0)
      return {
        products: new Map(
          answers.map(({ data, isError }, place): [number, TodaysProduct] => [
            ids[place] as number,
            data === undefined ? (isError ? 'failed' : 'loading') : (data ?? 'gone'),
          ]),
        ),
        at: came.length === 0 ? 0 : Math.min(...came),
        retry: () => {
          for (const { isError, refetch } of answers) if (isError) void refetch()
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
  const ids = [...new Set(lines.map(({ id }) => id))]
  const ask = async (id: number): Promise<[number, TodaysProduct]> => {
    const { select, ...query } = productQuery(id)
    try {
      // The shopper waits: who is refused presses again.
      const answer = await client.fetchQuery({ ...query, retry: false, meta: ASK_NOW, staleTime: 0 })
      return [id, select?.(answer) ?? 'gone']
    } catch {
      return [id, 'failed']
    }
  }
  return new Map(await Promise.all(ids.map(ask)))
}
