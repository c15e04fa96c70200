import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App, createQueryClient } from './app/app.tsx'
import { preloadPage } from './app/routes.tsx'
import { followInput } from './platform/early-input.ts'
import { hydration } from './platform/hydration.ts'
import './theme/fonts.css'
import './theme/main.scss'

/** A response that the document contains, with the time of the response in milliseconds. */
export type RenderedResponse = [queryKey: QueryKey, data: unknown, at: number]

/** Puts the document's responses into the query cache. */
function restoreResponses(client: QueryClient): void {
  const text = document.getElementById('responses')?.textContent ?? '[]'
  for (const [queryKey, data, at] of JSON.parse(text) as RenderedResponse[])
    client.setQueryData(queryKey, data, { updatedAt: Math.min(at, Date.now()) })
  // Price and stock may have changed since, so they are requested again.
  void client.invalidateQueries({ queryKey: ['products', 'details'], refetchType: 'none' })
}

/** Stores the document's lists for later visits. A list of an earlier visit that is newer, or missing here, is used. */
function storeResponses(client: QueryClient): void {
  for (const { meta, queryKey, state } of client.getQueryCache().getAll()) {
    const newer = meta?.store?.(state.data, state.dataUpdatedAt)
    if (newer) client.setQueryData(queryKey, newer.data, { updatedAt: newer.timestamp })
  }
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root".')
const renderedUrl = document.documentElement.dataset.url ?? null
const client = createQueryClient()
hydration.isPending = renderedUrl !== null
restoreResponses(client)
const input = followInput(root)

// Loaded separately, because few shoppers need it.
if (window.matchMedia?.('(max-width: 18em)').matches) void import('./theme/large-text.scss')

const app = (
  <StrictMode>
    <App
      client={client}
      renderedUrl={renderedUrl}
      onHydration={(stage) => {
        if (stage === 'hydrated') {
          hydration.isPending = false
          storeResponses(client)
          input.restoreText()
        } else {
          document.documentElement.classList.remove('is-elsewhere')
          void input.replay()
        }
      }}
    />
  </StrictMode>
)

Promise.all([renderedUrl ?? '', window.location.pathname].map(preloadPage)).then(() => {
  // In a transition, which yields to input.
  startTransition(() => {
    if (renderedUrl === null) createRoot(root).render(app)
    else hydrateRoot(root, app)
  })
})
