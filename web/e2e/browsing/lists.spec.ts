import { expect, responseWith, shareEmulator, test } from '../emulator.ts'
import { measureShift } from '../layout-and-axe.ts'

const emulator = shareEmulator()

test('the shop collapses its sidebar and hides badges at 768 px, and shows both at 769 px', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto(`${emulator.origin}/shop`)
  await expect(page.getByRole('article').first()).toBeVisible()
  const badge = page.getByText('Best Sellers', { exact: true })
  const tree = page.getByRole('checkbox', { name: 'Books', exact: true })
  const unfold = page.getByRole('button', { name: 'Browse categories', exact: true })
  await expect(badge).toBeHidden()
  await expect(tree).toBeHidden()
  await unfold.click()
  await expect(tree).toBeVisible()
  await unfold.click()
  await page.setViewportSize({ width: 769, height: 900 })
  await expect(badge).toBeVisible()
  await expect(tree).toBeVisible()
  await expect(unfold).toBeHidden()
})

test('a list is sorted and filtered by keyboard on a phone, across all pages, and Back undoes a choice', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${emulator.origin}/shop`)
  await expect(page.getByRole('article').first()).toBeVisible()
  const tools = page.getByRole('button', { name: 'Sort and filter' })
  await expect(tools).toHaveAttribute('aria-expanded', 'false')
  await tools.press('Enter')
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  await expect(sort).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(sort).toBeFocused()
  await sort.selectOption('Price, low to high')
  await expect(page.getByText(/^\d{3} products$/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Class' }).selectOption({ value: 'P4' })
  await expect(page.getByText(/^\d+ of \d{3} products$/)).toBeVisible()
  await expect(page).toHaveURL(/\?sort=price-up&class=P4$/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'Class' })).toHaveValue('')
  await page.goBack()
  await expect(sort).toHaveValue('')
  // The open panel has its own button, and the bar is hidden.
  await expect(tools).toBeHidden()
  await page.getByRole('button', { name: /^Show \d+ products$/ }).click()
  await expect(sort).toBeHidden()
  await expect(tools).toBeInViewport({ ratio: 1 })
})

test('on a phone, the filters are one tap away all along a list, and the number of matches leads back to it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${emulator.origin}/shop`)
  const tools = page.getByRole('button', { name: 'Sort and filter' })
  await expect(tools).toBeInViewport({ ratio: 1 })
  await page.getByRole('article').nth(9).scrollIntoViewIfNeeded()
  await expect(tools).toBeInViewport({ ratio: 1 })
  await tools.click()
  const panel = page.getByRole('region', { name: 'Sort and filter' })
  await expect(panel.getByRole('combobox', { name: 'Sort by' })).toBeInViewport()
  await panel.getByRole('combobox', { name: 'Class' }).selectOption({ value: 'P4' })
  await panel.getByRole('button', { name: /^Show \d+ products$/ }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeInViewport()
  await expect(page.getByRole('article').first()).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Sort and filter (1)' })).toBeInViewport({ ratio: 1 })
})

test("a card's image links to its product, in the shop and in the wishlist", async ({ page }) => {
  for (const path of ['/shop', '/wishlist?user=1']) {
    await page.goto(emulator.origin + path)
    await page.locator('.product-grid img').first().click()
    await expect(page).toHaveURL(/product-details/)
  }
})

test('a check box of the category tree stays checked after a tap', async ({ page }) => {
  await page.goto(`${emulator.origin}/shop`)
  await page.getByRole('checkbox', { name: 'Books', exact: true }).check()
  await expect(page).toHaveURL(/categoryId=3$/)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
})

test('category tiles replace their placeholders without a layout shift', { tag: '@thorough' }, async ({
  page,
}) => {
  const readShift = await measureShift(page)
  // The tiles are visible before the image names arrive.
  await page.route('**/api/v1/categories/products/*', async (route) => {
    await page.locator('.tile-plate').first().waitFor()
    await route.continue()
  })
  await page.goto(`${emulator.origin}/categories`)
  await expect(page.getByRole('list', { name: 'Subcategories' })).toBeVisible()
  expect(await readShift()).toBeLessThanOrEqual(0.02)
})

test('the pagination fits into one line at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`${emulator.origin}/categories?categoryId=3&page=12`)
  const position = page.getByText(/^Page 12 of/)
  // The loading list has buttons, too, which the loaded one replaces.
  await expect(position).toBeVisible()
  expect((await position.boundingBox())?.height).toBeLessThan(30)
  const next = page.getByRole('button', { name: 'Next', exact: true })
  expect((await next.boundingBox())?.height).toBeLessThan(50)
})

test('price and button of a product are within the first two screens of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${emulator.origin}/product-details/40`)
  const button = await page.getByRole('button', { name: 'Add to Cart', exact: true }).boundingBox()
  expect(button?.y).toBeLessThan(2 * 740)
  const text = await page.getByRole('button', { name: 'Read More', exact: true }).boundingBox()
  expect(button?.y).toBeLessThan(text?.y ?? 0)
})

test('a wishlist that does not load stops waiting after five seconds', { tag: '@thorough' }, async ({
  page,
}) => {
  await page.route('**/api/v1/customer/wish-list?user=1', () => new Promise(() => {}))
  await page.clock.install()
  await page.goto(`${emulator.origin}/wishlist?user=1`)
  const loading = page.getByRole('main').getByText('Loading...')
  await expect(page.getByRole('heading', { level: 1, name: 'My Wishlist' })).toBeVisible()
  await expect(loading).toBeVisible()
  await page.clock.fastForward(5_000)
  await expect(loading).toBeHidden()
  await expect(page.getByText("So far: the shop hasn't sent this shared list yet.")).toBeVisible()
  await page.clock.fastForward(1_000)
  await expect(page.getByText('Still loading…')).toBeVisible()
})

test('the notice of a slow read moves nothing on the page', async ({ page }) => {
  await page.route('**/api/v1/config', () => new Promise(() => {}))
  await page.clock.install()
  await page.goto(`${emulator.origin}/contact-us`)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toBeVisible()
  const before = await title.boundingBox()
  await page.clock.fastForward(7_000)
  await expect(page.getByText('Still loading…')).toBeInViewport()
  expect(await title.boundingBox()).toEqual(before)
})

test('an accepted pre-order continues to the special order after 300 ms', async ({ page }) => {
  await page.clock.install()
  const product = { id: 7, name: 'Rare Atlas', price: 9000, total_stock: 0, image: [] }
  await responseWith(page, emulator, { product }, '/products/details/7')
  await page.goto(`${emulator.origin}/product-details/7`)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  const proceed = page.getByRole('button', { name: 'Yes, proceed', exact: true })
  await proceed.waitFor()
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1000)))
  await proceed.click()
  await page.clock.runFor(299)
  expect(new URL(page.url()).pathname).toBe('/product-details/7')
  await page.clock.runFor(1)
  await expect(page).toHaveURL(/special-order/)
})
