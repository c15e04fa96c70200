import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { StartError } from '../../start-error.ts'
import { CONSOLE_POLICY, OWN_FRAMES } from '../access/frame-policy.ts'
import { type Prepared, sendShared } from '../response/prepared-responses.ts'
import { HEADER_FILE, REWRITE_FILE, readHeaderRules, readRewrites } from './header-rules.ts'

/** Answers the one page of what was built, or the given one, in the encoding that the caller takes. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply, page?: Prepared | null) => FastifyReply

/**
 * Something built for the browser. Its files lie below `prefix`; it was built for the same. Its pages have the policy
 * that its build has written into `_headers`, else this one.
 */
export type Built = { what: string; folder: string; prefix: string; flag: string; policy: string }

/** @param folder of the built shop; null or undefined for none */
export function builtShop(folder: string | null | undefined): Built | null {
  return folder ? { what: 'shop', folder, prefix: '/', flag: '--shop', policy: OWN_FRAMES } : null
}

/** @param folder of the built console; null or undefined for none */
export function builtConsole(folder: string | null | undefined): Built | null {
  return folder
    ? { what: 'console', folder, prefix: '/__emulator/', flag: '--console', policy: CONSOLE_POLICY }
    : null
}

/** The file of the one page. @throws StartError when the folder holds none */
export function findPage({ what, folder, flag }: Built): string {
  const page = join(folder, 'index.html')
  if (existsSync(page)) return page
  throw new StartError(`${folder} holds no built ${what}; run npm start, or leave ${flag} out.`)
}

/** The page of a build for paths that lead nowhere, as static hosts answer them. */
const NOT_FOUND_PATH = '/404'

/** Files with a hash in their name never change; the page itself is requested each time. */
const HASHED = /[\\/]assets[\\/]/
/** Headers that browsers read of documents only: with each script they would cost a shopper half a kilobyte. */
const DOCUMENT_HEADERS = /^(?:permissions-policy|referrer-policy|x-frame-options)$/i

/**
 * Serves the files of something built for the browser on the emulator's own origin, compressed where a compressed file
 * exists next to them. The returned function sends the page of a path: one that is a file of its own, else the one page,
 * which finds its screen itself. Paths that the build does not know get its 404 page.
 * @param others files of the folder that another route answers
 * @throws StartError when the folder holds no page
 */
export async function serveBuilt(
  app: FastifyInstance,
  built: Built,
  others: readonly string[] = [],
): Promise<SendPage> {
  const file = findPage(built)
  const headersOf = readHeaderRules(built.folder)
  // Every path that is no file shows the one page, whatever the rules say of that path.
  const pageHeaders = headersOf('/')
  if (pageHeaders.length === 0) pageHeaders.push(['content-security-policy', built.policy])
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
      globIgnore: ['**/*.br', '**/*.gz', '**/.built-from', HEADER_FILE, REWRITE_FILE, ...others],
      setHeaders: (reply, path) => {
        void reply.header(
          'cache-control',
          HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
        const headers = path.endsWith('.html')
          ? pageHeaders
          : headersOf(`/${relative(built.folder, path).replaceAll('\\', '/')}`)
        for (const [name, value] of headers)
          if (!HASHED.test(path) || !DOCUMENT_HEADERS.test(name)) void reply.header(name, value)
      },
    })
  })
  const pages = readPages(built.folder, file)
  // A build that does not list its screens may have one at any path.
  const rewrites = existsSync(join(built.folder, REWRITE_FILE)) ? readRewrites(built.folder) : () => file

  return (request, reply, page) => {
    const path = request.url.replace(/[?#].*/, '').replace(/\/$/, '')
    const onePage = pages.get('') as Prepared
    const found = page ?? pages.get(path) ?? (rewrites(path) === undefined ? undefined : onePage)
    if (!found) reply.code(404)
    reply.headers(Object.fromEntries(pageHeaders))
    return sendShared(
      request,
      reply,
      found ?? pages.get(NOT_FOUND_PATH) ?? onePage,
      'text/html; charset=utf-8',
    )
  }
}

/** The one page under '', and those that are whole files of their own (`/about-us`), by their path. */
function readPages(folder: string, onePage: string): ReadonlyMap<string, Prepared> {
  const own = readdirSync(folder).filter((name) => name.endsWith('.html') && name !== 'index.html')
  return new Map([
    ['', readPage(onePage)],
    ...own.map((name) => [`/${name.slice(0, -'.html'.length)}`, readPage(join(folder, name))] as const),
  ])
}

/** A page as stored on disk, with its compressed forms. */
function readPage(file: string): Prepared {
  const read = (suffix: string) => (existsSync(file + suffix) ? readFileSync(file + suffix) : undefined)
  return { plain: readFileSync(file), br: read('.br'), gzip: read('.gz') }
}
