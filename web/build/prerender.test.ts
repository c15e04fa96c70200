import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeSitemap } from './prerender.ts'

const SITE = 'https://shop.example'
const locations = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)

test('lists all URLs in one sitemap, and refers to it in robots.txt', () => {
  const shop = mkdtempSync(join(tmpdir(), 'kitabo-sitemap-'))
  writeSitemap(shop, shop, SITE, ['/', '/shop?a=1&b=2', "/authors/Ngũgĩ wa Thiong'o"])
  expect(readdirSync(shop).sort()).toEqual(['robots.txt', 'sitemap.xml'])
  expect(locations(join(shop, 'sitemap.xml'))).toEqual([
    `${SITE}/`,
    `${SITE}/shop?a=1&amp;b=2`,
    `${SITE}/authors/Ngũgĩ wa Thiong&apos;o`,
  ])
  expect(readFileSync(join(shop, 'robots.txt'), 'utf8')).toContain(`Sitemap: ${SITE}/sitemap.xml`)
})

test('writes several sitemaps and an index for more than 50,000 URLs', () => {
  const shop = mkdtempSync(join(tmpdir(), 'kitabo-sitemap-'))
  const paths = Array.from({ length: 50_001 }, (_, at) => `/product-details/${at}`)
  writeSitemap(shop, shop, SITE, paths)
  const parts = locations(join(shop, 'sitemap.xml'))
  expect(parts).toEqual([`${SITE}/sitemap-1.xml`, `${SITE}/sitemap-2.xml`])
  const listed = parts.flatMap((url) => locations(join(shop, url?.split('/').at(-1) ?? '')))
  expect(listed).toEqual(paths.map((path) => SITE + path))
})
