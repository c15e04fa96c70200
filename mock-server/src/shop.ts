import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { StartError } from './start-error.ts'

/** Files with a hash in their name never change; the page itself is asked for each time. */
const HASHED = /\/assets\//

/**
 * Serves the built shop on the emulator's own origin. Any page address answers the one page, which finds its
 * screen itself; addresses of files and of the API do not.
 */
export async function serveShop(app: FastifyInstance, folder: string): Promise<void> {
  const page = join(folder, 'index.html')
  if (!existsSync(page))
    throw new StartError(`${folder} holds no built shop; run npm start, or leave --shop out.`)
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.setHeader('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const html = readFileSync(page)
  app.decorate('shopPage', html)
}

declare module 'fastify' {
  interface FastifyInstance {
    shopPage?: Buffer
  }
}
