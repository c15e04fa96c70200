import type { QueryClient } from '@tanstack/react-query'
import {
  categoriesQuery,
  categoryProductsQuery,
  latestProductsQuery,
  productQuery,
} from '../features/catalogue/queries.ts'
import { bannersQuery } from '../features/homepage/queries.ts'
import { hasEarlyAnswer } from '../lib/early.ts'

/**
 * The longest that the first drawing waits for an answer that is on its way, in milliseconds: hardly on a page of
 * skeletons; on one that was rendered ahead of the visit, which a skeleton would take away again, longer.
 */
const ANSWER_TIMEOUT_MS = 50
const RENDERED_TIMEOUT_MS = 3000

/** Puts what the early front has asked for into the cache, as far as it is there. Settles without an error. */
export async function takeEarlyAnswers(client: QueryClient): Promise<void> {
  const product = /^\/product-details\/([^/]+)\/?$/.exec(window.location.pathname)?.[1]
  const category = /^\/categories\/([1-9]\d*)\/?$/.exec(window.location.pathname)?.[1]
  const taken = [
    ...(hasEarlyAnswer('/banners') ? [client.prefetchQuery(bannersQuery())] : []),
    ...(hasEarlyAnswer('/products/latest')
      ? [client.prefetchQuery({ ...latestProductsQuery(), retry: false })]
      : []),
    ...(product !== undefined && hasEarlyAnswer(`/products/details/${product}`)
      ? [client.prefetchQuery(productQuery(decodeURIComponent(product)))]
      : []),
    ...(hasEarlyAnswer('/categories') ? [client.prefetchQuery({ ...categoriesQuery(), retry: false })] : []),
    ...(category !== undefined && hasEarlyAnswer(`/categories/products/${category}`)
      ? [client.prefetchQuery({ ...categoryProductsQuery(Number(category)), retry: false })]
      : []),
  ]
  if (taken.length === 0) return
  const isRendered = document.documentElement.hasAttribute('data-rendered')
  const timeout = isRendered ? RENDERED_TIMEOUT_MS : ANSWER_TIMEOUT_MS
  await Promise.race([Promise.all(taken), new Promise((late) => setTimeout(late, timeout))])
}
