import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A sitemap holds at most 50,000 addresses (sitemaps.org). */
const SITEMAP_SIZE = 50_000

/**
 * Writes sitemap.xml, or an index of several beyond 50,000 addresses, and the way to it into robots.txt.
 * @param shop folder of the built shop
 * @param site scheme and host of the shop
 * @param addresses paths in the order in which they are listed
 */
export function writeSitemap(shop: string, site: string, addresses: readonly string[]): void {
  const parts = Array.from({ length: Math.ceil(addresses.length / SITEMAP_SIZE) }, (_, at) =>
    addresses.slice(at * SITEMAP_SIZE, (at + 1) * SITEMAP_SIZE).map((path) => site + path),
  )
  const [only = []] = parts
  if (parts.length <= 1) writeFileSync(join(shop, 'sitemap.xml'), xml('urlset', 'url', only))
  else {
    const names = parts.map((part, at) => {
      const name = `sitemap-${at + 1}.xml`
      writeFileSync(join(shop, name), xml('urlset', 'url', part))
      return `${site}/${name}`
    })
    writeFileSync(join(shop, 'sitemap.xml'), xml('sitemapindex', 'sitemap', names))
  }
  const robots = join(shop, 'robots.txt')
  const rules = existsSync(robots) ? readFileSync(robots, 'utf8').replace(/\nSitemap:.*/g, '') : ''
  writeFileSync(robots, `${rules.trimEnd()}\nSitemap: ${site}/sitemap.xml\n`)
}

function xml(root: string, entry: string, urls: readonly string[]): string {
  const lines = urls.map((url) => `<${entry}><loc>${url.replaceAll('&', '&amp;')}</loc></${entry}>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</${root}>\n`
}
