import type { Locator, Page } from '@playwright/test'
import { expect, shareEmulator, test } from '../emulator.ts'

/** Forced colours, large touch targets, and screen readers. */
const { open } = shareEmulator()

/** Takes a screenshot of a control and the area around it. */
async function takeScreenshot(page: Page, control: Locator): Promise<Buffer> {
  await control.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await control.boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 }
  return page.screenshot({
    animations: 'disabled',
    clip: { x: Math.max(0, x - 6), y: Math.max(0, y - 6), width: width + 12, height: height + 12 },
  })
}

/** Whether a control looks different when it has the focus. */
async function showsFocus(page: Page, control: Locator): Promise<boolean> {
  await control.focus()
  const focused = await takeScreenshot(page, control)
  await control.blur()
  return !focused.equals(await takeScreenshot(page, control))
}

for (const forcedColors of ['none', 'active'] as const) {
  const tag = forcedColors === 'active' ? [] : '@thorough'
  test(`valid and invalid fields show their focus with forced colours ${forcedColors}`, { tag }, async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors, reducedMotion: 'reduce' })
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    await open(page, '/special-order')
    const select = page.getByRole('combobox', { name: 'Preferred contact method' })
    for (const control of [field('Full name'), field('Details'), select, field('Your email')])
      expect(await showsFocus(page, control)).toBe(true)
    await page.getByRole('button', { name: 'Submit request' }).click()
    await expect(field('Full name')).toBeFocused()
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(5)
    for (const name of ['Full name', 'Details']) expect(await showsFocus(page, field(name)), name).toBe(true)

    await open(page, '/my-account')
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(field('First name')).toBeFocused()
    for (const name of ['First name', 'Email', 'Password'])
      expect(await showsFocus(page, page.getByLabel(name, { exact: true })), name).toBe(true)
  })
}

test('the confirmation check box shows its focus with forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const line = { id: 5, name: 'Book', quantity: 1, price: 9000, image: 'default.png', total_stock: 6 }
  await page.addInitScript((cart) => localStorage.setItem('cart', cart), JSON.stringify([line]))
  await open(page, '/pre-check')
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  const box = page.getByRole('checkbox', { name: /I confirm that my details/ })
  await page.getByLabel('Delivery Note').fill('Call at the gate')
  expect(await showsFocus(page, box)).toBe(true)
})

test('screen readers announce entries without a destination as unavailable', async ({ page }) => {
  const disabled = (name: string) => page.getByRole('button', { name, exact: true, disabled: true })
  await open(page, '/shop')
  for (const name of ['Compare', 'Notifications', 'SCHOOL PACKAGES', 'GIFT VOUCHER', 'School Packages'])
    await expect(disabled(name), name).toBeVisible()
  await expect(disabled('Gift Voucher')).toBeVisible()
  await expect(disabled('Search in the shop')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search in the shop' })).toHaveAccessibleDescription(
    "This box doesn't search yet. Use the search at the top of the page.",
  )
  await open(page, '/')
  const withoutCategory = page.getByRole('group', { name: 'Banner 4 of 8' })
  await page.getByRole('button', { name: 'Banner 4 of 8' }).click()
  await expect(withoutCategory.getByRole('button', { name: 'View More', disabled: true })).toBeVisible()
  await page.getByRole('button', { name: 'Banner 1 of 8' }).click()
  await expect(
    page
      .getByRole('group', { name: 'Banner 1 of 8' })
      .getByRole('button', { name: 'View More', disabled: false }),
  ).toBeVisible()
})

for (const width of [360, 768, 1280]) {
  const title = `the dots and Pause of the banners are fully visible and at least 44 px wide at ${width} px`
  // The narrowest width leaves the least space.
  test(title, { tag: width === 360 ? [] : '@thorough' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page, '/')
    // Waits until the app has replaced the prerendered page.
    await page.waitForLoadState('networkidle')
    const tools = page.getByRole('region', { name: 'Offers' }).locator('.carousel-tools').getByRole('button')
    await expect(tools).toHaveCount(9)
    for (const tool of await tools.all()) {
      const box = await tool.boundingBox()
      expect(box?.width, `${await tool.getAttribute('aria-label')}`).toBeGreaterThanOrEqual(43.5)
      expect(box?.height).toBeGreaterThanOrEqual(43.5)
      await expect(tool).toBeInViewport({ ratio: 1 })
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
}
