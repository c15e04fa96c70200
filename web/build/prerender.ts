import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { JSONParser } from '@streamparser/json'
import { sitemapFiles, withSitemap } from '../src/sitemap.ts'
import { loadRenderer, RENDERER_FILE, type Renderer, rendererFolder, templateFile } from './renderer.ts'

/** An expected failure, with a message for the user. */
export class PrerenderError extends Error {}

type Options = {
  shop: string
  /** Folder to which the pages are written. An earlier run's pages in it are reused. */
  into: string
  /** Scheme, host and port of the API. */
  api: string
  /** The shop's origin, or '' if unknown, for relative URLs. */
  site: string
  /** Called after each page of the product list. */
  onProgress: (done: number, total: number) => void
}

export type Prerendered = {
  products: number
  categories: number
  authors: number
  /** Number of pages: products, categories, authors, and the list of all categories. */
  pages: number
  written: number
  removed: number
}

/** Hashes of the written pages. The name begins with a dot, because the file is not served. */
const HASHES_FILE = '.prerendered.jsonl'

/** Products per request. Only one response is in memory at a time. */
const PAGE_SIZE = 100

type WithId = { id: number | string }

/**
 * Writes a page per product, category and author, a sitemap and robots.txt. Skips pages whose response and build have not
 * changed, so an interrupted run can be resumed.
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
  mkdirSync(into, { recursive: true })
  const hashes = openPageHashes(join(into, HASHES_FILE))
  const write = pageWriter({ shop, into, site, renderer, hashes, categories })

  const products = new Set<string>()
  let written = 0
  for await (const product of productsOf(api, onProgress)) {
    const path = paths.product(product.id)
    if (products.has(path)) continue
    products.add(path)
    if (await write(path, { [`/products/details/${product.id}`]: responseOf({ product }) })) written++
  }
  let books: unknown
  const categoryPages = childrenFirst(itemsWithId(categories.body)).map(({ id }) => ({
    id,
    path: paths.category(id),
  }))
  for (const { id, path } of categoryPages) {
    const call = `/categories/products/${id}`
    const response = await load(call)
    if (call === renderer.booksRequest) books = response.body
    if (await write(path, { [call]: response })) written++
  }
  // Written after the categories, because the page shows their first products.
  const top = categoryPages.length > 0 ? [paths.categories] : []
  for (const path of top) if (await write(path, {})) written++
  const authors = [...renderer.booksByAuthor(books)].map(([name, list]) => ({
    list,
    path: paths.author(name),
  }))
  for (const { path, list } of authors)
    if (await write(path, { [renderer.booksRequest]: responseOf(list) })) written++
  const lists = { '/banners': await load('/banners'), '/homepage/sections': await load('/homepage/sections') }
  if (await write('/', lists)) written++
  if (await write('/shop', { '/products/latest': await load('/products/latest') })) written++

  const rendered = [...products, ...[...categoryPages, ...authors].map(({ path }) => path)]
  const stored = new Set([...rendered, ...top, '/', '/shop'])
  const obsolete = hashes.paths().filter((path) => !stored.has(path))
  for (const path of obsolete) rmSync(fileOf(into, path), { force: true })
  hashes.keepOnly(stored)
  if (site !== '') writeSitemap(shop, into, site, [...renderer.listedPaths, ...rendered])
  return {
    products: products.size,
    categories: categoryPages.length,
    authors: authors.length,
    pages: stored.size,
    written,
    removed: obsolete.length,
  }
}

type Writer = {
  shop: string
  into: string
  site: string
  renderer: Renderer
  hashes: ReturnType<typeof openPageHashes>
  categories: WireResponse
}

/** Sorts categories so that children come before their parents. */
function childrenFirst(categories: readonly WithId[]): WithId[] {
  const parents = new Map(categories.map((each) => [each.id, parentOf(each)]))
  const depthOf = (id: unknown, depth = 0): number =>
    depth > 9 || !parents.has(id as number) ? depth : depthOf(parents.get(id as number), depth + 1)
  return [...categories].sort((a, b) => depthOf(b.id) - depthOf(a.id))
}

const parentOf = (category: unknown) => (category as { parent_id?: unknown }).parent_id

/** Returns a function that writes the page for a path from API responses, and resolves to whether it wrote one. */
function pageWriter({ shop, into, site, renderer, hashes, categories }: Writer) {
  const builds = new Map<string, { template: string; hash: string }>()
  // First products of the subcategories, whose pages have already been written.
  const firstProducts = new Map<string, unknown>()
  return async (path: string, responses: Readonly<Record<string, WireResponse>>): Promise<boolean> => {
    const { name } = renderer.pageOf(path)
    let build = builds.get(name)
    if (!build) {
      const template = readFileSync(templateFile(shop, name), 'utf8')
      build = { template, hash: hashOf(template + site) }
      builds.set(name, build)
      mkdirSync(dirname(fileOf(into, path)), { recursive: true })
    }
    for (const [call, { body }] of Object.entries(responses))
      if (Array.isArray(body)) firstProducts.set(call, body.slice(0, 1))
    const hash = hashOf([build, ...Object.values(responses), categories].map((each) => each.hash).join())
    const file = fileOf(into, path)
    const bodyOf = (call: string): unknown => {
      if (call === '/categories') return categories.body
      const [, parent] = /^\/categories\/childes\/(.+)$/.exec(call) ?? []
      if (parent !== undefined)
        return itemsWithId(categories.body).filter((each) => String(parentOf(each)) === parent)
      return responses[call]?.body ?? firstProducts.get(call)
    }
    if (hashes.get(path) === hash && existsSync(file)) return false
    const html = await renderer.renderPage(build.template, path, {
      request: async (call) => JSON.stringify(bodyOf(call)),
      origin: site,
      isComplete: Object.values(responses).every(({ isComplete }) => isComplete),
    })
    if (html === null) return false
    writeFileSync(file, html)
    hashes.set(path, hash)
    // React defers work to the next task, which keeps the page in memory until then.
    await new Promise(setImmediate)
    return true
  }
}

/** Returns the file for a path, decoded, because hosts decode a path before they look up its file. */
const fileOf = (folder: string, path: string) =>
  join(
    folder,
    path === '/' ? 'index.html' : `${path.startsWith('/authors/') ? decodeURIComponent(path) : path}.html`,
  )

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
function responseOf(body: unknown): WireResponse {
  return { body, hash: hashOf(JSON.stringify(body)), isComplete: true }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** Hashes of the pages that earlier runs have written, by path. */
type PageHashes = {
  get: (path: string) => string | undefined
  paths: () => string[]
  /** Appends to the file immediately, so that an interrupted run can be resumed. */
  set: (path: string, hash: string) => void
  /** Forgets all other pages and rewrites the file. */
  keepOnly: (paths: ReadonlySet<string>) => void
}

/** @param file contains lines of `[path, hash]`; the last line for a path applies */
function openPageHashes(file: string): PageHashes {
  const hashes = new Map<string, string>()
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  for (const line of lines) {
    try {
      const [path, hash] = JSON.parse(line) as [string, string]
      hashes.set(path, hash)
    } catch {
      // An interrupted run can leave an incomplete last line.
    }
  }
  return {
    get: (path) => hashes.get(path),
    paths: () => [...hashes.keys()],
    set: (path, hash) => {
      hashes.set(path, hash)
      appendFileSync(file, `${JSON.stringify([path, hash])}\n`)
    },
    keepOnly: (paths) => {
      for (const path of hashes.keys()) if (!paths.has(path)) hashes.delete(path)
      writeFileSync(file, [...hashes].map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    },
  }
}

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

/** Maximum number of parsed list items. The browser refetches longer lists. */
const MAX_ITEMS = 500
const SPACE = 0x20
const OPENING_BRACKET = 0x5b

type WireResponse = {
  body: unknown
  hash: string
  isComplete: boolean
}

/**
 * Parses a response with a list of any length in bounded memory. In a large shop, the products of a category are one
 * response of tens of megabytes.
 * @returns the body, with at most 500 items of a list; `{}` if it is not a list, object or JSON
 */
export async function readResponse(response: Response): Promise<WireResponse> {
  const hash = createHash('sha256')
  const list: unknown[] = []
  const fields: Record<string, unknown> = {}
  let isList: boolean | undefined
  let isComplete = true
  // Excludes the root value, because the parser would keep all its items in memory.
  const parser = new JSONParser({ paths: ['$.*'], keepStack: false })
  parser.onValue = ({ value, key }) => {
    if (!isList) {
      if (typeof key === 'string') fields[key] = value
    } else if (list.length < MAX_ITEMS) list.push(value)
    else isComplete = false
  }
  try {
    for await (const chunk of response.body ?? []) {
      hash.update(chunk)
      isList ??= chunk[chunk.findIndex((byte) => byte > SPACE)] === OPENING_BRACKET
      parser.write(chunk)
    }
  } catch {
    return { body: {}, hash: hash.digest('base64url'), isComplete: true }
  }
  return { body: isList ? list : fields, hash: hash.digest('base64url'), isComplete }
}
