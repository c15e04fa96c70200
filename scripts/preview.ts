import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'
import { readHeaderRules, readRewrites } from '../mock-server/src/http/shop/header-rules.ts'
import { commandLine, print, root, UserError, wholeNumber } from './command.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
}
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** @returns a server that is not listening yet */
export function previewServer(folder: string): Server {
  const headersOf = readHeaderRules(folder)
  const rewrites = readRewrites(folder)
  const isFile = (path: string) => {
    const file = join(folder, path)
    return existsSync(file) && statSync(file).isFile()
  }
  /** Resolves a path to a file: the file itself, the HTML page with that name, or the target of a rewrite rule. */
  const fileOf = (path: string): string | undefined => {
    if (/^\/_|\.(?:br|gz)$/.test(path)) return undefined
    if (path === '/') return '/index.html'
    return [path, `${path}.html`, `${rewrites(path)}.html`].find(isFile)
  }
  return createServer((request, response) => {
    const path = readPath(request.url ?? '/')
    const found = path === null ? undefined : fileOf(path)
    const file = found ?? '/404.html'
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const [encoding, suffix] = ENCODINGS.find(
      ([name, ending]) => accepted.includes(name) && isFile(file + ending),
    ) ?? [null, '']
    const body = readFileSync(join(folder, file + suffix))
    const headers = new Map<string, string>([
      ['cache-control', 'no-cache'],
      ['vary', 'Accept-Encoding'],
      ['content-type', TYPES[extname(file)] ?? 'application/octet-stream'],
      ...(encoding === null ? [] : [['content-encoding', encoding] as const]),
      ...headersOf(path ?? '/'),
      ['content-length', String(body.length)],
    ])
    response.writeHead(found === undefined ? 404 : 200, Object.fromEntries(headers))
    response.end(request.method === 'HEAD' ? undefined : body)
  })
}

/** Returns the decoded path of a URL, or null if it is malformed or contains `..`. */
function readPath(url: string): string | null {
  try {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname)
    return path.split('/').includes('..') ? null : path
  } catch {
    return null
  }
}

async function preview({ port, out }: { port: number; out: string }): Promise<void> {
  const folder = join(out, 'public')
  if (!existsSync(join(folder, 'index.html')))
    throw new UserError(`${folder} does not contain a built shop. Run npm run build first.`)
  const server = previewServer(folder).listen(port, '127.0.0.1')
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
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
