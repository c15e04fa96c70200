import type { QueryClient } from '@tanstack/react-query'
import { latestProductsQuery, productQuery } from '../features/catalogue/queries.ts'
import { bannersQuery } from '../features/homepage/queries.ts'
import { hasEarlyAnswer } from '../lib/early.ts'

/** The longest that the first drawing waits for an answer that is on its way, in milliseconds. */
const ANSWER_TIMEOUT_MS = 50

/** Puts what the early front has asked for into the cache, as far as it is there. Settles without an error. */
export async function takeEarlyAnswers(client: QueryClient): Promise<void> {
  const product = /^\/product-details\/([^/]+)\/?$/.exec(window.location.pathname)?.[1]
  const taken = [
    ...(hasEarlyAnswer('/banners') ? [client.prefetchQuery(bannersQuery())] : []),
    ...(hasEarlyAnswer('/products/latest')
      ? [client.prefetchQuery({ ...latestProductsQuery(), retry: false })]
      : []),
    ...(product !== undefined && hasEarlyAnswer(`/products/details/${product}`)
      ? [client.prefetchQuery(productQuery(decodeURIComponent(product)))]
      : []),
  ]
  if (taken.length === 0) return
  await Promise.race([Promise.all(taken), new Promise((late) => setTimeout(late, ANSWER_TIMEOUT_MS))])
}
