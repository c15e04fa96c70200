import type { QueryClient } from '@tanstack/react-query'
import {
  categoriesQuery,
  categoryProductsQuery,
  latestProductsQuery,
  productQuery,
} from '../features/catalogue/queries.ts'
import { bannersQuery } from '../features/homepage/queries.ts'
import { earlyAnswers } from './handover.ts'

/**
 * The longest that the first render waits for a response, in milliseconds: briefly on a page of skeletons; longer on a
 * prerendered page, which a skeleton would replace.
 */
const ANSWER_TIMEOUT_MS = 50
const RENDERED_TIMEOUT_MS = 3000

/** Puts a response into the cache, by the end of its request's path. */
const PREFETCHES: [path: RegExp, prefetch: (client: QueryClient, id: string) => Promise<void>][] = [
  [/\/banners$/, (client) => client.prefetchQuery(bannersQuery())],
  [/\/products\/latest$/, (client) => client.prefetchQuery(latestProductsQuery())],
  [
    /\/products\/details\/([^/]+)$/,
    (client, id) => client.prefetchQuery(productQuery(decodeURIComponent(id))),
  ],
  [/\/categories$/, (client) => client.prefetchQuery(categoriesQuery())],
  [/\/categories\/products\/(\d+)$/, (client, id) => client.prefetchQuery(categoryProductsQuery(Number(id)))],
]

/**
 * Puts the responses that the boot script has requested into the cache, as far as they are there. A failure is left to
 * the page's own query as its first attempt: its retries are the only further requests. Settles without an error.
 */
export async function takeEarlyAnswers(client: QueryClient): Promise<void> {
  const taken = Object.entries(earlyAnswers()).map(async ([url, response]) => {
    const [path, prefetch] = PREFETCHES.find(([each]) => each.test(url)) ?? []
    if (!path || !prefetch || !(await response.catch(() => null))?.ok) return
    await prefetch(client, path.exec(url)?.[1] ?? '')
  })
  const isRendered = document.documentElement.hasAttribute('data-rendered')
  const timeout = isRendered ? RENDERED_TIMEOUT_MS : ANSWER_TIMEOUT_MS
  await Promise.race([Promise.all(taken), new Promise((late) => setTimeout(late, timeout))])
}
