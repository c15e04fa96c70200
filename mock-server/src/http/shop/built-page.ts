import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StartError } from '../../start-error.ts'
import { CONSOLE_POLICY, OWN_FRAMES } from '../access/frame-policy.ts'
import { type Prepared, sendShared } from '../response/prepared-responses.ts'
import { HEADER_FILE, REWRITE_FILE, readHeaderRules, readRewrites } from './header-rules.ts'

/** Sends the page of the request's path, or the given page, in the best accepted encoding. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, page?: Prepared | null) => FastifyReply

/**
 * A build for the browser, served below `prefix`. Its pages have the policy in the build's `_headers`, or else `policy`.
 */
export type BuiltSite = { what: string; folder: string; prefix: string; flag: string; policy: string }

/** @param folder of the built shop; null or undefined for none */
export function builtShop(folder: string | null | undefined): BuiltSite | null {
  return folder ? { what: 'shop', folder, prefix: '/', flag: '--shop', policy: OWN_FRAMES } : null
}

/** @param folder of the built console; null or undefined for none */
export function builtConsole(folder: string | null | undefined): BuiltSite | null {
  return folder
    ? { what: 'console', folder, prefix: '/__emulator/', flag: '--console', policy: CONSOLE_POLICY }
    : null
}

/** Returns the path of index.html. @throws StartError if the folder contains none */
export function findPage({ what, folder, flag }: BuiltSite): string {
  const page = join(folder, 'index.html')
  if (existsSync(page)) return page
  throw new StartError(`${folder} contains no built ${what}; run npm start, or omit ${flag}.`)
}

/** Path of the build's page for unknown paths, which static hosts send too. */
const NOT_FOUND_PATH = '/404'

/** Files with a hash in their name never change and may be cached. Pages are revalidated each time. */
const HASHED = /[\\/]assets[\\/]/
/** Headers that affect documents only. They would add half a kilobyte to each script. */
const DOCUMENT_HEADERS = /^(?:permissions-policy|referrer-policy|x-frame-options)$/i
/** Headers for revalidation and downloads in parts, which hashed files never need. */
const REVALIDATION = ['etag', 'last-modified', 'accept-ranges']

/**
 * Serves a build on the emulator's origin, with its compressed copies. The returned function sends the page for a path:
 * its file, or that of the build's rewrites. Unknown paths get the build's 404 page.
 * @throws StartError if the folder contains no page
 */
export async function serveBuilt(app: FastifyInstance, built: BuiltSite): Promise<SendPage> {
  const file = findPage(built)
  const headersOf = readHeaderRules(built.folder)
  // All pages get the headers for `/`, because most of them are index.html.
  const pageHeaders = headersOf('/')
  if (pageHeaders.length === 0) pageHeaders.push(['content-security-policy', built.policy])
  // Imported only if needed, because the import takes a tenth of the startup time.
  const { default: fastifyStatic } = await import('@fastify/static')
  await app.register(async (files) => {
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, open: true }
      delete route.config.control
    })
    await files.register(fastifyStatic, {
      root: built.folder,
      prefix: built.prefix,
      // Several folders are served, so `reply.sendFile` must not be decorated twice.
      decorateReply: false,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['**/*.br', '**/*.gz', '**/.built-from', HEADER_FILE, REWRITE_FILE],
      setHeaders: (reply, path) => {
        const isHashed = HASHED.test(path)
        void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (isHashed) for (const name of REVALIDATION) reply.removeHeader(name)
        const headers = path.endsWith('.html')
          ? pageHeaders
          : headersOf(`/${relative(built.folder, path).replaceAll('\\', '/')}`)
        for (const [name, value] of headers)
          if (!isHashed || !DOCUMENT_HEADERS.test(name)) void reply.header(name, value)
      },
    })
  })
  const pages = readPages(built.folder, file)
  // If the build contains no list of its pages, every path may be a page.
  const rewrites = existsSync(join(built.folder, REWRITE_FILE)) ? readRewrites(built.folder) : () => ''

  return (request, reply, page) => {
    const path = request.url.replace(/[?#].*/, '').replace(/\/$/, '')
    const onePage = pages.get('') as Prepared
    const found = page ?? pages.get(path) ?? pages.get(rewrites(path) ?? NOT_FOUND_PATH)
    const isMissing = !page && !pages.has(path) && rewrites(path) === undefined
    if (isMissing) reply.code(404)
    reply.headers(Object.fromEntries(pageHeaders))
    return sendShared(request, reply, found ?? onePage, 'text/html; charset=utf-8')
  }
}

/** Reads the HTML files by path: index.html has the key '', other pages their path (`/about-us`). */
function readPages(folder: string, onePage: string): ReadonlyMap<string, Prepared> {
  const own = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html') && name !== 'index.html')
    .map(
      (name) =>
        [`/${name.slice(0, -'.html'.length)}`.replaceAll('\\', '/'), readPage(join(folder, name))] as const,
    )
  return new Map([['', readPage(onePage)], ...own])
}

/** Reads a page with its compressed forms. */
function readPage(file: string): Prepared {
  const read = (suffix: string) => (existsSync(file + suffix) ? readFileSync(file + suffix) : undefined)
  return { plain: readFileSync(file), br: read('.br'), gzip: read('.gz') }
}
