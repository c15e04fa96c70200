import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { categoriesHandlers } from '../../resources/categories.ts'
import { productsHandlers } from '../../resources/products.ts'
import type { World } from '../../world/world.ts'
import { pathOf } from '../request/request-target.ts'
import { originOf, withOrigin } from '../response/origin.ts'
import { type Prepared, PreparedAnswers, prepare } from '../response/prepared-responses.ts'
import type { ShopRenderer } from './shop-renderer.ts'

/**
 * Renders the shop's page of a call from the call's world. @returns null where the shop renders no such page ahead, and
 * 'missing' for a product or category that does not exist
 */
export type RenderPage = (request: FastifyRequest) => Promise<Prepared | 'missing' | null>

/**
 * Renders pages of products and categories as `npm run prerender` writes them, so that a shared link has its preview
 * from a local shop as well.
 */
export function createPageRenderer({ folder, load }: ShopRenderer): RenderPage {
  const pages = new PreparedAnswers()
  const kinds = new Set(readdirSync(folder).map((file) => file.replace(/\.html$/, '')))

  return async (request) => {
    const path = pathOf(request.url)
    // The first segment of a path names its frame.
    const [, kind = '', id] = path.split('/')
    // With a query the top of the tree is another category.
    const isRendered = kinds.has(kind) && (id !== undefined || path === request.url)
    const { world } = request
    // A page without script shows what the API answers: with faults or drift that is not what is in the database.
    if (!isRendered || world.faults.list().length > 0 || request.drift?.length) return null
    const { isOnApiOrigin, renderPage, fillPage } = await load()
    if (!isOnApiOrigin) return null
    const origin = originOf(request)
    const { version } = world
    const known = pages.find(world, `${origin} ${path}`)
    if (known) return known
    const at = new Date(world.clock.now())
    const rendered = await renderPage(path, (asked) => answer(asked, world, origin), { origin, at })
    if (rendered === null) return id === undefined ? null : 'missing'
    const html = fillPage(readFileSync(join(folder, `${kind}.html`), 'utf8'), rendered, origin)
    const page = prepare(html)
    pages.keep(world, `${origin} ${path}`, page, version)
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
  const { status, body } = await (product !== undefined
    ? productsHandlers.details({ ...call, params: { id: decodeURIComponent(product) } })
    : category !== undefined
      ? categoriesHandlers.products({ ...call, params: { categoryId: category } })
      : categoriesHandlers.list({ ...call, params: undefined }))
  return status === 200 ? JSON.parse(withOrigin(body, origin)) : null
}
