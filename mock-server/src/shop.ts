import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StartError } from './start-error.ts'

/** Answers the shop's one page, in the encoding that the caller takes. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Files with a hash in their name never change; the page itself is asked for each time. */
const HASHED = /[\\/]assets[\\/]/

/**
 * Serves the files of the built shop on the emulator's own origin, compressed twins where they lie beside them.
 * Any page address answers the one page, which finds its screen itself: the returned function sends it.
 */
export async function serveShop(app: FastifyInstance, folder: string): Promise<SendPage> {
  const page = join(folder, 'index.html')
  if (!existsSync(page))
    throw new StartError(`${folder} holds no built shop; run npm start, or leave --shop out.`)
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.br', '**/*.gz', '**/.built-from'],
    setHeaders: (reply, path) => {
      reply.setHeader('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const read = (suffix: string) => (existsSync(page + suffix) ? readFileSync(page + suffix) : null)
  const plain = readFileSync(page)
  const encoded = { br: read('.br'), gzip: read('.gz') }

  return (request, reply) => {
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'Accept-Encoding')
    const accepted = String(request.headers['accept-encoding'] ?? '')
    for (const encoding of ['br', 'gzip'] as const) {
      const bytes = encoded[encoding]
      if (bytes && accepted.includes(encoding)) return reply.header('content-encoding', encoding).send(bytes)
    }
    return reply.send(plain)
  }
}
