import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { selectAll, type World } from '../../world/world.ts'
import { pathOf } from '../request/request-target.ts'
import { originOf } from '../response/origin.ts'
import { bodyOf } from './rendered-page.ts'
import type { Renderer, ShopRenderer } from './shop-renderer.ts'

const ROBOTS = 'robots.txt'
/** Files that the emulator generates from the request's world. */
export const SITE_FILES: readonly string[] = [ROBOTS, 'sitemap*.xml']

/** The pages of a world that search engines may list. */
export type SiteIndex = { paths: readonly string[]; authors: ReadonlySet<string> }

/** Creates a function that returns a world's pages, cached until its catalogue changes. */
export function createSiteIndex({ load }: ShopRenderer): (world: World) => Promise<SiteIndex> {
  const indexes = new WeakMap<World, { version: number; index: Promise<SiteIndex> }>()
  return (world) => {
    const known = indexes.get(world)
    if (known?.version === world.version) return known.index
    const index = load().then((renderer) => indexOf(world, renderer))
    indexes.set(world, { version: world.version, index })
    return index
  }
}

async function indexOf(world: World, renderer: Renderer): Promise<SiteIndex> {
  const { listedPaths, booksRequest, booksByAuthor } = renderer
  const ids = (sql: string) => selectAll<{ id: number }>(world, sql).map(({ id }) => id)
  const authors = new Set(booksByAuthor(JSON.parse((await bodyOf(booksRequest, world, '')) ?? '[]')).keys())
  const paths = [
    ...listedPaths,
    ...ids('SELECT id FROM products ORDER BY created_at DESC, id DESC').map(renderer.paths.product),
    ...ids('SELECT id FROM categories ORDER BY id').map(renderer.paths.category),
    ...[...authors].map(renderer.paths.author),
  ]
  return { paths, authors }
}

/** Serves robots.txt and the sitemap, as `npm run build -- --prerender` writes them for static hosts. */
export function serveSiteFiles(
  app: FastifyInstance,
  shop: string,
  { load }: ShopRenderer,
  siteIndex: (world: World) => Promise<SiteIndex>,
): void {
  app.get(`/${ROBOTS}`, async (request, reply) => {
    const file = join(shop, ROBOTS)
    const rules = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const renderer = await load()
    const text = renderer.isOnApiOrigin ? renderer.withSitemap(rules, originOf(request)) : rules
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(text)
  })
  const sendSitemap = async (request: FastifyRequest, reply: FastifyReply) => {
    const renderer = await load()
    const paths = renderer.isOnApiOrigin ? (await siteIndex(request.world)).paths : []
    const xml = renderer.sitemapFiles(originOf(request), paths)[pathOf(request.url).slice(1)]
    if (xml === undefined || paths.length === 0) return reply.callNotFound()
    return reply.type('application/xml; charset=utf-8').header('cache-control', 'no-cache').send(xml)
  }
  app.get('/sitemap.xml', sendSitemap)
  app.get('/sitemap-:part.xml', sendSitemap)
}
