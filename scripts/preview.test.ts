import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { UserError } from '../contracts/src/command-line/user-error.ts'
import { previewCommand, previewServer } from './preview.ts'

const TABLE = {
  pages: ['/', '/shop', '/about-us'],
  patterns: ['/product-details/', '/authors/'].map((prefix) => ({ prefix, shell: '/shells/page.html' })),
  shellStatus: 404,
  notFound: '/404.html',
  common: { 'X-All': 'yes' },
  page: { 'X-Page': 'yes' },
  hashed: { 'Cache-Control': 'immutable' },
  hashedPrefix: '/assets/',
}
const out = mkdtempSync(join(tmpdir(), 'kitabo-preview-'))
for (const [name, text] of Object.entries({
  'hosting.json': JSON.stringify(TABLE),
  'public/index.html': 'shop',
  'public/about-us.html': 'about',
  'public/404.html': 'missing',
  'public/assets/app.js': 'app',
  'public/assets/app.js.gz': gzipSync('app'),
  'public/shop.html': 'list',
  'public/authors/Who? & Co.html': 'author',
  'public/shells/page.html': 'shell',
  'public/_headers': 'rules',
})) {
  mkdirSync(dirname(join(out, name)), { recursive: true })
  writeFileSync(join(out, name), text)
}
const server = await previewServer(out)

test('serves pages and files like a static host', async () => {
  for (const [url, status, text] of [
    ['/shop?q=atlas', 200, 'list'],
    ['/authors/Who%3F%20%26%20Co', 200, 'author'],
    ['/shells/page.html', 200, 'shell'],
    ['/assets/app.js', 200, 'app'],
    ['/product-details/5', 404, 'shell'],
    ['/_headers', 404, 'missing'],
    ['/assets/app.js.gz', 404, 'missing'],
    ['/..%2f..%2fetc/passwd', 404, 'missing'],
    ['/%E0%A4%A', 404, 'missing'],
    ['/about-us%00', 404, 'missing'],
  ] as const) {
    const { statusCode, body } = await server.inject(url)
    expect([statusCode, body], url).toEqual([status, text])
  }
})

test("sends the build's headers, and compressed files to clients that accept them", async () => {
  const headersOf = async (url: string) =>
    (await server.inject({ url, headers: { 'accept-encoding': 'gzip' } })).headers
  const page = { 'x-all': 'yes', 'x-page': 'yes', 'cache-control': 'no-cache' }
  expect(await headersOf('/shop')).toMatchObject(page)
  const script = { 'content-encoding': 'gzip', 'cache-control': 'immutable' }
  expect(await headersOf('/assets/app.js')).toMatchObject(script)
  expect(await headersOf('/assets/none.js')).toMatchObject({ 'cache-control': 'no-cache' })
})

test.each(['abc', '0', '65536', '80.5'])('refuses the invalid PORT %s with one sentence', (port) => {
  vi.stubEnv('PORT', port)
  onTestFinished(() => void vi.unstubAllEnvs())
  const message = `PORT must be a port number from 1 to 65535, found "${port}".`
  expect(previewCommand).toThrow(new UserError(message))
})
