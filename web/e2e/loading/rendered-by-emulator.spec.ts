import { randomUUID } from 'node:crypto'
import { waitForHydration } from '../../driver/shopper-actions.ts'
import { expect, shareEmulator, test } from '../emulator.ts'

/** Tests pages that the emulator renders from its database, like those of `npm run build -- --prerender`. */
// The tests inspect the HTML before hydration.
// The browser logs an error for pages with status 404.
test.use({ waitsForApp: false, provoked: /status of 404 .*(999999|nowhere|Nobody|%)/ })
const emulator = shareEmulator()

const post = (path: string, world: string, data: object) =>
  fetch(`${emulator.origin}/__emulator/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-emulator-world': world },
    body: JSON.stringify(data),
  })

async function pageOf(path: string, world = randomUUID()): Promise<{ status: number; html: string }> {
  const response = await fetch(emulator.origin + path, { headers: { 'x-emulator-world': world } })
  return { status: response.status, html: await response.text() }
}

test("a product page contains name, price and preview without JavaScript, from the request's world", async () => {
  const world = randomUUID()
  expect((await post('stock', world, { id: 5, price: 4321 })).ok).toBe(true)
  const { html } = await pageOf('/product-details/5', world)
  expect(html).toContain('UGX 4,321')
  expect(html).toContain('<meta property="og:price:amount" content="4321"/>')
  expect(html).toContain(`<link rel="canonical" href="${emulator.origin}/product-details/5"/>`)
  expect((await pageOf('/product-details/5')).html).not.toContain('UGX 4,321')
})

test('a category lists its products without JavaScript, each linked to its page', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${emulator.origin}/categories/3`)
  const categories: { id: number; name: string }[] = await (
    await page.request.get(`${emulator.origin}/api/v1/categories`)
  ).json()
  const name = categories.find(({ id }) => id === 3)?.name ?? ''
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  const first = page.locator('.product-card').first()
  await expect(first.getByRole('link')).toHaveAttribute('href', /^\/product-details\/\d+$/)
  await expect(first).toContainText('UGX')
  await context.close()
})

test("an author's page lists all books without JavaScript, and an unknown author returns 404", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${emulator.origin}/authors/Chinua%20Achebe`)
  await expect(page).toHaveTitle(/^Chinua Achebe/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chinua Achebe')
  await expect(page.locator('.product-card').filter({ hasText: 'Things Fall Apart' })).toContainText('UGX')
  await context.close()
  expect((await pageOf('/authors/Nobody')).status).toBe(404)
})

test('without JavaScript, links connect the home page to a product, and no loading state is shown', {
  tag: '@thorough',
}, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(emulator.origin)
  await expect(page.getByText('Loading...')).toBeHidden()
  await expect(page.getByRole('link', { name: /^\+256/ }).last()).toHaveAttribute('href', /^tel:\+256\d+$/)
  await page.getByRole('paragraph').getByRole('link', { name: 'categories' }).click()
  await page.getByRole('list', { name: 'Subcategories' }).getByRole('link').first().click()
  await page.locator('.product-card').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/product-details\/\d+$/)
  await expect(page.getByRole('main')).toContainText(/UGX \d/)
  await context.close()
})

test('the server renders lists and searches of a query, and the browser those that are sorted or filtered', async () => {
  expect((await pageOf('/categories')).html).toContain('id="responses"')
  expect((await pageOf('/categories?categoryId=3')).html).toContain('id="responses"')
  expect((await pageOf('/search?q=english')).html).toContain('product-card')
  expect((await pageOf('/shop?sort=price')).html).not.toContain('id="responses"')
  expect((await pageOf('/product-details/5?utm_source=chat')).html).toContain('id="responses"')
})

test('a category renders the same page by path and by query', { tag: '@thorough' }, async ({ page }) => {
  await page.goto(`${emulator.origin}/categories/3`)
  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeVisible()
  const names = await page.locator('.product-name').allTextContents()
  await page.goto(`${emulator.origin}/categories?categoryId=3`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading ?? '')
  await expect.poll(() => page.locator('.product-name').allTextContents()).toEqual(names)
})

test('returns 404 for a missing page, and the app shows what is missing', async ({ page }) => {
  for (const path of ['/product-details/999999', '/product-details/x', '/categories/999999']) {
    const { status, html } = await pageOf(path)
    expect([path, status]).toEqual([path, 404])
    expect(html).not.toContain('id="responses"')
  }
  const nowhere = await pageOf('/nowhere')
  expect([nowhere.status, nowhere.html]).toEqual([404, expect.stringContaining('Page not found')])
  for (const path of ['/', '/shop', '/search?q=atlas', '/my-account', '/categories', '/about-us'])
    expect([path, (await pageOf(path)).status]).toEqual([path, 200])
  for (const [path, sign] of [
    ['/product-details/999999', 'Product not found.'],
    ['/nowhere', 'Page not found'],
    ['/authors/%', 'Page not found'],
    ['/product-details/%zz', 'Page not found'],
  ] as const) {
    await page.goto(emulator.origin + path)
    await expect(page.getByText(sign).first()).toBeVisible()
  }
})

test('a document has one canonical link, that of the page shown, before and after hydration and navigations', async ({
  page,
}) => {
  const links = () =>
    page
      .locator('link[rel=canonical]')
      .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))
  const canonicalIn = (html: string) =>
    [...html.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href]) => href)
  for (const [path, canonical] of [
    ['/product-details/5/?utm_source=chat', '/product-details/5'],
    ['/about-us', '/about-us'],
    ['/shop', '/shop'],
  ] as const) {
    // A page that is complete at build time does not know its host.
    expect(canonicalIn((await pageOf(path)).html).map((href) => href?.replace(emulator.origin, ''))).toEqual([
      canonical,
    ])
    await page.goto(emulator.origin + path)
    await waitForHydration(page)
    expect(await links()).toEqual([emulator.origin + canonical])
  }
  expect(canonicalIn((await pageOf('/categories?categoryId=3')).html)).toEqual([
    `${emulator.origin}/categories/3`,
  ])
  await page.getByRole('contentinfo').getByRole('link', { name: 'Refund Policy' }).click()
  await expect.poll(links).toEqual([`${emulator.origin}/refund-policy`])
  await page.goto(`${emulator.origin}/categories?categoryId=3`)
  await expect.poll(links).toEqual([`${emulator.origin}/categories/3`])
})

test('serves the robots.txt of the build', async () => {
  expect((await pageOf('/robots.txt')).html).toContain('Disallow: /checkout')
})

test('data affected by a fault is rendered by the app', async () => {
  const plain = (await pageOf('/product-details/999999')).html
  const world = randomUUID()
  expect((await post('faults', world, { path: '/products/details/5', effect: { status: 500 } })).ok).toBe(
    true,
  )
  expect((await pageOf('/product-details/5', world)).html).toBe(plain)
})

test('rendering triggers no fault and writes nothing to the journal', async () => {
  const world = randomUUID()
  await pageOf('/product-details/5', world)
  const journal = await fetch(`${emulator.origin}/__emulator/journal`, {
    headers: { 'x-emulator-world': world },
  })
  expect(JSON.stringify(await journal.json())).not.toContain('/products/details')
})
