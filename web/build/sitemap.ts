import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sitemapFiles, withSitemap } from '../src/prerender/sitemap.ts'

/**
 * Writes sitemap.xml, or an index of several beyond 50,000 addresses, and the way to it into robots.txt.
 * @param shop folder of the built shop
 * @param site scheme and host of the shop
 * @param paths in the order in which they are listed
 */
export function writeSitemap(shop: string, site: string, paths: readonly string[]): void {
  for (const [name, xml] of Object.entries(sitemapFiles(site, paths))) writeFileSync(join(shop, name), xml)
  const robots = join(shop, 'robots.txt')
  writeFileSync(robots, withSitemap(existsSync(robots) ? readFileSync(robots, 'utf8') : '', site))
}
