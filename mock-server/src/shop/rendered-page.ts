import type { Endpoint } from 'contracts/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Handler } from '../http/handler.ts'
import { pathOf } from '../http/request/request-target.ts'
import { originOf, withOrigin } from '../http/response/origin.ts'
import { type Prepared, PreparedResponses, prepare } from '../http/response/prepared-responses.ts'
import { bannersHandlers } from '../resources/banners.ts'
import { categoriesHandlers } from '../resources/categories.ts'
import { homepageHandlers } from '../resources/homepage.ts'
import { productsHandlers } from '../resources/products.ts'
import type { World } from '../world/world.ts'
import type { SendPage } from './built-page.ts'
import type { ShopRenderer } from './shop-renderer.ts'

/**
 * Renders the requested page with the data of the request's world. @returns null if the page is served without data,
 * 'missing' for an unknown product, category or author
 */
export type RenderPage = (request: FastifyRequest) => Promise<Prepared | 'missing' | null>

/** Returns a function that sends the rendered page of a path, or else its file. */
export function sendDocument(sendPage: SendPage, renderPage: RenderPage | null) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const page = await renderPage?.(request)
    // The shop itself shows a message for a missing product.
    return page === 'missing' ? sendPage(request, reply.code(404)) : sendPage(request, reply, page)
  }
}

/** Renders the pages that `npm run build -- --prerender` writes for static hosts, per request. */
export function createPageRenderer({ load, template }: ShopRenderer): RenderPage {
  const rendered = new PreparedResponses()
  const authorPaths = new WeakMap<World, { version: number; paths: Promise<ReadonlySet<string>> }>()
  /** Returns the paths of a world's authors, cached until its catalogue changes. */
  const authorPathsOf = (world: World) => {
    const known = authorPaths.get(world)
    if (known?.version === world.version) return known.paths
    const found = load().then(async ({ booksRequest, booksByAuthor, paths }) => {
      const books = (await bodyOf(booksRequest, world, '')) ?? '[]'
      return new Set([...booksByAuthor(JSON.parse(books)).keys()].map(paths.author))
    })
    authorPaths.set(world, { version: world.version, paths: found })
    return found
  }

  return async (request) => {
    const { world, url } = request
    const path = pathOf(url)
    // The query of a list selects other products. On pages with an id in the path, it is usually a campaign's parameter.
    const isOtherList = url.includes('?') && !/^\/[^/]+\/[^/]+/.test(path)
    // With faults, the API's responses differ from the database.
    if (isOtherList || world.faults.list().length > 0) return null
    const origin = originOf(request)
    const known = rendered.find(world, `${origin} ${path}`)
    if (known) return known
    const { isOnApiOrigin, pageOf, renderPage } = await load()
    const { name, rendering } = pageOf(path)
    if (!isOnApiOrigin || rendering !== 'data') return null
    // Rendering reads all books, which takes longer than the lookup.
    if (name === 'author' && !(await authorPathsOf(world)).has(path.replace(/\/$/, ''))) return 'missing'
    const { version } = world
    const html = await renderPage(template(name), path, {
      request: (requested) => bodyOf(requested, world, origin),
      origin,
    })
    if (html === null) return 'missing'
    const page = prepare(html)
    rendered.keep(world, `${origin} ${path}`, page, version)
    return page
  }
}

/** The requests of pages, with the name of the parameter in the path. */
const HANDLERS: readonly [path: RegExp, handler: unknown, param?: string][] = [
  [/^\/banners$/, bannersHandlers.list],
  [/^\/homepage\/sections$/, homepageHandlers.sections],
  [/^\/categories$/, categoriesHandlers.list],
  [/^\/categories\/childes\/([^/]+)$/, categoriesHandlers.childes, 'categoryId'],
  [/^\/categories\/products\/([^/]+)$/, categoriesHandlers.products, 'categoryId'],
  [/^\/products\/latest$/, productsHandlers.latest],
  [/^\/products\/details\/([^/]+)$/, productsHandlers.details, 'id'],
]

/** Returns the JSON text of the API's response to a GET; undefined if it fails. Faults and the journal are bypassed. */
async function bodyOf(path: string, world: World, origin: string): Promise<string | undefined> {
  for (const [pattern, handler, param] of HANDLERS) {
    const match = pattern.exec(path)
    if (!match) continue
    const { status, body } = await (handler as Handler<Endpoint>)({
      world,
      query: {},
      body: undefined,
      customer: null,
      origin,
      header: () => undefined,
      note: () => {},
      params: param === undefined ? {} : { [param]: decodeURIComponent(match[1] ?? '') },
    } as never)
    return status === 200 ? withOrigin(body, origin) : undefined
  }
  return undefined
}
