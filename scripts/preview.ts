import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { type FastifyInstance, fastify } from 'fastify'
import { readHeaderRules, readRewrites } from '../mock-server/src/http/shop/header-rules.ts'
import { commandLine, print, root, UserError, wholeNumber } from './command.ts'

/** A path that is never served. */
const NOT_FOUND = '/_not-found'

/** @returns a server that is not listening yet */
export function previewServer(folder: string): FastifyInstance {
  const headersOf = readHeaderRules(folder)
  const rewrites = readRewrites(folder)
  const isFile = (path: string) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() === true
  const app = fastify({
    /** Resolves a path to the file itself, the HTML page with that name, or the target of a rewrite rule. */
    rewriteUrl: ({ url = '/' }) => {
      const path = pathOf(url)
      const files = path === '/' ? ['/index.html'] : [path, `${path}.html`, `${rewrites(path)}.html`]
      return encodeURI(files.find(isFile) ?? NOT_FOUND).replaceAll(/[?#]/g, encodeURIComponent)
    },
  })
  app.addHook('onRequest', async ({ originalUrl }, reply) => {
    reply.header('cache-control', 'no-cache')
    for (const [name, value] of headersOf(pathOf(originalUrl))) reply.header(name, value)
  })
  app.register(fastifyStatic, {
    root: folder,
    cacheControl: false,
    preCompressed: true,
    allowedPath: (path) => !/^\/_|\.(?:br|gz)$/.test(path),
  })
  app.setNotFoundHandler((_, reply) => reply.code(404).sendFile('404.html'))
  return app
}

/** Returns the decoded path of a URL, or NOT_FOUND if it is malformed or contains `..`. */
function pathOf(url: string): string {
  try {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname)
    return path.split('/').includes('..') ? NOT_FOUND : path
  } catch {
    return NOT_FOUND
  }
}

async function preview({ port, out }: { port: number; out: string }): Promise<void> {
  const folder = join(out, 'public')
  if (!existsSync(join(folder, 'index.html')))
    throw new UserError(`${folder} does not contain a built shop. Run npm run build first.`)
  await previewServer(folder)
    .listen({ port, host: '127.0.0.1' })
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error
      throw new UserError(`Port ${port} is in use. Choose a different port, such as --port ${port + 1}.`)
    })
  print(`The built shop is available at http://localhost:${port}/. Press Ctrl-C to stop.`)
}

if (process.argv[1] === import.meta.filename)
  await preview(
    commandLine(
      'preview',
      'Serves the output of npm run build like a static host, with the same headers, statuses and files.',
    )
      .option('--port <PORT>', 'port to listen on', wholeNumber, 4173)
      .option('--out <FOLDER>', 'built folder', join(root, 'dist'))
      .parse()
      .opts(),
  )
