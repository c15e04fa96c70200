import type { QueryClient } from '@tanstack/react-query'
import {
  categoriesQuery,
  categoryProductsQuery,
  latestProductsQuery,
  productQuery,
} from '../features/catalogue/queries.ts'
import { bannersQuery } from '../features/homepage/queries.ts'
import { earlyResponses } from './handover.ts'
import { type BootRequest, matchPattern } from './pages.ts'

/**
 * How long the first render waits for a response, in milliseconds. A prerendered page waits longer, because a skeleton would
 * replace its content.
 */
const RESPONSE_TIMEOUT_MS = 50
const RENDERED_TIMEOUT_MS = 3000

/** Functions that put a response into the query cache, by request. The home page's sections are streamed instead. */
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
 * Puts the boot script's responses that have already arrived into the query cache. A failure counts as the first attempt
 * of the page's query, which then only retries. Never rejects.
 */
export async function takeEarlyResponses(client: QueryClient): Promise<void> {
  const taken = Object.entries(earlyResponses()).map(async ([url, response]) => {
    for (const [pattern, prefetch] of Object.entries(PREFETCH)) {
      const id = matchPattern(`.*${pattern}`, url)
      if (id !== null && (await response.catch(() => null))?.ok) await prefetch(client, id)
    }
  })
  const isRendered = document.documentElement.hasAttribute('data-rendered')
  const timeout = isRendered ? RENDERED_TIMEOUT_MS : RESPONSE_TIMEOUT_MS
  await Promise.race([Promise.all(taken), new Promise((late) => setTimeout(late, timeout))])
}
