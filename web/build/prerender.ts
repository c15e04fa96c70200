import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sitemapFiles, withSitemap } from '../src/sitemap.ts'
import {
  loadRenderer,
  type Page,
  RENDERER_FILE,
  type Renderer,
  rendererFolder,
  templateFile,
} from './renderer.ts'

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
  /** Called for each hundredth page with the number of pages. */
  onProgress: (done: number) => void
}

/** The number of documents by the name of their page. */
export type Prerendered = Record<string, number>

/** Names that are valid file names everywhere, and paths without an extension. Other content is rendered in the browser. */
const FILE_NAME = /^(?!.*\.\w+$)[^./\\:*?"<>|%#\p{Cc}][^/\\:*?"<>|%#\p{Cc}]{0,99}$/u

/**
 * Writes a document for each page with data, for all of its content, and a sitemap and robots.txt.
 * @throws PrerenderError if the API does not respond
 */
export async function prerender({ shop, into, api, site, onProgress }: Options): Promise<Prerendered> {
  const folder = rendererFolder(shop)
  if (!existsSync(join(folder, RENDERER_FILE)))
    throw new PrerenderError(`${folder} contains no renderer; build the shop first.`)
  const renderer = await loadRenderer(shop)
  const source = new ApiSource(api)
  // Fails before the folder is emptied.
  await source.get('/categories')
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  const counts: Prerendered = {}
  const listed: string[] = []
  let done = 0
  for (const page of renderer.pages.filter(({ rendering }) => rendering === 'data')) {
    const render = pageRenderer(shop, site, renderer, page)
    for await (const { path, responses } of documentsOf(page, source)) {
      const html = await render(path, source.with(responses))
      if (html === null) continue
      const file = join(into, path === '/' ? 'index.html' : `${decodeURIComponent(path)}.html`)
      if (existsSync(file)) continue
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, html)
      counts[page.name] = (counts[page.name] ?? 0) + 1
      if (page.path.includes(':')) listed.push(path)
      if (++done % 100 === 0) onProgress(done)
    }
  }
  if (site !== '') {
    const fixed = renderer.pages.filter(
      ({ path, rendering, isHidden }) => !isHidden && rendering !== 'private' && !/[:*]/.test(path),
    )
    writeSitemap(shop, into, site, [...fixed.map(({ path }) => path), ...listed])
  }
  return counts
}

/** API responses by path. */
type Responses = Readonly<Record<string, unknown>>

/** Yields the path of each document of a page, with responses that are known from a list. */
async function* documentsOf(
  { path, instances }: Page,
  source: ApiSource,
): AsyncGenerator<{ path: string; responses: Responses }> {
  if (!path.includes(':')) return yield { path, responses: {} }
  if (!instances) return
  for await (const { id, responses = {} } of instances((requested) => source.get(requested)))
    if (FILE_NAME.test(id)) yield { path: path.replace(':id', encodeURIComponent(id)), responses }
}

/** Returns a function that renders a page from the host's responses; null if the host has no such content. */
function pageRenderer(shop: string, site: string, renderer: Renderer, { name }: Page) {
  const template = readFileSync(templateFile(shop, name), 'utf8')
  return async (path: string, request: (path: string) => Promise<WireResponse>): Promise<string | null> => {
    const requested: WireResponse[] = []
    const html = await renderer.renderPage(template, path, {
      request: async (call) => {
        const response = await request(call)
        requested.push(response)
        return JSON.stringify(response.body)
      },
      origin: site,
      isComplete: () => requested.every(({ isComplete }) => isComplete),
    })
    // React defers work to the next task, which keeps the page in memory until then.
    await new Promise(setImmediate)
    return html
  }
}

/** Number of responses that are kept. Consecutive documents request some of the same, such as all categories. */
const MAX_KEPT = 12

/** The host's responses to GET requests, each requested once while it is kept. */
class ApiSource {
  readonly #api: string
  readonly #kept = new Map<string, Promise<WireResponse>>()

  constructor(api: string) {
    this.#api = api
  }

  /** Returns a parsed body. */
  async get(path: string): Promise<unknown> {
    return (await this.#request(path)).body
  }

  /** Returns a function that requests a path, unless its response is given. */
  with(responses: Responses): (path: string) => Promise<WireResponse> {
    return async (path) =>
      path in responses ? { body: responses[path], isComplete: true } : this.#request(path)
  }

  #request(path: string): Promise<WireResponse> {
    const response = this.#kept.get(path) ?? request(`${this.#api}/api/v1${path}`)
    // Moves the response to the end, so that the one that was not used for longest is dropped.
    this.#kept.delete(path)
    this.#kept.set(path, response)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) break
      this.#kept.delete(oldest)
    }
    return response
  }
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
  if (!Array.isArray(body))
    return { body: typeof body === 'object' && body !== null ? body : {}, isComplete: true }
  return { body: body.slice(0, MAX_ITEMS), isComplete: body.length <= MAX_ITEMS }
}
