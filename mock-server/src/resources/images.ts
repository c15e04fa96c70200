import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Drawing } from 'fixtures/draw/drawing'
import type { ImageFolder } from 'fixtures/images'
import { isUnchanged } from '../http/response/response-cache.ts'
import { writeWhole } from '../storage/private-files.ts'
import { selectOne } from '../world/queries.ts'

/** Generated images, stored in files by content and shared across worlds and restarts. */
export type Images = ReturnType<typeof createImages>

const YEAR = 31_536_000
/** Supported widths in pixels; the shop requests these. */
const WIDTHS = [160, 320, 480, 800, 1200]

/** @param folder for generated images, which are kept across restarts */
export function createImages(folder: string) {
  /** Images being generated, so that simultaneous requests generate an image once. */
  const pending = new Map<string, Promise<Buffer>>()
  mkdirSync(folder, { recursive: true })

  const load = async (name: string, drawing: string, width?: number): Promise<Buffer> => {
    const file = join(folder, `${name}.webp`)
    try {
      return readFileSync(file)
    } catch {
      // Not generated yet.
    }
    // Imported with the first image, to keep startup fast.
    const { drawImage } = await import('fixtures/images')
    const bytes = await drawImage(JSON.parse(drawing) as Drawing, width)
    try {
      writeWhole(file, bytes)
    } catch {
      // If the disk is full, the image is still sent, and is generated again with the next request.
    }
    return bytes
  }

  return {
    /** @param requested width in pixels, rounded up to a supported one; without it, the image keeps its own width */
    bytesOf: async (drawing: string, requested?: number) => {
      // Only a few widths are supported, so that clients cannot fill the disk.
      const width = requested === undefined ? undefined : WIDTHS.find((each) => each >= requested)
      const hash = createHash('sha256').update(drawing).digest('hex').slice(0, 32)
      const name = width === undefined ? hash : `${hash}-${width}`
      const bytes = pending.get(name) ?? load(name, drawing, width).finally(() => pending.delete(name))
      pending.set(name, bytes)
      return { etag: `"${name}"`, bytes: await bytes }
    },
  }
}

/** Reads `?w=320`, an extension for shops built with VITE_IMAGE_WIDTHS. The host ignores the parameter. */
function readWidth(query: unknown): number | undefined {
  const { w } = query as { w?: unknown }
  return typeof w === 'string' && /^[1-9]\d{0,3}$/.test(w) ? Number(w) : undefined
}

/** Serves the host's image folders. Only names in the world's table are served, which prevents path traversal. */
export function serveImages(app: FastifyInstance, images: Images): void {
  const response = (folder: ImageFolder) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { file } = request.params as { file: string }
    const { world } = request
    const sql = 'SELECT drawing FROM images WHERE folder = ? AND file = ?'
    const row = selectOne<{ drawing: string }>(world, sql, folder, file)
    if (!row) return reply.callNotFound()
    const { etag, bytes } = await images.bytesOf(row.drawing, readWidth(request.query))
    reply.header('etag', etag).header('cache-control', `public, max-age=${YEAR}, immutable`)
    if (isUnchanged(request, etag)) return reply.code(304).send()
    return reply.type('image/webp').send(bytes)
  }
  const serveProduct = response('product')
  app.get('/product/:file', (request, reply) =>
    request.world.extensions.productImagePlace ? serveProduct(request, reply) : reply.callNotFound(),
  )
  app.get('/storage/product/:file', response('storage/product'))
  app.get('/storage/banner/:file', response('storage/banner'))
  app.get('/storage/category/:file', response('storage/category'))
  app.get('/storage/profile/:file', response('storage/profile'))
  // Category images are below the 33-character base of image_fullpath, with the `storage/` that the shop's menu inserts.
  app.get('/:base/storage/category/:file', response('storage/category'))
  // difference: also without `storage/`, so that image_fullpath itself works.
  app.get('/:base/category/:file', response('storage/category'))
}
