import type { QueryClient } from '@tanstack/react-query'
import {
  categoriesQuery,
  categoryProductsQuery,
  latestProductsQuery,
  productQuery,
} from '../features/catalogue/queries.ts'
import { bannersQuery } from '../features/homepage/queries.ts'
import { earlyAnswer } from '../lib/early.ts'

/**
 * The longest that the first render waits for a response, in milliseconds: briefly on a page of skeletons; longer on a
 * prerendered page, which a skeleton would replace.
 */
const ANSWER_TIMEOUT_MS = 50
const RENDERED_TIMEOUT_MS = 3000

/**
 * Puts the responses that the boot script has requested into the cache, as far as they are there. A failure is left to
 * the page's own query as its first attempt, so that its retries are the only further requests. Settles without an error.
 */
export async function takeEarlyAnswers(client: QueryClient): Promise<void> {
  const { pathname } = window.location
  const product = /^\/product-details\/([^/]+)\/?$/.exec(pathname)?.[1]
  const category = /^\/categories\/([1-9]\d*)\/?$/.exec(pathname)?.[1]
  const take = async (path: string, prefetch: () => Promise<void>) => {
    if ((await earlyAnswer(path)?.catch(() => null))?.ok) await prefetch()
  }
  const taken = [
    take('/banners', () => client.prefetchQuery(bannersQuery())),
    take('/products/latest', () => client.prefetchQuery(latestProductsQuery())),
    take('/categories', () => client.prefetchQuery(categoriesQuery())),
    ...(product === undefined
      ? []
      : [
          take(`/products/details/${product}`, () =>
            client.prefetchQuery(productQuery(decodeURIComponent(product))),
          ),
        ]),
    ...(category === undefined
      ? []
      : [
          take(`/categories/products/${category}`, () =>
            client.prefetchQuery(categoryProductsQuery(Number(category))),
          ),
        ]),
  ]
  const isRendered = document.documentElement.hasAttribute('data-rendered')
  const timeout = isRendered ? RENDERED_TIMEOUT_MS : ANSWER_TIMEOUT_MS
  await Promise.race([Promise.all(taken), new Promise((late) => setTimeout(late, timeout))])
}
