import { expect, shareEmulator, test, WITHOUT_DATA } from '../emulator.ts'
import { checkLayoutAndAxe, measureShift } from '../layout-and-axe.ts'

// The browser logs an error for pages with status 404.
test.use({ provoked: /status of 404 .*999999/ })
const emulator = shareEmulator(...WITHOUT_DATA)
const { open } = emulator

const phone = { width: 360, height: 740 }
for (const path of ['/', '/shop', '/product-details/7']) {
  for (const screen of [phone, { width: 1280, height: 860 }]) {
    const tag = screen === phone ? [] : '@thorough'
    test(`${path} has a layout shift of at most 0.02 at ${screen.width} px`, { tag }, async ({ page }) => {
      await page.setViewportSize(screen)
      // The placeholders are visible with the inline styles alone, then with the style sheets.
      for (const [url, delay] of [
        [/\/assets\/[^/]*\.css$/, 500],
        [/\/api\/v1\//, 1000],
      ] as const)
        await page.route(url, async (route) => {
          await new Promise((arrived) => setTimeout(arrived, delay))
          await route.continue()
        })
      const readShift = await measureShift(page)
      await open(page, path)
      await page.waitForLoadState('networkidle')
      const shift = await readShift()
      test.info().annotations.push({ type: 'CLS', description: shift.toFixed(4) })
      expect(shift).toBeLessThanOrEqual(0.02)
    })
  }
}

test('a search without results and a missing product fit into 320 px, without axe violations', {
  tag: '@thorough',
}, async ({ page }) => {
  for (const [path, sign] of [
    ['/shop?q=zzzzzz', 'No products found for “zzzzzz”.'],
    ['/product-details/999999', 'Product not found.'],
  ] as const) {
    await open(page, path)
    await expect(page.getByText(sign)).toBeVisible()
    await checkLayoutAndAxe(page)
  }
})

test('the home page requests banners and sections once, and cached sections not at all', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/banners|sections/.test(pathname)) requested.push(pathname)
  })
  await open(page, '/')
  await expect(page.getByRole('link', { name: 'See more', exact: true }).first()).toBeVisible()
  expect(requested.sort()).toEqual(['/api/v1/banners', '/api/v1/homepage/sections'])
  const stored = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('homepage_sections') ?? '{}').timestamp)
  await expect.poll(stored).toBeGreaterThan(Date.now() - 60_000)
  await page.reload()
  await expect(page.getByRole('link', { name: 'See more', exact: true }).first()).toBeVisible()
  expect(requested.filter((path) => path.endsWith('sections'))).toHaveLength(1)
})

test('a shopper navigates from the menu through a tile and an image to a product and a similar one', async ({
  page,
}) => {
  await open(page, '/')
  await page.getByRole('button', { name: 'CATEGORIES', exact: true }).click()
  await page.getByRole('link', { name: 'Books', exact: true }).first().click()
  await expect(page).toHaveURL(/\/categories\?categoryId=3$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeFocused()
  await page.getByRole('list', { name: 'Subcategories' }).getByRole('link').first().click()
  await expect(page).not.toHaveURL(/categoryId=3$/)
  const card = page.getByRole('article').first()
  await card.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await expect(page.getByText(/ added to cart!$/)).toBeVisible()
  await card.locator('img').first().click()
  await expect(page).toHaveURL(/\/product-details\/\d+$/)
  const similar = page.getByRole('region', { name: 'Similar Products' })
  // The first is sold out.
  await similar.getByRole('link', { name: /^Nile Integrated Science/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Nile Integrated Science/ })).toBeVisible()
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Cart, 2 items/ })).toBeVisible()
})

test.describe('a read that is retried while another has failed', () => {
  test.use({ provoked: /status of 50[03]/ })

  test('adds no second "Try again"', async ({ page }) => {
    const fail = (url: RegExp, status: number, headers: Record<string, string>) =>
      page.route(url, (route) => route.fulfill({ status, headers, json: {} }))
    await fail(/\/api\/v1\/categories$/, 503, { 'Retry-After': '30' })
    await fail(/\/api\/v1\/categories\/products\/3$/, 500, {})
    await open(page, '/categories/3')
    await expect(page.getByText("We couldn't load the products.")).toBeVisible()
    await expect(page.getByText('Still trying…')).toBeAttached({ timeout: 15_000 })
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(1)
  })
})

test.describe('offline', () => {
  test.use({ provoked: /ERR_INTERNET_DISCONNECTED/ })

  test('shows a notice while the browser is offline', async ({ page, context }) => {
    await open(page, '/about-us')
    await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText("You're offline.")).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText("You're offline.")).toBeHidden()
  })
})

test('banners are text if the browser requests reduced data', { tag: '@thorough' }, async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  )
  const images: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/storage/banner/')) images.push(request.url())
  })
  await open(page, '/')
  await expect(page.getByRole('button', { name: 'View More', exact: true }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(images).toEqual([])
})

test("/api offers the OpenAPI document for download, and /api/v1 remains the provider's API", async ({
  page,
}) => {
  await open(page, '/api')
  await expect(page.getByText('/customer/order/place')).toBeVisible()
  const banners = await page.request.get(`${emulator.origin}/api/v1/banners`)
  expect(banners.headers()['content-type']).toContain('application/json')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'OpenAPI 3.1' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('openapi.json')
})
