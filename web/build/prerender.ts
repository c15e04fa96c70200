import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UserError } from '../../contracts/src/command-line/user-error.ts'
import { HostSource, type ParsedResponse, type Responses, UnreadError } from './host-source.ts'
import {
  loadRenderer,
  type Page,
  RENDERER_FILE,
  type Renderer,
  rendererFolder,
  templateFile,
} from './renderer.ts'

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
  /** Called before a wait, with its length in milliseconds and its reason. */
  onWait?: (ms: number, reason: string) => void
}

export type PrerenderSummary = {
  /** The number of documents by the name of their page. */
  counts: Record<string, number>
  /** The reasons why responses are missing, by path. Documents that need them have no file. */
  unread: Map<string, string>
}

/**
 * Names that are valid file names everywhere, and paths without an extension. Other content is rendered in the browser.
 */
const FILE_NAME = /^(?!.*\.\w+$)[^./\\:*?"<>|%#\p{Cc}][^/\\:*?"<>|%#\p{Cc}]{0,99}$/u

/**
 * Writes a document for each page with data, for all of its content, and a sitemap and robots.txt. Content that the
 * host does not send is left out and reported.
 * @throws UserError if the API does not respond at all
 */
export async function prerender(options: Options): Promise<PrerenderSummary> {
  const { shop, into, api, site, onProgress, onWait } = options
  const folder = rendererFolder(shop)
  if (!existsSync(join(folder, RENDERER_FILE)))
    throw new UserError(`${folder} contains no renderer; build the shop first.`)
  const renderer = await loadRenderer(shop)
  const source = new HostSource({ api, onWait })
  // Fails before the folder is emptied.
  await source.get('/categories').catch(({ message }: UnreadError) => {
    throw new UserError(`${api} cannot be read: ${message}.`)
  })
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  const written: PrerenderSummary = { counts: {}, unread: new Map() }
  const listed: string[] = []
  let done = 0
  for (const page of renderer.routeTable.filter(({ rendering }) => rendering === 'data')) {
    const render = pageRenderer(shop, site, renderer, page)
    for await (const { path, responses } of documentsOf(page, source, written.unread)) {
      const file = join(into, path === '/' ? 'index.html' : `${decodeURIComponent(path)}.html`)
      if (existsSync(file)) continue
      const html = await render(path, source.requestUnlessGiven(responses)).catch(
        recordUnread(written.unread),
      )
      if (html === null) continue
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, html)
      written.counts[page.name] = (written.counts[page.name] ?? 0) + 1
      if (page.path.includes(':')) listed.push(path)
      if (++done % 100 === 0) onProgress(done)
    }
  }
  if (site !== '') {
    const fixed = renderer.routeTable.filter(
      ({ path, rendering, isHidden }) => !isHidden && rendering !== 'private' && !/[:*]/.test(path),
    )
    writeSitemap(shop, into, site, [...fixed.map(({ path }) => path), ...listed])
  }
  return written
}

/** Returns a handler that notes what the host did not send, and rethrows other errors. */
function recordUnread(unread: PrerenderSummary['unread']) {
  return (error: unknown): null => {
    if (!(error instanceof UnreadError)) throw error
    unread.set(error.path, error.reason)
    return null
  }
}

/** Yields the path of each document of a page, with responses that are known from a list. */
async function* documentsOf(
  { path, prerenderedPages }: Page,
  source: HostSource,
  unread: PrerenderSummary['unread'],
): AsyncGenerator<{ path: string; responses: Responses }> {
  if (!path.includes(':')) return yield { path, responses: {} }
  if (!prerenderedPages) return
  const list = prerenderedPages((requested) => source.get(requested))[Symbol.asyncIterator]()
  while (true) {
    // A list that ends early still has the documents before its end.
    const next = await list.next().catch(recordUnread(unread))
    if (next === null || next.done) return
    const { id, responses = {} } = next.value
    if (FILE_NAME.test(id)) yield { path: path.replace(':id', encodeURIComponent(id)), responses }
  }
}

/** Returns a function that renders a page from the host's responses; null if the host has no such content. */
function pageRenderer(shop: string, site: string, renderer: Renderer, { name }: Page) {
  const template = readFileSync(templateFile(shop, name), 'utf8')
  return async (path: string, request: (path: string) => Promise<ParsedResponse>): Promise<string | null> => {
    const requested: ParsedResponse[] = []
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

/** The limit of URLs per sitemap (sitemaps.org). */
const SITEMAP_SIZE = 50_000

/**
 * Writes sitemap.xml, or an index of several for more than 50,000 URLs, and the build's robots.txt with its URL.
 * @param shop folder of the built shop
 * @param into folder to write to
 * @param site scheme and host of the shop
 * @param paths in the order in which they are listed
 */
export function writeSitemap(shop: string, into: string, site: string, paths: readonly string[]): void {
  const write = (name: string, root: string, entry: string, urls: readonly string[]) => {
    const lines = urls.map((url) => `<${entry}><loc>${escapeXml(url)}</loc></${entry}>`)
    const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
    const xml = `<${root} xmlns="${namespace}">\n${lines.join('\n')}\n</${root}>\n`
    writeFileSync(join(into, name), `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`)
  }
  const urls = paths.map((path) => site + path)
  if (urls.length <= SITEMAP_SIZE) write('sitemap.xml', 'urlset', 'url', urls)
  else {
    const names = Array.from(
      { length: Math.ceil(urls.length / SITEMAP_SIZE) },
      (_, index) => `sitemap-${index + 1}.xml`,
    )
    names.forEach((name, index) => {
      write(name, 'urlset', 'url', urls.slice(index * SITEMAP_SIZE, (index + 1) * SITEMAP_SIZE))
    })
    write(
      'sitemap.xml',
      'sitemapindex',
      'sitemap',
      names.map((name) => `${site}/${name}`),
    )
  }
  const robots = join(shop, 'robots.txt')
  const rules = existsSync(robots) ? readFileSync(robots, 'utf8') : ''
  const otherRules = rules.replace(/\nSitemap:.*/g, '').trimEnd()
  writeFileSync(join(into, 'robots.txt'), `${otherRules}\nSitemap: ${site}/sitemap.xml\n`)
}

/** Escapes the characters for which sitemaps.org requires entity references. */
function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll("'", '&apos;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
