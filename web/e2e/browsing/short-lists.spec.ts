import type { Page } from '@playwright/test'
import { send, tokenOf } from '../../driver/shopper-actions.ts'
import { expect, shareEmulator, test, WITHOUT_DATA } from '../emulator.ts'

/** A host with default limits of 10 latest products, 15 search results and 10 wishes. */
const emulator = shareEmulator('--without', 'longLists', ...WITHOUT_DATA)

const names = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents()

async function turn(page: Page, to: number) {
  const next = page.getByRole('button', { name: 'Next', exact: true })
  // Scrolling lays out the cards above the button, which would move it between mousedown and mouseup.
  await next.scrollIntoViewIfNeeded()
  await next.click()
  await expect(page).toHaveURL(new RegExp(`[?&]page=${to}`))
  await expect(page.getByText(new RegExp(`^Page ${to} of`))).toBeVisible()
}

async function sizeOf(page: Page, path: string): Promise<number> {
  return (await (await page.request.get(`${emulator.origin}/api/v1${path}`)).json()).total_size
}

test('all latest products are counted and reachable, 18 per page', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('/products/latest')) requested.push(search)
  })
  await page.goto(`${emulator.origin}/shop`)
  const total = await sizeOf(page, '/products/latest')
  const pages = Math.ceil(total / 18)
  await expect(page.getByRole('main').getByText(`${total} products`)).toBeVisible()
  await expect(page.getByRole('main').getByText(`Page 1 of ${pages}`)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(18)
  expect(requested.slice(0, 2)).toEqual(['', '?limit=10&offset=2'])

  await page.goto(`${emulator.origin}/shop?page=${pages}`)
  await expect(page.getByRole('article')).toHaveCount(total - 18 * (pages - 1))
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled()
})

test("a search counts the host's results and shows each once, prefix matches first on each page", {
  tag: '@thorough',
}, async ({ page }) => {
  await page.goto(emulator.origin)
  const total = await sizeOf(page, '/products/search?name=book')
  expect(total).toBeGreaterThan(36)
  await page.getByRole('combobox').first().fill('book')
  await page.getByRole('combobox').first().press('Enter')
  await expect(page.getByRole('main').getByText(`${total} products`)).toBeVisible()
  const pages = Math.ceil(total / 18)
  const allLinks: string[] = []
  for (let at = 1; at <= pages; at += 1) {
    if (at > 1) await turn(page, at)
    await expect(page.getByRole('article')).toHaveCount(Math.min(18, total - 18 * (at - 1)))
    const links = await page
      .getByRole('article')
      .locator('h3 a, h2 a, a.card-link')
      .evaluateAll((elements) => [...new Set(elements.map((link) => (link as HTMLAnchorElement).pathname))])
    allLinks.push(...links)
    const starts = (await names(page)).map((name) => /^book/i.test(name))
    expect(starts).toEqual([...starts].sort((a, b) => Number(b) - Number(a)))
  }
  expect(new Set(allLinks).size).toBe(allLinks.length)
  expect(allLinks.length).toBe(total)

  await page.reload()
  await expect(page.getByRole('main').getByText(`${total} products`)).toBeVisible()
})

test('a wishlist of 13 is shown and counted completely, also when shared', { tag: '@thorough' }, async ({
  page,
  context,
}) => {
  const { origin } = emulator
  const token = await tokenOf(origin)
  const product_ids = Array.from({ length: 13 }, (_, index) => index + 1)
  await send(origin, 'POST', '/api/v1/customer/wish-list/add', { token, body: { product_ids } })
  const { total_size: total, products } = await send(origin, 'GET', '/api/v1/customer/wish-list', { token })
  expect(products).toHaveLength(10)
  expect(total).toBeGreaterThanOrEqual(13)

  await context.addInitScript((authToken) => localStorage.setItem('authToken', authToken), token)
  await page.goto(`${origin}/wishlist`)
  await expect(page.getByRole('button', { name: `Wishlist, ${total} items` })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /^Remove / })).toHaveCount(total)
  await page.goto(`${origin}/wishlist?user=1`)
  await expect(page.locator('.product-grid li')).toHaveCount(total)
})
