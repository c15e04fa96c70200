import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App, createQueryClient } from './app/app.tsx'
import { preloadPage } from './app/routes.tsx'
import { followInput } from './platform/early-input.ts'
import { hydration } from './platform/hydration.ts'
import { whenIdle } from './platform/when-idle.ts'
import './theme/fonts.css'
import './theme/main.scss'

/** A response embedded in the document. `at` is its time in milliseconds since the epoch. */
export type RenderedResponse = [queryKey: QueryKey, data: unknown, at: number]

/** Adds the embedded responses to the query cache. */
function restoreResponses(client: QueryClient): void {
  const text = document.getElementById('responses')?.textContent ?? '[]'
  for (const [queryKey, data, at] of JSON.parse(text) as RenderedResponse[])
    client.setQueryData(queryKey, data, { updatedAt: Math.min(at, Date.now()) })
  // Marks price and stock as stale, so that they are refetched after hydration.
  void client.invalidateQueries({ queryKey: ['products', 'details'], refetchType: 'none' })
}

/** Writes embedded lists to localStorage. If localStorage has a newer list, adds that one to the query cache instead. */
function storeResponses(client: QueryClient): void {
  for (const { meta, queryKey, state } of client.getQueryCache().getAll()) {
    const newer = meta?.store?.(state.data, state.dataUpdatedAt)
    if (newer) client.setQueryData(queryKey, newer.data, { updatedAt: newer.timestamp })
  }
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root".')
const { dataset } = document.documentElement
const renderedUrl = dataset.url ?? null
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
      site={{ origin: dataset.site ?? '', isExact: dataset.exact !== undefined }}
      onHydration={(stage) => {
        if (stage === 'hydrated') {
          hydration.isPending = false
          whenIdle(() => storeResponses(client))
          input.restoreText()
        } else {
          document.documentElement.classList.remove('is-elsewhere')
          void input.replay()
        }
      }}
    />
  </StrictMode>
)

const { pathname } = window.location
Promise.all([renderedUrl ?? pathname, pathname].map(preloadPage)).then(() => {
  // A transition is time-sliced, so hydration does not block input.
  startTransition(() => {
    if (renderedUrl === null) createRoot(root).render(app)
    else hydrateRoot(root, app)
  })
})
