import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ImageFolder } from 'fixtures/images'
import { isUnchanged } from '../http/response/response-cache.ts'
import type { ImageFiles } from '../storage/image-files.ts'
import { selectOne } from '../world/queries.ts'

/** A year. */
const MAX_AGE_SECONDS = 31_536_000

/** Reads `?w=320`, an extension for shops built with VITE_IMAGE_WIDTHS. The host ignores the parameter. */
function readWidth(query: unknown): number | undefined {
  const { w } = query as { w?: unknown }
  return typeof w === 'string' && /^[1-9]\d{0,3}$/.test(w) ? Number(w) : undefined
}

/** Serves the host's image folders. Only names in the world's table are served, which prevents path traversal. */
export function serveImages(app: FastifyInstance, images: ImageFiles): void {
  const serveFolder = (folder: ImageFolder) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { file } = request.params as { file: string }
    const { world } = request
    const sql = 'SELECT drawing FROM images WHERE folder = ? AND file = ?'
    const row = selectOne<{ drawing: string }>(world, sql, folder, file)
    if (!row) return reply.callNotFound()
    const { etag, bytes } = await images.bytesOf(row.drawing, readWidth(request.query))
    reply.header('etag', etag).header('cache-control', `public, max-age=${MAX_AGE_SECONDS}, immutable`)
    if (isUnchanged(request, etag)) return reply.code(304).send()
    return reply.type('image/webp').send(bytes)
  }
  const serveProduct = serveFolder('product')
  app.get('/product/:file', (request, reply) =>
    request.world.extensions.productImagePlace ? serveProduct(request, reply) : reply.callNotFound(),
  )
  app.get('/storage/product/:file', serveFolder('storage/product'))
  app.get('/storage/banner/:file', serveFolder('storage/banner'))
  app.get('/storage/category/:file', serveFolder('storage/category'))
  app.get('/storage/profile/:file', serveFolder('storage/profile'))
  // Category images are below the 33-character base of image_fullpath, with the `storage/` that the shop's menu
  // inserts.
  app.get('/:base/storage/category/:file', serveFolder('storage/category'))
  // Difference: also without `storage/`, so that image_fullpath itself works.
  app.get('/:base/category/:file', serveFolder('storage/category'))
}
