import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { prerender } from '../../build/prerender.ts'
import { send } from '../../driver/shopper-actions.ts'
import { expect, type RunningEmulator, type ShopEmulator, startShop, test } from '../emulator.ts'

/** Tests prerendered pages as link previews, search engines and browsers without JavaScript use them. */
const SITE = 'https://shop.example'
const built = resolve(import.meta.dirname, '../../dist')

const emptyFolder = () => mkdtempSync(join(tmpdir(), 'kitabo-prerender-'))

const run = (into: string, { origin }: Pick<ShopEmulator, 'origin'>) =>
  prerender({ shop: built, into, api: origin, site: SITE, onProgress: () => {} })

// The tests inspect the HTML before hydration.
test.use({ waitsForApp: false })

let emulator: RunningEmulator
let pages: string
let first: Awaited<ReturnType<typeof run>>

// The tests share the pages of one complete run, because it takes most of this file's time.
test.beforeAll(async () => {
  emulator = await startShop('--products', '300')
  pages = emptyFolder()
  first = await run(pages, emulator)
})
test.afterAll(() => emulator.stop())

test('writes a page for each product, category and author, and lists them in the sitemap', () => {
  const { product = 0, category = 0, author = 0, ...single } = first.counts
  expect(first.unread).toEqual(new Map())
  expect(product).toBe(300)
  expect(author).toBeGreaterThan(0)
  expect(single).toEqual({ home: 1, shop: 1, search: 1, categories: 1 })
  expect(readdirSync(join(pages, 'categories'))).toHaveLength(category)
  expect(readdirSync(join(pages, 'product-details'))).toHaveLength(product)
  // Also the five information pages. The search page is not listed.
  expect(readFileSync(join(pages, 'sitemap.xml'), 'utf8').match(/<loc>/g)?.length).toBe(
    product + category + author + 8,
  )
  expect(readFileSync(join(pages, 'robots.txt'), 'utf8')).toContain(`Sitemap: ${SITE}/sitemap.xml`)
})

test('reports an unresponsive API in a single message and writes nothing', async () => {
  const unwritten = emptyFolder()
  await expect(run(unwritten, { origin: 'http://127.0.0.1:9' })).rejects.toThrow(
    'http://127.0.0.1:9 cannot be read: /categories received no response.',
  )
  expect(readdirSync(unwritten)).toEqual([])
})

test('waits for a busy host, and writes what can be read', { tag: '@thorough' }, async () => {
  const busy = await startShop('--products', '20')
  const fault = (body: object) => send(busy.origin, 'POST', '/__emulator/faults', { body })
  await fault({ path: '/categories', times: 1, effect: { throttle: 1 } })
  await fault({ path: '/categories/products/3', effect: { status: 404 } })
  const { counts, unread } = await run(emptyFolder(), busy)
  expect(counts).toMatchObject({ home: 1, product: 20 })
  expect(unread).toEqual(new Map([['/categories/products/3', 'responded with 404']]))
  await busy.stop()
})

test('a page shows no counts of the cart and the wishlist, which only the browser knows', async ({
  browser,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.setContent(readFileSync(join(pages, 'index.html'), 'utf8'))
  const wishlist = page.locator('header [aria-label^="Wishlist"]')
  for (const part of [page.locator('.header-cart'), wishlist]) await expect(part).toHaveText('')
  await expect(wishlist).toHaveAttribute('aria-label', 'Wishlist, loading')
  await expect(page.locator('.header-cart button')).toHaveAttribute('aria-label', 'Cart, loading')
  await page.close()
})

test('a page shows its product, price and text without JavaScript, and has the metadata of a link preview', async ({
  browser,
}) => {
  const { product } = await (await fetch(`${emulator.origin}/api/v1/products/details/40`)).json()
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.setContent(readFileSync(join(pages, 'product-details', '40.html'), 'utf8'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
  await expect(page.locator('.product-price')).toContainText(`UGX ${product.price.toLocaleString('en-US')}`)
  await expect(page.getByText(/^Price of \d+ \w+ \d{4}$/)).toBeVisible()
  await expect(page.getByRole('link', { name: /\+256/ }).first()).toHaveAttribute('href', /^tel:/)
  const content = (property: string) => page.locator(`meta[property="${property}"]`).getAttribute('content')
  expect(await content('og:title')).toBe(product.name)
  expect(await content('og:image')).toBe(`${SITE}/storage/product/${product.image[0]}`)
  expect(await content('og:price:amount')).toBe(String(product.price))
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${SITE}/product-details/40`)
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(data[0]).toMatchObject({
    name: product.name,
    offers: { price: product.price, priceCurrency: 'UGX' },
  })
  expect(data[0]).not.toHaveProperty('aggregateRating')
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link')
  const way = data[1].itemListElement.slice(1, -1).map(({ name }: { name: string }) => name)
  expect(way.length).toBeGreaterThan(1)
  expect(await crumbs.allTextContents()).toEqual(['Categories', ...way])
  await context.close()
})

test('the information pages are complete without JavaScript', { tag: '@thorough' }, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const [file, heading] of [
    ['about-us', 'About Us'],
    ['terms-conditions', 'Terms and Conditions'],
    ['refund-policy', 'Refund Policy'],
    ['contact-us', 'Contact Us'],
  ] as const) {
    await page.goto(`${emulator.origin}/${file}`)
    await expect(page).toHaveTitle(new RegExp(heading))
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect((await page.getByRole('main').textContent())?.length).toBeGreaterThan(200)
  }
  await context.close()
})
