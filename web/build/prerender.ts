import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Why nothing was rendered: one sentence for the person who asked for it. */
export class PrerenderError extends Error {}

/** What the shop's renderer exports (src/prerender/render-page.tsx), built beside the shop. */
type Renderer = {
  STATIC_PATHS: readonly string[]
  renderProduct: (
    answer: unknown,
    categories: unknown,
    origin: string,
    renderedOn: string,
  ) => Promise<({ path: string } & Record<string, unknown>) | null>
  fillPage: (html: string, page: { path: string }, origin: string) => string
}

type Options = {
  /** Folder of the built shop; the pages go below it. */
  shop: string
  /** Scheme, host and port of the API. */
  api: string
  /** Where the shop will be served, or '' where that is not known: then addresses are relative. */
  site: string
  /** Called after each page of the host's list. */
  onProgress: (done: number, total: number) => void
}

export type Prerendered = { products: number; written: number; removed: number }

/** Products asked for at a time: one answer is held in memory. */
const PAGE_SIZE = 100
/** A sitemap holds at most 50,000 addresses (sitemaps.org). */
const SITEMAP_SIZE = 50_000

type ProductList = { total_size?: number; products?: { id?: unknown }[] }

/**
 * Writes a page for each product of the host, a sitemap and robots.txt. Only what has changed since the last run is
 * written, by a hash of the product and of the build; a run that was stopped resumes.
 * @throws PrerenderError when the API does not answer
 */
export async function prerender({ shop, api, site, onProgress }: Options): Promise<Prerendered> {
  const folder = `${shop}-renderer`
  const file = join(folder, 'render-page.mjs')
  if (!existsSync(file)) throw new PrerenderError(`${file} is missing; build the shop first.`)
  const renderer: Renderer = await import(pathToFileURL(file).href)
  const frame = readFileSync(join(folder, 'product.html'), 'utf8')
  const memory = openMemory(join(folder, 'prerendered.jsonl'))
  const build = hashOf(frame + site)
  const renderedOn = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeZone: 'Africa/Kampala',
  }).format()
  mkdirSync(join(shop, 'product-details'), { recursive: true })

  const categories = await ask(`${api}/api/v1/categories`)
  const seen = new Set<string>()
  let written = 0
  for await (const product of productsOf(api, onProgress)) {
    const id = String(product.id)
    if (seen.has(id)) continue
    seen.add(id)
    const hash = hashOf(build + JSON.stringify(product))
    const page = join(shop, 'product-details', `${encodeURIComponent(id)}.html`)
    if (memory.hashes.get(id) === hash && existsSync(page)) continue
    const rendered = await renderer.renderProduct({ product }, categories, site, renderedOn)
    if (!rendered) continue
    writeFileSync(page, renderer.fillPage(frame, rendered, site))
    memory.remember(id, hash)
    written++
  }
  const gone = [...memory.hashes.keys()].filter((id) => !seen.has(id))
  for (const id of gone)
    rmSync(join(shop, 'product-details', `${encodeURIComponent(id)}.html`), { force: true })
  memory.keepOnly(seen)
  if (site !== '') writeSitemap(shop, site, renderer.STATIC_PATHS, seen)
  return { products: seen.size, written, removed: gone.length }
}

/** Every product of the host, a page of its list after another. */
async function* productsOf(
  api: string,
  onProgress: Options['onProgress'],
): AsyncGenerator<{ id: number | string }> {
  let done = 0
  for (let page = 1; ; page++) {
    const list = await ask(`${api}/api/v1/products/latest?limit=${PAGE_SIZE}&offset=${page}`)
    const products = Array.isArray(list.products) ? list.products : []
    for (const product of products) {
      if (typeof product.id === 'number' || typeof product.id === 'string')
        yield product as { id: number | string }
    }
    done += products.length
    onProgress(done, list.total_size ?? done)
    if (products.length === 0 || done >= (list.total_size ?? 0)) return
  }
}

async function ask(url: string): Promise<ProductList> {
  let response: Response
  try {
    response = await fetch(url, {
      headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(30_000),
    })
  } catch {
    throw new PrerenderError(`${new URL(url).origin} does not answer.`)
  }
  if (!response.ok) throw new PrerenderError(`${url} answered ${response.status}.`)
  return (await response.json().catch(() => ({}))) as ProductList
}

/** What earlier runs have written, as lines of `[id, hash]`; the last line of an id counts. */
function openMemory(file: string) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  const hashes = new Map<string, string>()
  for (const line of lines) {
    try {
      const [id, hash] = JSON.parse(line) as [string, string]
      hashes.set(id, hash)
    } catch {
      // The last line of a run that was stopped.
    }
  }
  return {
    hashes,
    remember: (id: string, hash: string) => {
      hashes.set(id, hash)
      appendFileSync(file, `${JSON.stringify([id, hash])}\n`)
    },
    /** Rewrites the file without deleted entries. */
    keepOnly: (ids: ReadonlySet<string>) => {
      const kept = [...hashes].filter(([id]) => ids.has(id))
      writeFileSync(file, kept.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    },
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** sitemap.xml, or an index of several beyond 50,000 addresses; and robots.txt with the way to it. */
function writeSitemap(
  shop: string,
  site: string,
  staticPaths: readonly string[],
  products: Iterable<string>,
): void {
  const paths = ['/', '/shop', '/categories', ...staticPaths]
  for (const id of products) paths.push(`/product-details/${encodeURIComponent(id)}`)
  const parts = Array.from({ length: Math.ceil(paths.length / SITEMAP_SIZE) }, (_, at) =>
    paths.slice(at * SITEMAP_SIZE, (at + 1) * SITEMAP_SIZE),
  )
  const xml = (root: string, entry: string, addresses: string[]) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses
      .map((address) => `<${entry}><loc>${address.replaceAll('&', '&amp;')}</loc></${entry}>`)
      .join('\n')}\n</${root}>\n`
  const urls = (part: string[]) =>
    xml(
      'urlset',
      'url',
      part.map((path) => site + path),
    )
  const [only = []] = parts
  if (parts.length === 1) writeFileSync(join(shop, 'sitemap.xml'), urls(only))
  else {
    const names = parts.map((_, at) => `sitemap-${at + 1}.xml`)
    for (const [at, part] of parts.entries()) writeFileSync(join(shop, names[at] as string), urls(part))
    writeFileSync(
      join(shop, 'sitemap.xml'),
      xml(
        'sitemapindex',
        'sitemap',
        names.map((name) => `${site}/${name}`),
      ),
    )
  }
  const robots = join(shop, 'robots.txt')
  const rules = existsSync(robots)
    ? readFileSync(robots, 'utf8')
        .replace(/\nSitemap:.*/g, '')
        .trimEnd()
    : ''
  writeFileSync(robots, `${rules}\nSitemap: ${site}/sitemap.xml\n`)
}
