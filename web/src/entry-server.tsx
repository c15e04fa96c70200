import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueryClient } from '@tanstack/react-query'
import { API_PREFIX, ApiError } from 'contracts/client'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { transport } from './api/api.ts'
import { createQueryClient, Shop } from './app/app.tsx'
import { routes } from './app/routes.ts'
import { pagePath, routeOf } from './app/shop-routes.tsx'
import { env } from './config/env.ts'
import { canonicalListPath, isCheckoutStep } from './config/paths.ts'
import type { RenderedResponse } from './entry-client.tsx'
import { hasFilters } from './features/catalogue/filter-params.ts'
import { embeddedJson } from './server/embedded-json.ts'
import { escapeHtml, fillSlots } from './server/fill-slots.ts'

/**
 * Resolves with the JSON text of a GET request below /api/v1, such as `/categories`; undefined if the host has none.
 */
export type RequestJson = (path: string) => Promise<string | undefined>

export type RenderOptions = {
  /** Reads the page's data from the host. If omitted, the page is rendered in its loading state. */
  request?: RequestJson
  /** The shop's origin, such as `https://shop.example`; '' if unknown. */
  origin?: string
  /** Returns `false` after a truncated response. The browser then refetches all of them after hydration. */
  isComplete?: () => boolean
  /** Whether the document is sent for this path and query only. */
  isExact?: boolean
}

/** The routes without their components. */
export const routeTable = routes.map(
  ({ component: _, path, isHidden = false, example = path, ...route }) => ({
    ...route,
    // The router's `*` is not a path.
    path: path.replace(/^\*/, '/*'),
    isHidden,
    example,
  }),
)

/** Whether API and shop share an origin. If so, the emulator can render the shop's pages. */
export const isOnApiOrigin: boolean = env.apiHost === ''

/** Returns the page at a path, and whether the URL's query selects other content. */
export function routeInfo(pathname: string): { name: string; rendering: string; readsSearch: boolean } {
  const { name, rendering, readsSearch = false } = routeOf(pathname).route
  return { name, rendering, readsSearch }
}

/**
 * Returns the query with which a server renders a list, such as `?q=atlas`, or '', without the parameters of others, such
 * as campaigns; null if only the browser can show the list.
 */
export function listSearch(search: string): string | null {
  const params = new URLSearchParams(search)
  return hasFilters(params) ? null : canonicalListPath('', params)
}

const requests = new AsyncLocalStorage<RequestJson>()
transport.fetch = async (input) => {
  const url = String(input)
  const body = await requests.getStore()?.(url.slice(url.indexOf(API_PREFIX) + API_PREFIX.length))
  return new Response(body ?? '{}', { status: body === undefined ? 404 : 200 })
}

/**
 * Renders the page at a path into its template (web/build/documents.ts).
 * @param url path and query. A route's pattern, such as `/product-details/:id`, renders the loading state that is
 * served for all paths of the route
 * @returns null if the host has no such content
 */
export async function renderPage(
  template: string,
  url: string,
  { request, origin = '', isComplete = () => true, isExact = false }: RenderOptions = {},
): Promise<string | null> {
  const client = createQueryClient()
  const { persister: _, ...queries } = client.getDefaultOptions().queries ?? {}
  // Without timers for garbage collection, which would retain each page for an hour, and without the browser's cache.
  client.setDefaultOptions({ queries: { ...queries, gcTime: Number.POSITIVE_INFINITY } })
  const { pathname, search, searchParams } = new URL(url, 'http://shop.invalid')
  const path = pagePath(pathname) + search
  const { route, id } = routeOf(pathname)
  const responses = request
    ? await readPageData(client, request, { route, id, searchParams, isComplete })
    : []
  if (responses === null) return null
  await route.component.preload()
  const { head, markup } = await renderMarkup(
    <Shop
      client={client}
      site={{ origin, isExact }}
      renderedUrl={path}
      router={(shop) => <StaticRouter location={path}>{shop}</StaticRouter>}
    />,
  )
  client.clear()
  const attributes = {
    'data-url': path,
    'data-site': origin,
    ...(isExact ? { 'data-exact': '' } : {}),
    ...(responses.length > 0 ? { 'data-list': '' } : {}),
    ...(isCheckoutStep(path) ? { class: 'quiet-shell' } : {}),
  }
  return fillSlots(template, {
    'data-slot="page"': Object.entries(attributes)
      .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
      .join(' '),
    '<!--slot:head-->': head,
    '<!--slot:app-->': markup,
    '<!--slot:responses-->':
      responses.length === 0
        ? ''
        : `<script type="application/json" id="responses">${embeddedJson(responses)}</script>`,
  })
}

type PageRead = ReturnType<typeof routeOf> &
  Required<Pick<RenderOptions, 'isComplete'>> & { searchParams: URLSearchParams }

/** Fetches the queries of a page into the client. @returns the responses; null if the host has no such content */
async function readPageData(
  client: QueryClient,
  request: RequestJson,
  { route, id, searchParams, isComplete }: PageRead,
): Promise<RenderedResponse[] | null> {
  const needed = route.queries?.(id, searchParams) ?? []
  const read = (queries: typeof needed): Promise<unknown[]> =>
    requests.run(request, () =>
      Promise.all(queries.map((query) => client.fetchQuery({ ...query, retry: false }).catch(refusedRead))),
    )
  const results = await read(needed)
  const isRefused = results.includes(REFUSED)
  if (!isRefused && route.isMissing?.(id, results)) return null
  const pageQueries = isRefused ? [] : (route.pageQueries?.(searchParams, results) ?? [])
  const bodies = [...results, ...(await read(pageQueries))]
  const at = isComplete() ? Date.now() : 0
  return [...needed, ...pageQueries].flatMap(({ queryKey }, index): RenderedResponse[] => {
    if (bodies[index] !== REFUSED) return [[queryKey, bodies[index], at]]
    // Rendered as loading. The browser requests it, and shows the error.
    client.removeQueries({ queryKey, exact: true })
    return []
  })
}

/** A read that the host refuses, such as the sections of a host without any. */
const REFUSED = Symbol('refused')

function refusedRead(error: unknown): typeof REFUSED {
  if (error instanceof ApiError) return REFUSED
  throw error
}

/** React renders its tree into these documents, with the metadata of components in the head. */
const BEFORE_HEAD = '<!DOCTYPE html><html lang="en"><head>'
const BEFORE_BODY = '</head><body>'
const AFTER_BODY = '</body></html>'

async function renderMarkup(shop: React.ReactNode): Promise<{ head: string; markup: string }> {
  const { prelude } = await prerender(
    <html lang="en">
      <body>{shop}</body>
    </html>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  const document = await new Response(prelude).text()
  const body = document.indexOf(BEFORE_BODY)
  if (!document.startsWith(BEFORE_HEAD) || body === -1 || !document.endsWith(AFTER_BODY))
    throw new Error('React rendered a document without head or body.')
  return {
    head: document.slice(BEFORE_HEAD.length, body),
    markup: document.slice(body + BEFORE_BODY.length, -AFTER_BODY.length),
  }
}
