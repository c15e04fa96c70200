import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { categoriesHandlers } from '../resources/categories.ts'
import { productsHandlers } from '../resources/products.ts'
import type { World } from '../world/world.ts'
import type { Page } from './built-page.ts'
import { ORIGIN_MARK, originOf } from './origin.ts'
import { pathOf } from './request-target.ts'

/** What the shop's renderer exports of what is used here (web/src/prerender/renderer.ts). */
type Renderer = {
  isOnApiOrigin: boolean
  renderPage: (
    path: string,
    ask: (path: string) => Promise<unknown>,
    visit: { origin: string; at: Date },
  ) => Promise<{ path: string } | null>
  fillPage: (frame: string, page: { path: string }, origin: string) => string
}

/** Renders the shop's page of a call from the call's world. @returns null where the shop has no such page */
export type RenderPage = (request: FastifyRequest) => Promise<Page | null>

/** Paths of the pages that are rendered, and the kind that names their frame. */
const RENDERED = /^\/(?:(product-details|categories)\/[^/]+|(categories))$/
/** Pages kept, of all worlds. */
const MAX_PAGES = 200

/**
 * Renders pages of products and categories as `npm run prerender` writes them, so that a shared link has its preview
 * from a local shop as well. @param shop folder of the built shop; @returns null where no renderer lies beside it
 */
export function createPageRenderer(shop: string): RenderPage | null {
  const folder = `${shop}-renderer`
  const file = join(folder, 'renderer.mjs')
  if (!existsSync(file)) return null
  // Loaded with the first page: a start does not pay for it.
  let renderer: Promise<Renderer> | undefined
  const kept = new Map<string, Page>()

  return async (request) => {
    const path = pathOf(request.url)
    const [, below, top] = RENDERED.exec(path) ?? []
    // With a query the top of the tree is another category.
    const kind = below ?? (path === request.url ? top : undefined)
    const { world } = request
    // A page without script shows what the API answers: with faults or drift that is not what is in the database.
    if (kind === undefined || world.faults.list().length > 0 || request.drift?.length) return null
    renderer ??= import(pathToFileURL(file).href) as Promise<Renderer>
    const { isOnApiOrigin, renderPage, fillPage } = await renderer
    if (!isOnApiOrigin) return null
    const origin = originOf(request)
    const place = `${world.id} ${world.version} ${world.products.count} ${origin} ${path}`
    const known = kept.get(place)
    if (known) return known
    const at = new Date(world.clock.now())
    const rendered = await renderPage(path, (asked) => answer(asked, world, origin), { origin, at })
    if (rendered === null) return null
    const html = fillPage(readFileSync(join(folder, `${kind}.html`), 'utf8'), rendered, origin)
    const page = compressed(Buffer.from(html))
    kept.set(place, page)
    const oldest = kept.size > MAX_PAGES ? kept.keys().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
    return page
  }
}

/** What the API answers to a GET, from the world itself: neither journal nor faults see it. */
async function answer(path: string, world: World, origin: string): Promise<unknown> {
  const [, product] = /^\/products\/details\/([^/]+)$/.exec(path) ?? []
  const [, category] = /^\/categories\/products\/([^/]+)$/.exec(path) ?? []
  const call = {
    world,
    query: undefined,
    body: undefined,
    customer: null,
    origin,
    header: () => undefined,
  } as const
  const { status, ...rest } = await (product !== undefined
    ? productsHandlers.details({ ...call, params: { id: decodeURIComponent(product) } })
    : category !== undefined
      ? categoriesHandlers.products({ ...call, params: { categoryId: category } })
      : categoriesHandlers.list({ ...call, params: undefined }))
  if (status !== 200) return null
  if ('bytes' in rest) return JSON.parse(rest.bytes.toString())
  return JSON.parse(JSON.stringify(rest.body).replaceAll(ORIGIN_MARK, () => origin))
}

function compressed(plain: Buffer): Page {
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  return { plain, encoded: { br, gzip: gzipSync(plain) }, etag: `W/"${hash}"` }
}
