import { type QueryClient, useQueries } from '@tanstack/react-query'
import { limits } from '../../config/limits.ts'
import type { ShopProduct } from '../../lib/product.ts'
import { productQuery } from './queries.ts'

/** What the host says of a product now. */
type ProductNow = Pick<ShopProduct, 'price' | 'total_stock'>

/** Products by their ids; what the host could not say is not in it. */
export type ProductsNow = ReadonlyMap<number, ProductNow>

/** A product that the host no longer has cannot be sold, at any price. */
export function productNow(product: ShopProduct | null): ProductNow {
  return product ?? { price: null, total_stock: 0 }
}

/** What the host says of the products of a cart, asked anew by each page that shows them. */
export function useProductsNow(items: readonly { id: number }[]): ProductsNow {
  const ids = idsOf(items)
  return useQueries({
    queries: ids.map((id) => ({
      ...productQuery(id),
      staleTime: 0,
      refetchOnMount: 'always' as const,
    })),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data }, at) =>
          data === undefined ? [] : [[ids[at] as number, productNow(data)]],
        ),
      ),
  })
}

/**
 * Asks the host anew about the products of a cart, all at once. Never throws, and ends within `limits.stockPatience`:
 * what has failed or is late by then is not in the answer.
 */
export async function readProductsNow(
  client: QueryClient,
  items: readonly { id: number }[],
): Promise<ProductsNow> {
  const found = new Map<number, ProductNow>()
  const queries = idsOf(items).map((id) => ({ id, ...productQuery(id) }))
  const cancel = () =>
    Promise.all(queries.map(({ queryKey }) => client.cancelQueries({ queryKey, exact: true })))
  // An answer that is under way may be older than the question.
  await cancel()
  const reads = queries.map(async ({ id, select, ...query }) => {
    const product = select?.(await client.fetchQuery({ ...query, staleTime: 0 }))
    if (product !== undefined) found.set(id, productNow(product))
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise((late) => {
    timer = setTimeout(late, limits.stockPatience)
  })
  await Promise.race([Promise.allSettled(reads), patience])
  clearTimeout(timer)
  const known = new Map(found)
  await cancel()
  return known
}

function idsOf(items: readonly { id: number }[]): number[] {
  return [...new Set(items.map(({ id }) => id))]
}
