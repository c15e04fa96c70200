import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { EMULATOR_PREFIX } from '../control-api/client.ts'
import { SAME_ORIGIN_FRAME_ANCESTORS } from '../http/access/frame-ancestors.ts'
import { pathOf } from '../http/request/request-path.ts'
import { type EncodedBody, sendWithEtag } from '../http/response/response-cache.ts'
import { StartError } from '../start-error.ts'
import { documentOf, type PageTable } from './page-table.ts'

/** Sends the page of the request's path, or the given page, in the best accepted encoding. */
export type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  page?: EncodedBody | null,
) => FastifyReply

/** A build for the browser, served below `prefix`. Its pages have the policy in the build's table, or else `policy`. */
export type BuiltSite = { name: string; folder: string; prefix: string; flag: string; policy: string }

const CONSOLE_POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; ${SAME_ORIGIN_FRAME_ANCESTORS}`

const SITE_OPTIONS = {
  shop: { prefix: '/', flag: '--shop', policy: SAME_ORIGIN_FRAME_ANCESTORS },
  console: { prefix: `${EMULATOR_PREFIX}/`, flag: '--console', policy: CONSOLE_POLICY },
}

/** @param folder with the build, absolute or relative to the working directory; null or undefined for none */
export function builtSite(
  name: keyof typeof SITE_OPTIONS,
  folder: string | null | undefined,
): BuiltSite | null {
  return folder ? { name, folder: resolve(folder), ...SITE_OPTIONS[name] } : null
}

const INDEX_FILE = '/index.html'

/** Checks that a folder contains a build. @throws StartError if it does not */
export function checkBuilt(site: BuiltSite | null): void {
  if (site && !existsSync(join(site.folder, INDEX_FILE)))
    throw new StartError(
      `${site.folder} contains no built ${site.name}; run npm start, or omit ${site.flag}.`,
    )
}

/** Headers that affect documents only. They would add half a kilobyte to each script. */
const DOCUMENT_HEADERS = /^(?:permissions-policy|referrer-policy|x-frame-options)$/i
/** Headers for revalidation and downloads in parts, which hashed files never need. */
const REVALIDATION_HEADERS = ['etag', 'last-modified', 'accept-ranges']

/**
 * Serves a build's files, with their compressed copies. The returned function sends the document for a path that is no
 * file.
 * @param built a build, which `checkBuilt` has accepted
 * @param table of the build; null if every path may be a page
 */
export async function serveBuilt(
  app: FastifyInstance,
  built: BuiltSite,
  table: PageTable | null,
): Promise<SendPage> {
  const { common = {}, page = {}, hashed, hashedPrefix = '/assets/' } = table ?? {}
  const pageHeaders: Record<string, string> = table
    ? { ...common, ...page }
    : { 'content-security-policy': built.policy }
  const headersOf = (file: string): Record<string, string> => {
    if (file.endsWith('.html')) return { ...pageHeaders, 'cache-control': 'no-cache' }
    if (!file.startsWith(hashedPrefix)) return { ...common, 'cache-control': 'no-cache' }
    const lasting = Object.entries(common).filter(([name]) => !DOCUMENT_HEADERS.test(name))
    return { ...Object.fromEntries(lasting), ...(hashed ?? IMMUTABLE_HEADERS) }
  }
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
      // Documents are served at the paths of the table. The service worker requests a shell.
      globIgnore: ['**/*.br', '**/*.gz', '**/.*', '_*', ...(table ? ['!(shells)/**/*.html', '*.html'] : [])],
      setHeaders: (reply, path) => {
        const file = `/${relative(built.folder, path).replaceAll('\\', '/')}`
        if (file.startsWith(hashedPrefix)) for (const name of REVALIDATION_HEADERS) reply.removeHeader(name)
        for (const [name, value] of Object.entries(headersOf(file))) void reply.header(name, value)
      },
    })
  })
  const pages = readPages(built.folder)

  return (request, reply, page) => {
    const path = pathOf(request.url)
    const { file, status } = table
      ? documentOf(table, path, pages.has)
      : {
          file: pages.has(`${path.replace(/\/$/, '')}.html`) ? `${path.replace(/\/$/, '')}.html` : INDEX_FILE,
          status: 200,
        }
    if (!page && status !== 200) reply.code(status)
    reply.headers(pageHeaders)
    return sendWithEtag(request, reply, page ?? pages.read(file), 'text/html; charset=utf-8')
  }
}

/** For a build without a table, such as the console's. */
const IMMUTABLE_HEADERS = { 'Cache-Control': 'public, max-age=31536000, immutable' }

/** Finds the HTML files of a folder by path, and reads each with its compressed forms when it is first requested. */
function readPages(folder: string): { has: (file: string) => boolean; read: (file: string) => EncodedBody } {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => `/${name.replaceAll('\\', '/')}`)
  const files = new Set(names)
  const pages = new Map<string, EncodedBody>()
  return {
    has: (file) => files.has(file),
    read: (file) => {
      const page = pages.get(file) ?? readPage(join(folder, file))
      pages.set(file, page)
      return page
    },
  }
}

function readPage(file: string): EncodedBody {
  const read = (suffix: string) => (existsSync(file + suffix) ? readFileSync(file + suffix) : undefined)
  return { plain: readFileSync(file), br: read('.br'), gzip: read('.gz') }
}
