import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewServer } from './preview.ts'

let folder: string
let server: ReturnType<typeof previewServer>
let origin: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kitabo-preview-'))
  for (const name of ['assets', 'authors']) mkdirSync(join(folder, name))
  const files = {
    'index.html': 'shop',
    'about-us.html': 'about',
    '404.html': 'missing',
    'assets/app.js': 'app',
    _headers: '/*\n  X-All: yes\n/assets/*\n  Cache-Control: immutable\n/shop\n  X-Page: yes\n',
    'shop.html': 'list',
    'authors/Who? & Co.html': 'author',
    'product.html': 'product',
    _redirects: '/product-details/* /product 200\n',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'assets/app.js.gz'), gzipSync('app'))
  server = previewServer(folder)
  origin = await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

test.each([
  ['/', 200, 'shop'],
  ['/shop?q=atlas', 200, 'list'],
  ['/product-details/5', 200, 'product'],
  ['/about-us', 200, 'about'],
  ['/authors/Who%3F%20%26%20Co', 200, 'author'],
  ['/assets/app.js', 200, 'app'],
  ['/assets/none.js', 404, 'missing'],
  ['/nowhere', 404, 'missing'],
  ['/_headers', 404, 'missing'],
  ['/assets/app.js.gz', 404, 'missing'],
  ['/..%2f..%2fetc/passwd', 404, 'missing'],
  ['/%E0%A4%A', 404, 'missing'],
])('%s responds with %i and the page "%s"', async (path, status, text) => {
  const response = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } })
  expect(response.status).toEqual(status)
  expect(await response.text()).toEqual(text)
})

test("sends the build's headers, and compressed files to clients that accept them", async () => {
  const page = await fetch(`${origin}/shop`)
  expect(page.headers.get('x-all')).toBe('yes')
  expect(page.headers.get('x-page')).toBe('yes')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const script = await fetch(`${origin}/assets/app.js`, { headers: { 'accept-encoding': 'gzip' } })
  expect(script.headers.get('content-encoding')).toBe('gzip')
  expect(script.headers.get('cache-control')).toBe('immutable')
  expect(await script.text()).toBe('app')
})
