import type { QueryClient } from '@tanstack/react-query'
import {
  categoriesQuery,
  categoryProductsQuery,
  latestProductsQuery,
  productQuery,
} from '../features/catalogue/queries.ts'
import { bannersQuery } from '../features/homepage/queries.ts'
import { earlyAnswers } from './handover.ts'
import { type BootRequest, matchPattern } from './pages.ts'

/**
 * The longest that the first render waits for a response, in milliseconds: briefly on a page of skeletons; longer on a
 * prerendered page, which a skeleton would replace.
 */
const ANSWER_TIMEOUT_MS = 50
const RENDERED_TIMEOUT_MS = 3000

/** Puts a response into the cache. The sections of the home page are read as they come, and not here. */
const PREFETCH: Record<
  Exclude<BootRequest, '/homepage/sections'>,
  (client: QueryClient, id: string) => Promise<void>
> = {
  '/banners': (client) => client.prefetchQuery(bannersQuery()),
  '/products/latest': (client) => client.prefetchQuery(latestProductsQuery()),
  '/products/details/:id': (client, id) => client.prefetchQuery(productQuery(decodeURIComponent(id))),
  '/categories': (client) => client.prefetchQuery(categoriesQuery()),
  '/categories/products/:id': (client, id) => client.prefetchQuery(categoryProductsQuery(Number(id))),
}

/**
 * Puts the responses that the boot script has requested into the cache, as far as they are there. A failure is left to
 * the page's own query as its first attempt: its retries are the only further requests. Settles without an error.
 */
export async function takeEarlyAnswers(client: QueryClient): Promise<void> {
  const taken = Object.entries(earlyAnswers()).map(async ([url, response]) => {
    for (const [pattern, prefetch] of Object.entries(PREFETCH)) {
      const id = matchPattern(`.*${pattern}`, url)
      if (id !== null && (await response.catch(() => null))?.ok) await prefetch(client, id)
    }
  })
  const isRendered = document.documentElement.hasAttribute('data-rendered')
  const timeout = isRendered ? RENDERED_TIMEOUT_MS : ANSWER_TIMEOUT_MS
  await Promise.race([Promise.all(taken), new Promise((late) => setTimeout(late, timeout))])
}
