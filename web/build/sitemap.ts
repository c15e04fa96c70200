/** The limit of URLs per sitemap (sitemaps.org). */
const SITEMAP_SIZE = 50_000

/**
 * Returns a sitemap, or an index of several for more than 50,000 paths.
 * @param site scheme and host of the shop
 * @param paths in the order in which they are listed
 * @returns the XML of each file by name; `sitemap.xml` is the entry point
 */
export function sitemapFiles(site: string, paths: readonly string[]): Record<string, string> {
  const urls = paths.map((path) => site + path)
  if (urls.length <= SITEMAP_SIZE) return { 'sitemap.xml': xml('urlset', 'url', urls) }
  const parts = Array.from({ length: Math.ceil(urls.length / SITEMAP_SIZE) }, (_, at) => [
    `sitemap-${at + 1}.xml`,
    xml('urlset', 'url', urls.slice(at * SITEMAP_SIZE, (at + 1) * SITEMAP_SIZE)),
  ])
  const index = parts.map(([name]) => `${site}/${name}`)
  return { 'sitemap.xml': xml('sitemapindex', 'sitemap', index), ...Object.fromEntries(parts) }
}

/** Adds the sitemap's URL to a robots.txt. */
export function withSitemap(robots: string, site: string): string {
  return `${robots.replace(/\nSitemap:.*/g, '').trimEnd()}\nSitemap: ${site}/sitemap.xml\n`
}

function xml(root: string, entry: string, urls: readonly string[]): string {
  const lines = urls.map((url) => `<${entry}><loc>${escapeXml(url)}</loc></${entry}>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</${root}>\n`
}

/** sitemaps.org requires entity references for these characters. */
function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll("'", '&apos;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
