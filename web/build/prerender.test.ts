import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmulator, type Emulator } from 'mock-server/emulator'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { prerender, writeSitemap } from './prerender.ts'

const SITE = 'https://shop.example'
const locations = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)

test('lists all URLs in one sitemap, and refers to it in robots.txt', () => {
  const shop = mkdtempSync(join(tmpdir(), 'kitabo-sitemap-'))
  writeSitemap(shop, shop, SITE, ['/', '/shop?a=1&b=2', "/authors/Ngũgĩ wa Thiong'o"])
  expect(readdirSync(shop).sort()).toEqual(['robots.txt', 'sitemap.xml'])
  expect(locations(join(shop, 'sitemap.xml'))).toEqual([
    `${SITE}/`,
    `${SITE}/shop?a=1&amp;b=2`,
    `${SITE}/authors/Ngũgĩ wa Thiong&apos;o`,
  ])
  expect(readFileSync(join(shop, 'robots.txt'), 'utf8')).toContain(`Sitemap: ${SITE}/sitemap.xml`)
})

test('writes several sitemaps and an index for more than 50,000 URLs', () => {
  const shop = mkdtempSync(join(tmpdir(), 'kitabo-sitemap-'))
  const paths = Array.from({ length: 50_001 }, (_, at) => `/product-details/${at}`)
  writeSitemap(shop, shop, SITE, paths)
  const parts = locations(join(shop, 'sitemap.xml'))
  expect(parts).toEqual([`${SITE}/sitemap-1.xml`, `${SITE}/sitemap-2.xml`])
  const listed = parts.flatMap((url) => locations(join(shop, url?.split('/').at(-1) ?? '')))
  expect(listed).toEqual(paths.map((path) => SITE + path))
})

/**
 * The renderer of a small shop. Its products are those of the first list, one with the id of a file, and the first again.
 * The page of product 3 has no content.
 */
const RENDERER = `
  async function* products(get) {
    const { products } = await get('/products/latest?limit=3')
    for (const product of products)
      yield { id: String(product.id), responses: { ['/products/details/' + product.id]: { product } } }
    yield { id: 'sw.js' }
    yield { id: String(products[0].id) }
    for (const { id } of await get('/banners')) yield { id: 'banner ' + id }
  }
  export const routeTable = [
    { name: 'home', path: '/', rendering: 'data' },
    { name: 'product', path: '/product/:id', rendering: 'data', prerenderedPages: products },
    { name: 'author', path: '/author/:id', rendering: 'data' },
    { name: 'about', path: '/about', rendering: 'shell' },
    { name: 'login', path: '/login', rendering: 'private' },
    { name: 'api', path: '/api', rendering: 'shell', isHidden: true },
    { name: 'not-found', path: '/*', rendering: 'shell' },
  ]
  export async function renderPage(template, path, { request, origin, isComplete }) {
    const name = decodeURIComponent(path.split('/').at(-1))
    if (name.startsWith('banner')) return template + name
    if (path === '/') {
      const list = JSON.parse(await request('/categories/products/3'))
      return [template, origin, Array.isArray(list), isComplete()].join(' ')
    }
    const { product } = JSON.parse(await request('/products/details/' + name))
    return product.id === MISSING ? null : template + ' ' + product.name
  }
`

describe('the documents of a shop', () => {
  let host: Emulator
  let folder: string
  let products: { id: number; name: string }[]
  const shop = () => join(folder, 'shop')
  const into = () => join(folder, 'pages')
  beforeAll(async () => {
    host = await createEmulator({ port: 0, products: 1_500 })
    products = (await host.client()('GET /products/latest', { query: { limit: '3' } })).products as never
  })
  afterAll(() => host.close())
  beforeEach(async () => {
    await host.control('DELETE /faults', { body: {} })
    await host.control('DELETE /journal')
    folder = mkdtempSync(join(tmpdir(), 'kitabo-prerender-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(shop())
    mkdirSync(`${shop()}-renderer`)
    const renderer = RENDERER.replace('MISSING', String(products[2]?.id))
    writeFileSync(join(`${shop()}-renderer`, 'renderer.mjs'), renderer)
    for (const name of ['home', 'product', 'author'])
      writeFileSync(join(`${shop()}-renderer`, `${name}.html`), `<${name}>`)
    mkdirSync(into())
    writeFileSync(join(into(), 'old.html'), '')
  })

  const write = (options = {}) =>
    prerender({ shop: shop(), into: into(), api: host.origin, site: '', onProgress: () => {}, ...options })
  const files = () => readdirSync(into(), { recursive: true, encoding: 'utf8' }).sort()
  const read = (file: string) => readFileSync(join(into(), file), 'utf8')
  const refuse = (path: string) =>
    host.control('POST /faults', { body: { path, effect: { status: 404 } } as never })

  test('are one for each page and content with a valid file name, from the responses of the host', async () => {
    const [first, second] = products
    const summary = await write({ site: SITE })
    const banners = (await host.client()('GET /banners')) as { id: number }[]
    expect(summary).toEqual({ counts: { home: 1, product: 2 + banners.length }, unread: new Map() })
    expect(files()).toEqual(
      [
        'index.html',
        'product',
        `product/${first?.id}.html`,
        `product/${second?.id}.html`,
        ...banners.map(({ id }) => `product/banner ${id}.html`),
        'robots.txt',
        'sitemap.xml',
      ].sort(),
    )
    expect(read(`product/${first?.id}.html`)).toBe(`<product> ${first?.name}`)
    const [banner] = banners
    expect(locations(join(into(), 'sitemap.xml')).slice(0, 3)).toEqual([
      `${SITE}/`,
      `${SITE}/about`,
      `${SITE}/product/${first?.id}`,
    ])
    expect(locations(join(into(), 'sitemap.xml'))).toContain(`${SITE}/product/banner%20${banner?.id}`)
  })

  test('are written once each, without requests for what a list already contained', async () => {
    await write()
    const { entries } = await host.control('GET /journal')
    expect(entries.map(({ path }) => path).toSorted()).toEqual([
      '/banners',
      '/categories',
      '/categories/products/3',
      '/products/latest',
    ])
  })

  test('name the origin of the shop, and that a long list is incomplete', async () => {
    await write({ site: SITE })
    expect(read('index.html')).toBe(`<home> ${SITE} true false`)
  })

  test('have no sitemap if the origin of the shop is unknown', async () => {
    await write()
    expect(files()).not.toContain('sitemap.xml')
    expect(files()).not.toContain('old.html')
  })

  test('that need a response which the host refuses are left out and reported, with the rest of a list', async () => {
    await refuse('/categories/products/3')
    await refuse('/banners')
    const { counts, unread } = await write()
    expect(counts).toEqual({ product: 2 })
    expect(Object.fromEntries(unread)).toEqual({
      '/categories/products/3': 'responded with 404',
      '/banners': 'responded with 404',
    })
  })

  test('keep an earlier folder if the host does not respond, or the shop is not built', async () => {
    await refuse('/categories')
    await expect(write()).rejects.toThrow(`${host.origin} cannot be read: /categories responded with 404.`)
    rmSync(join(`${shop()}-renderer`, 'renderer.mjs'))
    await expect(write()).rejects.toThrow(`${shop()}-renderer contains no renderer; build the shop first.`)
    expect(existsSync(join(into(), 'old.html'))).toBe(true)
  })
})
