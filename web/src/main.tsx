import type { QueryClient } from '@tanstack/react-query'
import { StrictMode, startTransition, useEffect, useInsertionEffect, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { App, createQueryClient } from './app/app.tsx'
import { preloadScreen } from './app/routes.tsx'
import { applyStyles, earlyResponses, endFirstLoad, stylesReady } from './boot/handover.ts'
import { type BootRequest, matchPattern } from './boot/pages.ts'
import { type EarlyInput, followInput } from './boot/replay-input.ts'
import {
  categoriesQuery,
  categoryProductsQuery,
  latestProductsQuery,
  productQuery,
} from './features/catalogue/queries.ts'
import { bannersQuery } from './features/homepage/queries.ts'
import { applyBasicFonts, loadBasicFonts } from './theme/basic-fonts.ts'
import './theme/fonts.css'
import './theme/main.scss'

/** How long the first render waits, in milliseconds; longer on a prerendered page, which a skeleton would replace. */
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
 * Puts the boot script's responses that have already arrived into the query cache. A failure counts as the query's first attempt.
 * Never rejects.
 */
async function takeEarlyResponses(client: QueryClient): Promise<void> {
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

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root".')
const client = createQueryClient()
loadBasicFonts()

/** Completes the handover from the boot script once the app has mounted: applies styles and replays recorded input. */
function Handover({ takeOver, repeat }: EarlyInput) {
  useInsertionEffect(() => {
    applyStyles()
    applyBasicFonts()
  }, [])
  useLayoutEffect(takeOver, [takeOver])
  useEffect(() => void repeat(), [repeat])
  useEffect(endFirstLoad, [])
  return null
}

// Loaded separately, because few shoppers need it.
if (window.matchMedia?.('(max-width: 18em)').matches) void import('./theme/large-text.scss')

// React's first render uses the same responses as the boot script and produces the same page.
Promise.all([stylesReady(), preloadScreen(window.location.pathname), takeEarlyResponses(client)]).then(() => {
  const input = followInput(root)
  // Renders in a transition, which yields to input. The painted page remains until the app has rendered.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App client={client} />
        <Handover {...input} />
      </StrictMode>,
    ),
  )
})
