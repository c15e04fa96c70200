import { AsyncLocalStorage } from 'node:async_hooks'
import { API_PREFIX } from 'contracts/client'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { transport } from './api/api.ts'
import { readList } from './api/read-values.ts'
import { createQueryClient, Shop } from './app/app.tsx'
import { routeOf, routes } from './app/routes.tsx'
import { env } from './config/env.ts'
import { BOOKS_CATEGORY_ID } from './config/limits.ts'
import { isCheckoutStep, paths } from './config/paths.ts'
import { readProductDetails, readProducts } from './domain/product.ts'
import { embeddedJson } from './embedded-json.ts'
import type { RenderedResponse } from './entry-client.tsx'
import { SiteOrigin } from './ui/page/page-head.tsx'

/** Resolves with the JSON text of a GET request below /api/v1, such as `/categories`; undefined if the host has none. */
export type RequestJson = (path: string) => Promise<string | undefined>

export type RenderOptions = {
  /** Reads the page's data from the host. If omitted, the page is rendered in its loading state. */
  request?: RequestJson
  /** The shop's origin, such as `https://shop.example`; '' if unknown. */
  origin?: string
  /** `false` if lists are truncated. The browser then refetches them after hydration. */
  isComplete?: boolean
}

/** The routes without their components. */
export const pages = routes.map(({ name, path, title, rendering, module, example = path }) => ({
  name,
  module,
  // The router's `*` is not a path.
  path: path.replace(/^\*/, '/*'),
  title,
  rendering,
  example,
}))

/** Whether API and shop share an origin. If so, the emulator can render the shop's pages. */
export const isOnApiOrigin: boolean = env.apiHost === ''

/** Paths without parameters that search engines may list. */
export const listedPaths: readonly string[] = pages
  .filter(({ path, rendering }) => rendering !== 'private' && !/[:*]/.test(path))
  .map(({ path }) => path)

export { paths }
/** API path of all books, from which author pages are rendered. */
export const booksRequest = `/categories/products/${BOOKS_CATEGORY_ID}`

/** Returns the page at a path. */
export const pageOf = (pathname: string) => routeOf(pathname).route

const requests = new AsyncLocalStorage<RequestJson>()
transport.fetch = async (input) => {
  const url = String(input)
  const body = await requests.getStore()?.(url.slice(url.indexOf(API_PREFIX) + API_PREFIX.length))
  return new Response(body ?? '{}', { status: body === undefined ? 404 : 200 })
}

/**
 * Renders the page at a path into its template (build/pages.ts).
 * @param path path and query. A route's pattern, such as `/product-details/:id`, renders the loading state that is served for
 *   all paths of the route
 * @returns null if the host has no such product, category or author
 */
export async function renderPage(
  template: string,
  path: string,
  { request, origin = '', isComplete = true }: RenderOptions = {},
): Promise<string | null> {
  const client = createQueryClient()
  const { persister: _, ...queries } = client.getDefaultOptions().queries ?? {}
  // Without timers for garbage collection, which would retain each page for an hour, and without the browser's cache.
  client.setDefaultOptions({ queries: { ...queries, gcTime: Number.POSITIVE_INFINITY } })
  const { pathname, searchParams } = new URL(path, 'http://shop.invalid')
  const { route, id } = routeOf(pathname)
  const responses: RenderedResponse[] = []
  if (request) {
    const needed = route.queries?.(id, searchParams) ?? []
    const bodies = await requests.run(request, () =>
      Promise.all(needed.map((query) => client.fetchQuery({ ...query, retry: false }))),
    )
    if (isMissing(route.name, id, bodies)) return null
    const at = isComplete ? Date.now() : 0
    needed.forEach(({ queryKey }, place) => {
      responses.push([queryKey, bodies[place], at])
    })
  }
  await route.page.preload()
  const { prelude } = await prerender(
    <SiteOrigin value={origin}>
      <Shop
        client={client}
        renderedUrl={path}
        router={(shop) => <StaticRouter location={path}>{shop}</StaticRouter>}
      />
    </SiteOrigin>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  client.clear()
  return fillTemplate(template, path, await new Response(prelude).text(), responses)
}

function isMissing(name: string, id: string, [first]: unknown[]): boolean {
  // Some hosts respond to an unknown product with status 200.
  if (name === 'product') return readProductDetails(first) === null
  if (name === 'author') return readList(first).length === 0
  return name === 'category' && !readList(first).some((each) => String((each as { id?: unknown })?.id) === id)
}

/** Matches the hoisted metadata at the beginning of React's output. */
const HEAD = /^(?:<(?:link|meta)\b[^>]*>|<title\b[^>]*>[^<]*<\/title>)*/

function fillTemplate(
  template: string,
  path: string,
  markup: string,
  responses: readonly RenderedResponse[],
): string {
  const [head] = HEAD.exec(markup) as RegExpExecArray
  const quiet = isCheckoutStep(path) ? ' class="quiet-shell"' : ''
  const list = responses.length === 0 ? '' : ' data-list'
  const page = head.includes('<title') ? template.replace(/<title>[^<]*<\/title>/, '') : template
  return (head.includes('name="description"') ? page.replace(/<meta name="description"[^>]*>/, '') : page)
    .replace('<html ', () => `<html data-url="${escapeHtml(path)}"${list}${quiet} `)
    .replace('</head>', () => `${head}</head>`)
    .replace('<!--app-->', () => markup.slice(head.length))
    .replace('<!--responses-->', () =>
      responses.length === 0
        ? ''
        : `<script type="application/json" id="responses">${embeddedJson(responses)}</script>`,
    )
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** Names that are valid file names everywhere. Pages of other authors are not rendered. */
const FILE_NAME = /^[^./\\:*?"<>|%#\p{Cc}][^/\\:*?"<>|%#\p{Cc}]{0,99}$/u

/** Groups the products of a response to `booksRequest` by author. */
export function booksByAuthor(response: unknown): Map<string, unknown[]> {
  const books = new Map<string, unknown[]>()
  for (const book of readList(response)) {
    const author = readProducts([book])[0]?.author ?? ''
    const known = books.get(author)
    if (known) known.push(book)
    else if (FILE_NAME.test(author)) books.set(author, [book])
  }
  return books
}
