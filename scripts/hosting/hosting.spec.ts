import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type WebServerName, webServers, writeServerFiles } from '../../web/build/hosting.ts'
import { startEmulator } from '../../web/driver/start-emulator.ts'
import { readEnv } from '../../web/src/config/read-env.ts'
import { root } from '../project.ts'
import { findTool, isInstalled, type Server, type ServerName, send, servers } from './servers.ts'

type ExpectedResponse = {
  status: number
  /** The `data-url` of the document; `file` for any other file. */
  page: string
}

const okPage = (page: string): ExpectedResponse => ({ status: 200, page })
const NO_PAGE: ExpectedResponse = { status: 404, page: '/*' }
const missingPage = (pattern: string): ExpectedResponse => ({ status: 404, page: pattern })

const forPaths = (response: ExpectedResponse, ...paths: string[]) =>
  Object.fromEntries(paths.map((path) => [path, response]))

/** The responses of every server to a complete build, in which product 5 exists and product 999999 does not. */
const REQUESTS: Record<string, ExpectedResponse> = {
  ...forPaths(okPage('/'), '/', '/?utm_source=chat'),
  ...forPaths(okPage('/shop'), '/shop', '/shop?q=atlas', '/shop/', '/shop/?q=atlas'),
  ...forPaths(okPage('/categories'), '/categories'),
  ...forPaths(okPage('/about-us'), '/about-us', '/about-us/', '/about%2Dus'),
  ...forPaths(okPage('/my-account'), '/my-account'),
  ...forPaths(
    okPage('/customer/wish-list/shared'),
    '/customer/wish-list/shared?user=1',
    '/customer/wish-list/shared/',
  ),
  ...forPaths(okPage('/categories/3'), '/categories/3'),
  ...forPaths(
    okPage('/product-details/5'),
    '/product-details/5',
    '/product-details/5/',
    '/product-details/5?utm_source=chat',
  ),
  ...forPaths(missingPage('/product-details/:id'), '/product-details/999999', '/product-details/999999/'),
  ...forPaths(missingPage('/categories/:id'), '/categories/999999'),
  ...forPaths(missingPage('/authors/:id'), '/authors/Nobody'),
  ...forPaths(
    NO_PAGE,
    '/nowhere',
    '/About-Us',
    '/SHOP',
    '/Product-Details/5',
    '/about-us/more',
    '/product-details/5/extra',
    '/product-details',
    '/product-details/',
    '/customer',
    '/index.html',
    '/about-us.html',
    '/product-details/5.html',
    '/404.html',
    '/shells/product',
    '/assets',
    '/assets/',
    '/assets/none.js',
    '/_headers',
    '/_redirects',
    '/index.html.br',
    '/.built-from',
    '/api/v1/config',
    '/%E0%A4%A',
    '/authors/%',
    '/x%00',
  ),
  ...forPaths(okPage('/product-details/:id'), '/shells/product.html'),
  ...forPaths(okPage('file'), '/robots.txt', '/sitemap.xml', '/manifest.webmanifest'),
}

/** Spellings in which a part of the path could become another site in a Location header. */
const REDIRECTS = [
  '%5C',
  '%5C%5C',
  '/',
  '//',
  '%2F',
  '%2F%2F',
  '%09',
  '%09/',
  '%0D%0A',
  '.',
  '..',
  './',
  '%2E%2E/',
  '%2E/',
  '@',
  '%20',
  '%5C/',
  '/%5C',
  '/%09/',
  '%C2%A0',
  '%EF%BC%8F',
].flatMap((start) => [
  `/${start}evil.example/`,
  `/${start}evil.example/about-us/`,
  `/about-us/${start}evil.example/`,
])

/** Responses of a host that its tools or rules fix. `null`: the tool fails, so the request is not sent. */
type Exceptions = Readonly<Record<string, ExpectedResponse | { redirect: string } | null>>

/** Cloudflare redirects from a trailing slash, and from `.html`, to the path of the page. */
const CLOUDFLARE: Exceptions = {
  '/shop/': { redirect: '/shop' },
  '/shop/?q=atlas': { redirect: '/shop?q=atlas' },
  '/about-us/': { redirect: '/about-us' },
  '/customer/wish-list/shared/': { redirect: '/customer/wish-list/shared' },
  '/product-details/5/': { redirect: '/product-details/5' },
  '/index.html': { redirect: '/' },
  '/about-us.html': { redirect: '/about-us' },
  '/product-details/5.html': { redirect: '/product-details/5' },
  '/404.html': { redirect: '/404' },
  '/shells/product.html': { redirect: '/shells/product' },
  '/shells/product': okPage('/product-details/:id'),
  // Its nearest 404 page.
  '/product-details/5/extra': missingPage('/product-details/:id'),
  '/product-details/': missingPage('/product-details/:id'),
  // wrangler looks these up with the file system's functions, which throw.
  '/_headers': null,
  '/_redirects': null,
  '/.built-from': null,
  '/x%00': null,
  '/authors/%': missingPage('/authors/:id'),
}
/** These servers refuse a path that cannot be decoded before the configuration applies. */
const badRequest = (page: string): Exceptions => forPaths({ status: 400, page }, '/%E0%A4%A', '/authors/%')
/** netlify-cli ends at a path that cannot be decoded. */
const NETLIFY: Exceptions = { '/%E0%A4%A': null, '/authors/%': null, '/x%00': null }

/** The emulator serves the API, and no sitemap. Below /assets, it responds without a document. */
const EMULATOR: Exceptions = {
  '/api/v1/config': okPage('file'),
  '/sitemap.xml': NO_PAGE,
  ...forPaths({ status: 404, page: 'file' }, '/assets', '/assets/', '/assets/none.js'),
}

const exceptions: Partial<Record<ServerName, Exceptions>> = {
  emulator: EMULATOR,
  apache: badRequest('/*'),
  caddy: badRequest('file'),
  cloudflare: CLOUDFLARE,
  netlify: NETLIFY,
}

let folder: string
let emulator: Awaited<ReturnType<typeof startEmulator>>
/** Folder of a complete build for nginx. */
let complete: string

/** Returns the complete build with the files of another host. */
async function buildFor(host: WebServerName): Promise<string> {
  if (host === 'nginx') return complete
  const out = join(folder, host)
  const isCopied = (file: string) => !/\.(?:br|gz)$/.test(file) || webServers[host].usesCompressedCopies
  cpSync(join(complete, 'public'), join(out, 'public'), { recursive: true, filter: isCopied })
  const built = { built: join(root, 'web/dist'), out, isComplete: true }
  expect(await writeServerFiles(built, host, readEnv({}, false))).toEqual([])
  return out
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kitabo-hosting-'))
  chmodSync(folder, 0o755)
  emulator = await startEmulator({ flags: ['--products', '300'] })
  complete = join(folder, 'nginx')
  const options = ['--prerender', '--api', emulator.origin, '--site', 'https://shop.example']
  // Without Vitest's variable, which selects the settings of unit tests.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITE')))
  execFileSync(process.execPath, ['scripts/run.mjs', 'scripts/build.ts', '--out', complete, ...options], {
    cwd: root,
    env,
  })
})
afterAll(async () => {
  await emulator?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('the documents are valid HTML', () => {
  const pages = join(complete, 'public')
  // React spells attributes in ways that the other presets reject, such as `autoComplete`.
  writeFileSync(join(folder, '.htmlvalidate.json'), '{"root": true, "extends": ["html-validate:standard"]}')
  const validate = (...files: string[]) =>
    spawnSync(findTool('html-validate', 'html-validate'), files, { cwd: folder, encoding: 'utf8' })
  const documents = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  )
  expect(validate(...documents.slice(0, MAX_VALIDATED).map((file) => join(pages, file))).stdout).toBe('')
  writeFileSync(join(folder, 'invalid.html'), '<!doctype html><p><div></div></p>')
  expect(validate('invalid.html').status).not.toBe(0)
})

/** Number of documents to validate. Most have the same structure. */
const MAX_VALIDATED = 100

const pageOf = (body: string) => /<html[^>]* data-url="([^"]*)"/.exec(body)?.[1] ?? 'file'

describe.each(Object.keys(servers) as ServerName[])('%s', (name) => {
  let server: Server
  let out: string
  beforeAll(async () => {
    if (!isInstalled(name)) return
    out = await buildFor(name === 'preview' || name === 'emulator' ? 'nginx' : name)
    server = await servers[name](out)
  })
  afterAll(() => server?.stop())
  const isSkipped = !isInstalled(name)

  test.skipIf(isSkipped)('responds to each path of the table as expected', async () => {
    const responses: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    const [author = ''] = readdirSync(join(out, 'public/authors')).filter((file) => file !== '404.html')
    const authorPath = `/authors/${encodeURIComponent(author.replace(/\.html$/, ''))}`
    for (const [path, response] of Object.entries({ ...REQUESTS, [authorPath]: okPage(authorPath) })) {
      const wanted = exceptions[name]?.[path] === undefined ? response : exceptions[name][path]
      if (wanted === null) continue
      expected[path] = wanted
      const { status, headers, body } = await send(server.origin, path)
      const { location } = headers
      responses[path] =
        status >= 300 && status < 400
          ? { redirect: String(location).replace(server.origin, '') }
          : { status, page: pageOf(body) }
    }
    expect(responses).toEqual(expected)
  })

  test.skipIf(isSkipped)('redirects to no other site', async () => {
    for (const path of REDIRECTS) {
      // netlify-cli ends at such a path.
      if (name === 'netlify' && path.startsWith('//')) continue
      const { headers } = await send(server.origin, path)
      if (headers.location === undefined) continue
      expect(new URL(String(headers.location), server.origin).origin, path).toBe(server.origin)
    }
  })

  test.skipIf(isSkipped)(
    'every document has the policy and is revalidated; only existing files are immutable',
    async () => {
      const asset = readdirSync(join(out, 'public/assets')).find((file) => file.endsWith('.js'))
      for (const path of ['/', '/about-us', '/product-details/5', '/product-details/999999', '/nowhere']) {
        const { headers } = await send(server.origin, path)
        expect(headers['content-security-policy'], path).toMatch(/^default-src 'none'; /)
        expect(headers['x-content-type-options'], path).toBe('nosniff')
        expect(headers['cache-control'], path).toMatch(
          /^(no-cache|no-store|public, max-age=0(, must-revalidate)?)$/,
        )
      }
      const script = await send(server.origin, `/assets/${asset}`)
      expect(script.status).toBe(200)
      // netlify-cli replaces this header.
      if (name !== 'netlify')
        expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      const missing = await send(server.origin, '/assets/none.js')
      expect(String(missing.headers['cache-control'])).not.toContain('immutable')
    },
  )
})
