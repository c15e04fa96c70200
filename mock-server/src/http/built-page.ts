import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StartError } from '../start-error.ts'
import { OWN_FRAMES } from './frame-policy.ts'

/** Answers the one page of what was built, in the encoding that the caller takes. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Something built for the browser. Its files lie below `prefix`; it was built for the same. */
export type Built = { what: string; folder: string; prefix: string; flag: string }

/** @param folder of the built shop; null or undefined for none */
export function builtShop(folder: string | null | undefined): Built | null {
  return folder ? { what: 'shop', folder, prefix: '/', flag: '--shop' } : null
}

/** @param folder of the built console; null or undefined for none */
export function builtConsole(folder: string | null | undefined): Built | null {
  return folder ? { what: 'console', folder, prefix: '/__emulator/', flag: '--console' } : null
}

/** The file of the one page. @throws StartError when the folder holds none */
export function findPage({ what, folder, flag }: Built): string {
  const page = join(folder, 'index.html')
  if (existsSync(page)) return page
  throw new StartError(`${folder} holds no built ${what}; run npm start, or leave ${flag} out.`)
}

/** Files with a hash in their name never change; the page itself is requested each time. */
const HASHED = /[\\/]assets[\\/]/

/**
 * Serves the files of something built for the browser on the emulator's own origin, compressed where a compressed file
 * exists next to them. The returned function sends the page of a path: one that is a file of its own, else the one page,
 * which finds its screen itself.
 * @throws StartError when the folder holds no page
 */
export async function serveBuilt(app: FastifyInstance, built: Built): Promise<SendPage> {
  const page = findPage(built)
  // Loaded only where there is something to serve: it costs a tenth of a start.
  const { default: fastifyStatic } = await import('@fastify/static')
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, open: true }
      delete route.config.control
    })
    await files.register(fastifyStatic, {
      root: built.folder,
      prefix: built.prefix,
      // Several folders are served, and reply.sendFile is not used.
      decorateReply: false,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['**/*.br', '**/*.gz', '**/.built-from'],
      setHeaders: (reply, path) => {
        void reply.header(
          'cache-control',
          HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
        if (path.endsWith('.html')) void reply.header('content-security-policy', OWN_FRAMES)
      },
    })
  })
  const pages = readPages(built.folder, page)

  return (request, reply) => {
    const path = request.url.replace(/[?#].*/, '').replace(/\/$/, '')
    const { plain, encoded, etag } = pages.get(path) ?? (pages.get('') as Page)
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', OWN_FRAMES)
      .header('vary', 'Accept-Encoding')
      .header('etag', etag)
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    const accepted = String(request.headers['accept-encoding'] ?? '')
    for (const encoding of ['br', 'gzip'] as const) {
      const bytes = encoded[encoding]
      if (bytes && accepted.includes(encoding)) return reply.header('content-encoding', encoding).send(bytes)
    }
    return reply.send(plain)
  }
}

/** A page as stored on disk, with its compressed forms. The tag is weak: it names all forms. */
type Page = { plain: Buffer; encoded: { br: Buffer | null; gzip: Buffer | null }; etag: string }

/** The one page under '', and those that are whole files of their own (`/about-us`), by their path. */
function readPages(folder: string, onePage: string): ReadonlyMap<string, Page> {
  const own = readdirSync(folder).filter((name) => name.endsWith('.html') && name !== 'index.html')
  return new Map([
    ['', readPage(onePage)],
    ...own.map((name) => [`/${name.slice(0, -'.html'.length)}`, readPage(join(folder, name))] as const),
  ])
}

function readPage(file: string): Page {
  const read = (suffix: string) => (existsSync(file + suffix) ? readFileSync(file + suffix) : null)
  const plain = readFileSync(file)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return { plain, encoded: { br: read('.br'), gzip: read('.gz') }, etag: `W/"${hash}"` }
}
