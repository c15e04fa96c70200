import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { createQueryClient, Providers } from '../app/app.tsx'

/** Renders an element's initial markup. @param fill caches API responses; other queries stay in the loading state */
export async function renderMarkup(
  node: ReactNode,
  path: string,
  fill: (client: QueryClient) => void = () => {},
): Promise<string> {
  const client = createQueryClient()
  // No garbage collection timers, which would keep each page in memory for an hour.
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
  // Removes React's markers for hydration, and preloads of placeholder images.
  return markup.replaceAll(/<!--.*?-->/g, '').replaceAll(/<link rel="preload"[^>]*>/g, '')
}
