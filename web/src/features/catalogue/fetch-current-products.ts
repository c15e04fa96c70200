import type { QueryClient } from '@tanstack/react-query'
import { fetchNow } from '../../api/fetch-now.ts'
import type { CurrentProduct, CurrentProducts } from '../../domain/current-product.ts'
import { readProductDetails } from '../../domain/product.ts'
import { distinctIds, toCurrentProduct } from './line-products.ts'
import { productQuery } from './queries.ts'

/** Fetches the current products of some lines once, in parallel. Uses the response of this visit if a request fails. */
export async function fetchCurrentProducts(
  client: QueryClient,
  lines: readonly { id: number }[],
  options: { timeoutMs?: number } = {},
): Promise<CurrentProducts> {
  const read = async (id: number): Promise<[number, CurrentProduct]> => {
    const response = await fetchNow(client, productQuery(id), options)
    return [
      id,
      response === undefined ? { status: 'failed' } : toCurrentProduct(readProductDetails(response)),
    ]
  }
  return new Map(await Promise.all(distinctIds(lines).map(read)))
}
