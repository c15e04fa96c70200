import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sitemapFiles, withSitemap } from '../src/sitemap.ts'
import { loadRenderer, RENDERER_FILE, type Renderer, rendererFolder, templateFile } from './renderer.ts'

/** An expected failure, with a message for the user. */
export class PrerenderError extends Error {}

type Options = {
  shop: string
  /** Folder to which the pages are written. Its contents are deleted first. */
  into: string
  /** Scheme, host and port of the API. */
  api: string
  /** The shop's origin, or '' if unknown, for relative URLs. */
  site: string
  /** Called after each page of the product list. */
  onProgress: (done: number, total: number) => void
}

/** Numbers of pages. `pages` is their sum, and includes home, the shop and the list of all categories. */
export type Prerendered = { products: number; categories: number; authors: number; pages: number }

/** Products per request. Only one response is in memory at a time. */
const PAGE_SIZE = 100

type WithId = { id: number | string }

/**
 * Writes a page per product, category and author, a sitemap and robots.txt.
 * @throws PrerenderError if the API does not respond
 */
export async function prerender({ shop, into, api, site, onProgress }: Options): Promise<Prerendered> {
  const folder = rendererFolder(shop)
  if (!existsSync(join(folder, RENDERER_FILE)))
    throw new PrerenderError(`${folder} contains no renderer; build the shop first.`)
  const renderer = await loadRenderer(shop)
  const { paths } = renderer
  const load = (path: string) => request(`${api}/api/v1${path}`)
  const categories = await load('/categories')
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  const written = new Set<string>()
  const render = pageRenderer(shop, site, renderer, categories)
  const write = async (path: string, responses: Responses) => {
    const html = written.has(path) ? null : await render(path, responses)
    if (html === null) return
    const file = join(into, fileOf(path))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, html)
    written.add(path)
  }

  for await (const product of productsOf(api, onProgress))
    await write(paths.product(product.id), { [`/products/details/${product.id}`]: whole({ product }) })
  const products = written.size
  let books: unknown
  for (const { id } of childrenFirst(itemsWithId(categories.body))) {
    const call = `/categories/products/${id}`
    const response = await load(call)
    if (call === renderer.booksRequest) books = response.body
    await write(paths.category(id), { [call]: response })
  }
  const withCategories = written.size
  for (const [name, list] of renderer.booksByAuthor(books))
    await write(paths.author(name), { [renderer.booksRequest]: whole(list) })
  const listed = [...written]
  // Written after the categories, because the page shows their first products.
  if (withCategories > products) await write(paths.categories, {})
  await write('/', {
    '/banners': await load('/banners'),
    '/homepage/sections': await load('/homepage/sections'),
  })
  await write('/shop', { '/products/latest': await load('/products/latest') })
  if (site !== '') writeSitemap(shop, into, site, [...renderer.listedPaths, ...listed])
  return {
    products,
    categories: withCategories - products,
    authors: listed.length - withCategories,
    pages: written.size,
  }
}

/** Sorts categories so that children come before their parents. */
function childrenFirst(categories: readonly WithId[]): WithId[] {
  const parents = new Map(categories.map((each) => [each.id, parentOf(each)]))
  const depthOf = (id: unknown, depth = 0): number =>
    depth > 9 || !parents.has(id as number) ? depth : depthOf(parents.get(id as number), depth + 1)
  return [...categories].sort((a, b) => depthOf(b.id) - depthOf(a.id))
}

const parentOf = (category: unknown) => (category as { parent_id?: unknown }).parent_id

/** API responses by path. */
type Responses = Readonly<Record<string, WireResponse>>

/** Returns a function that renders the page at a path from API responses; null if the host has no such page. */
function pageRenderer(shop: string, site: string, renderer: Renderer, categories: WireResponse) {
  const templates = new Map<string, string>()
  // First products of the subcategories, whose pages have already been written.
  const firstProducts = new Map<string, unknown>()
  return async (path: string, responses: Responses): Promise<string | null> => {
    const { name } = renderer.pageOf(path)
    const template = templates.get(name) ?? readFileSync(templateFile(shop, name), 'utf8')
    templates.set(name, template)
    for (const [call, { body }] of Object.entries(responses))
      if (Array.isArray(body)) firstProducts.set(call, body.slice(0, 1))
    const bodyOf = (call: string): unknown => {
      if (call === '/categories') return categories.body
      const [, parent] = /^\/categories\/childes\/(.+)$/.exec(call) ?? []
      if (parent !== undefined)
        return itemsWithId(categories.body).filter((each) => String(parentOf(each)) === parent)
      return responses[call]?.body ?? firstProducts.get(call)
    }
    const html = await renderer.renderPage(template, path, {
      request: async (call) => JSON.stringify(bodyOf(call)),
      origin: site,
      isComplete: Object.values(responses).every(({ isComplete }) => isComplete),
    })
    // React defers work to the next task, which keeps the page in memory until then.
    await new Promise(setImmediate)
    return html
  }
}

/** Returns the file for a path, decoded, because hosts decode a path before they look up its file. */
const fileOf = (path: string) =>
  path === '/' ? 'index.html' : `${path.startsWith('/authors/') ? decodeURIComponent(path) : path}.html`

async function* productsOf(api: string, onProgress: Options['onProgress']): AsyncGenerator<WithId> {
  let done = 0
  for (let page = 1; ; page++) {
    const { body } = await request(`${api}/api/v1/products/latest?limit=${PAGE_SIZE}&offset=${page}`)
    const list = body as { total_size?: number; products?: unknown }
    const products = itemsWithId(list.products)
    yield* products
    done += products.length
    onProgress(done, list.total_size ?? done)
    if (products.length === 0 || done >= (list.total_size ?? 0)) return
  }
}

function itemsWithId(body: unknown): WithId[] {
  return (Array.isArray(body) ? body : []).filter(
    (item): item is WithId => typeof item?.id === 'number' || typeof item?.id === 'string',
  )
}

async function request(url: string): Promise<WireResponse> {
  let response: Response
  try {
    response = await fetch(url, {
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(30_000),
    })
  } catch {
    throw new PrerenderError(`${new URL(url).origin} does not respond.`)
  }
  if (!response.ok) throw new PrerenderError(`${url} responded with ${response.status}.`)
  return readResponse(response)
}

/** Creates a response whose body is part of a different response. */
const whole = (body: unknown): WireResponse => ({ body, isComplete: true })

/**
 * Writes sitemap.xml, or an index of several for more than 50,000 URLs, and the build's robots.txt with its URL.
 * @param shop folder of the built shop
 * @param into folder to write to
 * @param site scheme and host of the shop
 * @param paths in the order in which they are listed
 */
export function writeSitemap(shop: string, into: string, site: string, paths: readonly string[]): void {
  for (const [name, xml] of Object.entries(sitemapFiles(site, paths))) writeFileSync(join(into, name), xml)
  const robots = join(shop, 'robots.txt')
  const rules = existsSync(robots) ? readFileSync(robots, 'utf8') : ''
  writeFileSync(join(into, 'robots.txt'), withSitemap(rules, site))
}

/** Maximum number of list items in a page. The browser refetches longer lists. */
const MAX_ITEMS = 500

type WireResponse = { body: unknown; isComplete: boolean }

/** Parses a JSON response. Lists are cut to 500 items. Returns `{}` for invalid JSON and for other values. */
export async function readResponse(response: Response): Promise<WireResponse> {
  const body: unknown = await response.json().catch(() => null)
  if (!Array.isArray(body)) return whole(typeof body === 'object' && body !== null ? body : {})
  return { body: body.slice(0, MAX_ITEMS), isComplete: body.length <= MAX_ITEMS }
}
