import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/test-app.ts'

const open: TestApp[] = []
const folders: string[] = []
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Creates a build folder with a page, its compressed copy and a script. */
function built(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'kitabo-built-'))
  folders.push(folder)
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), `<title>${text}</title>`)
  writeFileSync(join(folder, 'index.html.gz'), gzipSync(`<title>${text}, smaller</title>`))
  writeFileSync(join(folder, 'assets', 'index-abc.js'), `'${text}'`)
  return folder
}

async function start(options: Parameters<typeof createTestApp>[0]) {
  const app = await createTestApp(options)
  open.push(app)
  return (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers })
}

test('serves the console and the shop, each below its prefix', async () => {
  const get = await start({ shop: built('shop'), console: built('console') })
  expect((await get('/')).body).toBe('<title>shop</title>')
  expect((await get('/__emulator/')).body).toBe('<title>console</title>')
  expect((await get('/__emulator')).body).toBe('<title>console</title>')
  expect((await get('/assets/index-abc.js')).body).toBe("'shop'")
  const script = await get('/__emulator/assets/index-abc.js')
  expect(script.body).toBe("'console'")
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('compresses the page for clients that accept it, and makes them revalidate it', async () => {
  const get = await start({ console: built('console') })
  const page = await get('/__emulator/', { 'accept-encoding': 'gzip' })
  expect(page.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-cache' })
})

test('serves a prerendered file at its path, and index.html for every other page', async () => {
  const folder = built('shop')
  writeFileSync(join(folder, 'about-us.html'), '<title>About</title>')
  const get = await start({ shop: folder })
  expect((await get('/about-us')).body).toBe('<title>About</title>')
  expect((await get('/about-us/?from=chat')).body).toBe('<title>About</title>')
  expect((await get('/shop')).body).toBe('<title>shop</title>')
})

test('serves the documents of the table of the build, and the 404 page for all other paths', async () => {
  const folder = built('shop')
  writeFileSync(join(folder, 'about-us.html'), '<title>About</title>')
  writeFileSync(join(folder, '404.html'), '<title>Not here</title>')
  writeTable(folder)
  const get = await start({ shop: folder })
  const response = async (url: string) => {
    const { statusCode, body } = await get(url)
    return [statusCode, body]
  }
  for (const path of ['/', '/product-details/5', '/product-details/5/?from=chat'])
    expect(await response(path), path).toEqual([200, '<title>shop</title>'])
  for (const path of ['/about-us', '/about-us/'])
    expect(await response(path), path).toEqual([200, '<title>About</title>'])
  const undecodable = [
    '/%',
    '/authors/%',
    '/product-details/%zz',
    '/product/%',
    '/storage/profile/%E0%A4%A',
    '/x/%.png',
  ]
  const other = [
    '/About-Us',
    '/about-us.html',
    '/index.html',
    '/x%00',
    '//evil.example/',
    '/%5Cevil.example/',
  ]
  for (const path of ['/nowhere', '/product-details/5/more', ...other, ...undecodable])
    expect(await response(path), path).toEqual([404, '<title>Not here</title>'])
  const { etag } = (await get('/nowhere')).headers
  expect((await get('/nowhere', { 'if-none-match': String(etag) })).statusCode).toBe(404)
})

test("every document has the build's policy, and only existing files with a hash are immutable", async () => {
  const folder = built('shop')
  writeFileSync(join(folder, '404.html'), '')
  writeFileSync(join(folder, 'robots.txt'), '')
  writeTable(folder)
  const get = await start({ shop: folder })
  for (const path of ['/', '/product-details/5', '/nowhere'])
    expect((await get(path)).headers, path).toMatchObject({
      'x-all': 'yes',
      'x-page': 'yes',
      'cache-control': 'no-cache',
    })
  const robots = (await get('/robots.txt')).headers
  expect([robots['x-all'], robots['x-page']]).toEqual(['yes', undefined])
  expect((await get('/assets/index-abc.js')).headers['cache-control']).toBe('immutable')
  expect((await get('/assets/none.js')).headers['cache-control']).not.toBe('immutable')
})

/** Writes the table of a build with a page, a pattern that index.html serves, and a header for each kind of file. */
function writeTable(folder: string): void {
  mkdirSync(`${folder}-renderer`)
  folders.push(`${folder}-renderer`)
  const table = {
    pages: ['/', '/about-us'],
    patterns: [{ prefix: '/product-details/', shell: '/index.html' }],
    shellStatus: 200,
    notFound: '/404.html',
    common: { 'X-All': 'yes' },
    page: { 'X-Page': 'yes' },
    hashed: { 'Cache-Control': 'immutable' },
    hashedPrefix: '/assets/',
  }
  writeFileSync(join(`${folder}-renderer`, 'hosting.json'), JSON.stringify(table))
}

test('renders an unknown path only once, until the catalogue changes', async () => {
  const folder = built('shop')
  mkdirSync(`${folder}-renderer`)
  folders.push(`${folder}-renderer`)
  writeFileSync(join(`${folder}-renderer`, 'author.html'), '')
  writeFileSync(join(`${folder}-renderer`, 'renderer.mjs'), RENDERER)
  const get = await start({ shop: folder })
  const renders = () => (globalThis as { renders?: number }).renders
  const statuses = async () => {
    const paths = ['/authors/x', '/authors/x', '/authors/A%20B']
    const found: number[] = []
    for (const path of paths) found.push((await get(path)).statusCode)
    return found
  }
  expect(await statuses()).toEqual([404, 404, 200])
  expect(renders()).toBe(2)
  await (open[0] as TestApp).control('POST /stock', { body: { id: 5, stock: 1 } })
  expect(await statuses()).toEqual([404, 404, 200])
  expect(renders()).toBe(4)
})

/** A renderer that counts its calls and reads all books. */
const RENDERER = `
export const isOnApiOrigin = true
export const pageOf = () => ({ name: 'author', rendering: 'data', readsSearch: false })
export const renderPage = async (_, path, { request }) => {
  globalThis.renders = (globalThis.renders ?? 0) + 1
  const books = JSON.parse(await request('/categories/products/3'))
  return books.length > 0 && path === '/authors/A%20B' ? path : null
}
`

test('responds to HEAD like GET, but without a body', async () => {
  await start({ shop: built('shop') })
  const { app } = open[0] as TestApp
  const head = await app.inject({ method: 'HEAD', url: '/shop' })
  expect(head.statusCode).toBe(200)
  expect(head.headers['content-length']).toBe('19')
  expect(head.body).toBe('')
})

test('returns 304 for an unchanged page', async () => {
  const get = await start({ shop: built('shop') })
  const { etag } = (await get('/')).headers
  const again = await get('/', { 'if-none-match': String(etag) })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
  expect((await get('/', { 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
})

test('returns 404 for an unknown path below the console', async () => {
  const get = await start({ shop: built('shop'), console: built('console') })
  expect((await get('/__emulator/none')).statusCode).toBe(404)
  expect((await get('/__emulator/assets/none.js')).statusCode).toBe(404)
})

test('serves a page with the API document and build instructions if no console is built', async () => {
  const get = await start({})
  const { body } = await get('/__emulator/')
  expect(body).toContain('href="/__emulator/openapi.json"')
  expect(body).toContain('npm run emulator')
})

test('refuses a folder without a build, with instructions', async () => {
  await expect(createTestApp({ console: '/none' })).rejects.toThrow(
    '/none contains no built console; run npm start, or omit --console.',
  )
})

test('a fault without a path affects the host but not the pages of the shop', async () => {
  const get = await start({ shop: built('shop') })
  const { control } = open[0] as TestApp
  await control('POST /faults', { body: { effect: { status: 500 } } })
  expect((await get('/api/v1/config')).statusCode).toBe(500)
  expect((await get('/v3.js')).statusCode).toBe(500)
  expect((await get('/')).statusCode).toBe(200)
  expect((await get('/shop')).statusCode).toBe(200)
  expect((await get('/assets/index-abc.js')).statusCode).toBe(200)
})

test('a fault on an endpoint does not affect the page with the same path', async () => {
  const get = await start({ shop: built('shop') })
  const { control } = open[0] as TestApp
  await control('POST /faults', { body: { path: '/categories', effect: { status: 503 } } })
  await control('POST /faults', { body: { path: '/v3/*', effect: { status: 503 } } })
  expect((await get('/api/v1/categories')).statusCode).toBe(503)
  expect((await get('/v3/hosted/pay/x')).statusCode).toBe(503)
  expect((await get('/categories')).statusCode).toBe(200)
  const { faults } = await control('GET /faults')
  expect(faults.map(({ matched }) => matched)).toEqual([1, 1])
})

test('serves the built pages without a token, and only their own origin may frame them', async () => {
  const get = await start({ shop: built('shop'), console: built('console'), token: 'sesame' })
  for (const page of ['/', '/shop', '/index.html', '/__emulator', '/__emulator/index.html']) {
    const { statusCode, headers } = await get(page)
    expect(statusCode, page).toBe(200)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("frame-ancestors 'self'")
    if (page.startsWith('/__emulator')) expect(policy).toContain("default-src 'none'; script-src 'self'")
  }
  expect((await get('/__emulator/assets/index-abc.js')).statusCode).toBe(200)
  expect((await get('/__emulator/assets/none.js')).statusCode).toBe(401)
})
