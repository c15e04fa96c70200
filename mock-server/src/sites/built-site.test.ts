import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { createBuild, serveBuild } from '../../test/serve-build.ts'
import { createTestApp } from '../../test/test-app.ts'

/** The table of a build with a page, a pattern that index.html serves, and a header for each kind of file. */
const TABLE = {
  '../dist-renderer/hosting.json': JSON.stringify({
    pages: ['/', '/about-us'],
    patterns: [{ prefix: '/product-details/', shell: '/index.html' }],
    shellStatus: 200,
    notFound: '/404.html',
    common: { 'X-All': 'yes' },
    page: { 'X-Page': 'yes' },
    hashed: { 'Cache-Control': 'immutable' },
    hashedPrefix: '/assets/',
  }),
  'about-us.html': '<title>About</title>',
  '404.html': '<title>Not here</title>',
  'robots.txt': '',
}

test('takes folders that are relative to the working directory', async () => {
  const shop = await serveBuild({ shop: relative(process.cwd(), createBuild('A shop')) })
  expect((await shop.get('/')).body).toContain('A shop')
  const missing = createTestApp({ shop: 'no-such-folder' })
  await expect(missing).rejects.toThrow('no-such-folder contains no built shop')
})

test('serves the console and the shop, each below its prefix, and a prerendered file at its path', async () => {
  const files = { 'about-us.html': '<title>About</title>' }
  const { get, statusOf } = await serveBuild({
    shop: createBuild('shop', files),
    console: createBuild('console'),
  })
  for (const [path, body] of [
    ['/', '<title>shop</title>'],
    ['/shop', '<title>shop</title>'],
    ['/about-us', '<title>About</title>'],
    ['/about-us/?from=chat', '<title>About</title>'],
    ['/__emulator/', '<title>console</title>'],
    ['/__emulator', '<title>console</title>'],
    ['/assets/index-abc.js', "'shop'"],
    ['/__emulator/assets/index-abc.js', "'console'"],
  ] as const)
    expect((await get(path)).body, path).toBe(body)
  const { headers } = await get('/__emulator/assets/index-abc.js')
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  for (const path of ['/__emulator/none', '/__emulator/assets/none.js'])
    expect(await statusOf(path)).toBe(404)
})

test('names the encoding of the page, compresses it for clients that accept that, and makes them revalidate it', async () => {
  const { get, app } = await serveBuild({ shop: createBuild('shop') })
  const compressed = await get('/', { 'accept-encoding': 'gzip' })
  expect(compressed.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'no-cache',
  })
  const { etag } = (await get('/')).headers
  const again = await get('/', { 'if-none-match': String(etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await get('/', { 'if-none-match': 'W/"other"' })).statusCode).toBe(200)
  const head = await app.inject({ method: 'HEAD', url: '/shop' })
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '19', ''])
})

test('serves the documents of the table of the build, and the 404 page for all other paths', async () => {
  const { get } = await serveBuild({ shop: createBuild('shop', TABLE) })
  const found = ['/', '/product-details/5', '/product-details/5/?from=chat', '/about-us', '/about-us/']
  const missing = [
    '/nowhere',
    '/product-details/5/more',
    '/About-Us',
    '/about-us.html',
    '/index.html',
    '/x%00',
    '//evil.example/',
    '/%5Cevil.example/',
    // These cannot be decoded.
    '/%',
    '/authors/%',
    '/product-details/%zz',
    '/product/%',
    '/storage/profile/%E0%A4%A',
    '/x/%.png',
  ]
  for (const path of [...found, ...missing]) {
    const title = path.startsWith('/about-us') ? 'About' : 'shop'
    const expected = missing.includes(path) ? [404, 'Not here'] : [200, title]
    const { statusCode, body, headers } = await get(path)
    expect([statusCode, body.replace(/<\/?title>/g, '')], path).toEqual(expected)
    expect(headers, path).toMatchObject({ 'x-all': 'yes', 'x-page': 'yes', 'cache-control': 'no-cache' })
  }
  const { etag } = (await get('/nowhere')).headers
  expect((await get('/nowhere', { 'if-none-match': String(etag) })).statusCode).toBe(404)
})

test('only documents have the headers of pages, and only existing files with a hash are immutable', async () => {
  const { get } = await serveBuild({ shop: createBuild('shop', TABLE) })
  const robots = (await get('/robots.txt')).headers
  expect([robots['x-all'], robots['x-page']]).toEqual(['yes', undefined])
  expect((await get('/assets/index-abc.js')).headers['cache-control']).toBe('immutable')
  expect((await get('/assets/none.js')).headers['cache-control']).not.toBe('immutable')
})

test('serves a page with the API document and build instructions if no console is built', async () => {
  const { get } = await serveBuild({})
  const { body } = await get('/__emulator/')
  expect(body).toContain('href="/__emulator/openapi.json"')
  expect(body).toContain('npm run emulator')
})

test('refuses a folder without a build, with instructions', async () => {
  await expect(createTestApp({ console: '/none' })).rejects.toThrow(
    '/none contains no built console; run npm start, or omit --console.',
  )
})

test('faults affect the host but not the pages of the shop', async () => {
  const { control, statusOf } = await serveBuild({ shop: createBuild('shop') })
  await control('POST /faults', { body: { path: '/categories', effect: { status: 503 } } })
  await control('POST /faults', { body: { path: '/v3/*', effect: { status: 503 } } })
  for (const path of ['/api/v1/categories', '/v3/hosted/pay/x']) expect(await statusOf(path)).toBe(503)
  expect(await statusOf('/categories')).toBe(200)
  expect((await control('GET /faults')).faults.map(({ matched }) => matched)).toEqual([1, 1])
  await control('POST /faults', { body: { effect: { status: 500 } } })
  for (const path of ['/api/v1/config', '/v3.js']) expect(await statusOf(path)).toBe(500)
  for (const path of ['/', '/shop', '/assets/index-abc.js']) expect(await statusOf(path)).toBe(200)
})

test('serves the built pages without a token, and only their own origin may frame them', async () => {
  const { get, statusOf } = await serveBuild({
    shop: createBuild('shop'),
    console: createBuild('console'),
    token: 'sesame',
  })
  for (const page of ['/', '/shop', '/index.html', '/__emulator', '/__emulator/index.html']) {
    const { statusCode, headers } = await get(page)
    expect(statusCode, page).toBe(200)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("frame-ancestors 'self'")
    if (page.startsWith('/__emulator')) expect(policy).toContain("default-src 'none'; script-src 'self'")
  }
  expect(await statusOf('/__emulator/assets/index-abc.js')).toBe(200)
  expect(await statusOf('/__emulator/assets/none.js')).toBe(401)
})
