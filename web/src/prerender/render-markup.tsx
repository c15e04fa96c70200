import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { createQueryClient, Providers } from '../app/providers.tsx'

/**
 * The markup of something as the browser would draw it first.
 * @param path the address at which it is shown
 * @param fill puts the API's answers into the cache; a query without an answer is loading
 */
export async function renderMarkup(
  node: ReactNode,
  path: string,
  fill: (client: QueryClient) => void = () => {},
): Promise<string> {
  const client = createQueryClient()
  // Nothing outlives the page: a timer for each query would keep it in memory for an hour.
  const { queries } = client.getDefaultOptions()
  client.setDefaultOptions({ queries: { ...queries, gcTime: Number.POSITIVE_INFINITY } })
  fill(client)
  const { prelude } = await prerender(
    <Providers client={client}>
      <StaticRouter location={path}>{node}</StaticRouter>
    </Providers>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  client.clear()
  const markup = await new Response(prelude).text()
  // React's own marks, which only hydration reads, and its preloads of pictures that are none yet.
  return markup.replaceAll(/<!--.*?-->/g, '').replaceAll(/<link rel="preload"[^>]*>/g, '')
}
