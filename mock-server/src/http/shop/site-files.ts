import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { selectAll, type World } from '../../world/world.ts'
import { pathOf } from '../request/request-target.ts'
import { originOf } from '../response/origin.ts'
import { responseOf } from './rendered-page.ts'
import type { Renderer, ShopRenderer } from './shop-renderer.ts'

const ROBOTS = 'robots.txt'
/** Files that the emulator generates from the request's world. */
export const SITE_FILES: readonly string[] = [ROBOTS, 'sitemap*.xml']

/** Serves robots.txt and the sitemap, as `npm run build -- --prerender` writes them for static hosts. */
export function serveSiteFiles(app: FastifyInstance, shop: string, { load }: ShopRenderer): void {
  app.get(`/${ROBOTS}`, async (request, reply) => {
    const file = join(shop, ROBOTS)
    const rules = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const renderer = await load()
    const text = renderer.isOnApiOrigin ? renderer.withSitemap(rules, originOf(request)) : rules
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(text)
  })
  const sendSitemap = async (request: FastifyRequest, reply: FastifyReply) => {
    const renderer = await load()
    const origin = originOf(request)
    const paths = renderer.isOnApiOrigin ? await listedPaths(request.world, origin, renderer) : []
    const xml = renderer.sitemapFiles(origin, paths)[pathOf(request.url).slice(1)]
    if (xml === undefined || paths.length === 0) return reply.callNotFound()
    return reply.type('application/xml; charset=utf-8').header('cache-control', 'no-cache').send(xml)
  }
  app.get('/sitemap.xml', sendSitemap)
  app.get('/sitemap-:part.xml', sendSitemap)
}

async function listedPaths(world: World, origin: string, renderer: Renderer): Promise<string[]> {
  const { LISTED_PATHS, productPath, categoryPath, authorPath, booksByAuthor } = renderer
  const ids = (sql: string) => selectAll<{ id: number }>(world, sql).map(({ id }) => id)
  return [
    ...LISTED_PATHS,
    ...ids('SELECT id FROM products ORDER BY created_at DESC, id DESC').map(productPath),
    ...ids('SELECT id FROM categories ORDER BY id').map(categoryPath),
    ...[...booksByAuthor(await responseOf(renderer.BOOKS_REQUEST, world, origin)).keys()].map(authorPath),
  ]
}
