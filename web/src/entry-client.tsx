import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { syncStoredLists } from './api/response-cache.ts'
import { App, createQueryClient } from './app/app.tsx'
import { preloadPage } from './app/shop-routes.tsx'
import { followInput } from './platform/early-input.ts'
import { tolerateRefusedHistory } from './platform/history.ts'
import { hydration } from './platform/hydration.ts'
import { matchesMedia } from './platform/media-query.ts'
import { whenIdle } from './platform/when-idle.ts'
import './theme/fonts.css'
import './theme/main.scss'

/** A response embedded in the document. `at` is its time in milliseconds since the epoch. */
export type RenderedResponse = [queryKey: QueryKey, data: unknown, at: number]

/** Returns the embedded responses; null if the document ended before them or has not arrived completely. */
function readResponses(): RenderedResponse[] | null {
  const text = document.getElementById('responses')?.textContent
  if (text === undefined) return document.readyState === 'loading' ? null : []
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function restoreResponses(client: QueryClient, responses: RenderedResponse[]): void {
  for (const [queryKey, data, at] of responses)
    client.setQueryData(queryKey, data, { updatedAt: Math.min(at, Date.now()) })
  // Marks price and stock as stale, so that they are refetched after hydration.
  void client.invalidateQueries({ queryKey: ['products', 'details'], refetchType: 'none' })
}

/**
 * Returns an empty element in place of the unfinished one, into which the browser may still parse the rest of the
 * document.
 */
function replaceRoot(unfinished: HTMLElement): HTMLElement {
  for (const rendered of document.head.querySelectorAll('title, link[rel=canonical], meta[name=description]'))
    rendered.remove()
  const root = unfinished.cloneNode() as HTMLElement
  unfinished.replaceWith(root)
  return root
}

const rendered = document.getElementById('root')
if (!rendered) throw new Error('The document has no element with the id "root".')
const responses = readResponses()
const { dataset } = document.documentElement
const renderedUrl = responses === null ? null : (dataset.url ?? null)
const client = createQueryClient()
hydration.isPending = renderedUrl !== null
restoreResponses(client, responses ?? [])
const input = followInput()
tolerateRefusedHistory()

// Loaded separately, because few shoppers need it.
if (matchesMedia('(max-width: 18em)')) void import('./theme/large-text.scss')

const app = (
  <StrictMode>
    <App
      client={client}
      renderedUrl={renderedUrl}
      site={{ origin: dataset.site ?? '', isExact: dataset.exact !== undefined }}
      onHydration={(stage) => {
        // Restored before the first render after hydration, which would reset the fields.
        input.restoreText()
        if (stage === 'hydrated') {
          hydration.isPending = false
          whenIdle(() => syncStoredLists(client))
        } else {
          document.documentElement.classList.remove('is-elsewhere')
          // Not in development, and no longer after a late start (load-app.ts).
          document.documentElement.classList.add('scripted')
          document.querySelector('.not-loaded')?.remove()
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
    if (renderedUrl === null) createRoot(replaceRoot(rendered)).render(app)
    else hydrateRoot(rendered, app)
  })
})
