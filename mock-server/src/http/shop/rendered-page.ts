import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { categoriesHandlers } from '../../resources/categories.ts'
import { productsHandlers } from '../../resources/products.ts'
import type { World } from '../../world/world.ts'
import { pathOf } from '../request/request-target.ts'
import { originOf, withOrigin } from '../response/origin.ts'
import { type Prepared, PreparedResponses, prepare } from '../response/prepared-responses.ts'
import type { ShopRenderer } from './shop-renderer.ts'

/**
 * Prerenders the requested page from the request's world. @returns null if the page is not prerendered, 'missing' for an
 * unknown product, category or author
 */
export type RenderPage = (request: FastifyRequest) => Promise<Prepared | 'missing' | null>

/**
 * Prerenders pages of products, categories and authors, as `npm run build -- --prerender` does, so that link previews work locally.
 */
export function createPageRenderer(
  { folder, load }: ShopRenderer,
  siteIndex: (world: World) => Promise<{ authors: ReadonlySet<string> }>,
): RenderPage {
  const pages = new PreparedResponses()
  const kinds = new Set(readdirSync(folder).map((file) => file.replace(/\.html$/, '')))

  return async (request) => {
    const path = pathOf(request.url)
    // The first segment of the path selects the shell.
    const [, kind = '', id] = path.split('/')
    // With a query, /categories shows a different category.
    const isRendered = kinds.has(kind) && (id !== undefined || path === request.url)
    const { world } = request
    // With faults, the API's responses differ from the database, so the page is not prerendered.
    if (!isRendered || world.faults.list().length > 0) return null
    const { isOnApiOrigin, renderPage, fillPage, authorPath } = await load()
    if (!isOnApiOrigin) return null
    const origin = originOf(request)
    const { version } = world
    const known = pages.find(world, `${origin} ${path}`)
    if (known) return known
    const author = path.startsWith(authorPath(''))
      ? decodeURIComponent(path.slice(authorPath('').length))
      : null
    // Rendering searches all books, which takes longer than the lookup.
    if (author !== null && !(await siteIndex(world)).authors.has(author.replace(/\/$/, ''))) return 'missing'
    const at = new Date(world.clock.now())
    const rendered = await renderPage(path, (requested) => responseOf(requested, world, origin), {
      origin,
      at,
    })
    if (rendered === null) return id === undefined ? null : 'missing'
    const html = fillPage(readFileSync(join(folder, `${kind}.html`), 'utf8'), rendered, origin)
    const page = prepare(html)
    pages.keep(world, `${origin} ${path}`, page, version)
    return page
  }
}

/** Returns the API's response to a GET. It is not recorded in the journal, and faults do not apply. */
export async function responseOf(path: string, world: World, origin: string): Promise<unknown> {
  const [, product] = /^\/products\/details\/([^/]+)$/.exec(path) ?? []
  const [, category] = /^\/categories\/products\/([^/]+)$/.exec(path) ?? []
  const call = {
    world,
    query: undefined,
    body: undefined,
    customer: null,
    origin,
    header: () => undefined,
    note: () => {},
  } as const
  const { status, body } = await (product !== undefined
    ? productsHandlers.details({ ...call, params: { id: decodeURIComponent(product) } })
    : category !== undefined
      ? categoriesHandlers.products({ ...call, params: { categoryId: category } })
      : categoriesHandlers.list({ ...call, params: undefined }))
  return status === 200 ? JSON.parse(withOrigin(body, origin)) : null
}
