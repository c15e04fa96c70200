// The position and duration of toasts.
import type { Locator, Page } from '@playwright/test'
import { arrive, CART_OF_TWO, logIn } from '../../driver/shopper-actions.ts'
import { expect, shareEmulator, test } from '../emulator.ts'

const emulator = shareEmulator()
const { open } = emulator
test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 860 })
})

const message = (page: Page, text: string | RegExp) =>
  page.locator('.Toastify__toast').filter({ hasText: text }).last()

/** Returns the box of a visible element. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not visible.')
  return box
}

/** Returns a toast's position: the vertical half and horizontal third of the screen. */
async function positionOf(toast: Locator): Promise<string> {
  const box = await boxOf(toast)
  const across = ['left', 'centre', 'right'][Math.floor(((box.x + box.width / 2) / 1280) * 3)]
  return `${box.y + box.height / 2 < 430 ? 'top' : 'bottom'}-${across}`
}

/** Asserts a toast's position, and the duration of the animation after whose end the library closes it. */
async function expectToast(page: Page, text: string | RegExp, position: string, duration: string) {
  const toast = message(page, text)
  await expect(toast).toBeVisible()
  expect(await positionOf(toast)).toBe(position)
  const progress = page
    .locator('.Toastify__toast')
    .filter({ hasText: text })
    .locator('.Toastify__progress-bar')
  await expect(progress).toHaveCSS('animation-duration', duration)
}

const storeCart = (page: Page, total_stock: number | null) =>
  page.addInitScript(
    (cart) => localStorage.setItem('cart', cart),
    JSON.stringify([
      { id: 99_001, name: 'Atlas', quantity: 2, price: 9000, image: 'default.png', total_stock },
    ]),
  )

test('toasts of the header and the footer stay for 3 seconds, others of the header for 5', {
  tag: '@thorough',
}, async ({ page }) => {
  await storeCart(page, 2)
  await open(page, '/about-us')
  await page.getByRole('button', { name: /newsletter/ }).click()
  await expectToast(page, 'Please enter a valid email address', 'bottom-right', '3s')
  await page.getByRole('button', { name: /^Cart,/ }).click()
  const plus = page.getByRole('button', { name: 'Increase quantity of Atlas' })
  await plus.click()
  await expectToast(page, 'Cannot exceed available stock!', 'top-right', '3s')
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota is exceeded.', 'QuotaExceededError')
    }
  })
  await page.getByRole('button', { name: 'Decrease quantity of Atlas' }).click()
  await plus.click()
  await expectToast(page, 'Failed to add item to cart', 'top-right', '5s')
})

for (const width of [360, 1280])
  test(`a toast does not cover the offline bar at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 860 })
    await open(page, '/about-us')
    await expect(page.getByRole('button', { name: /newsletter/ })).toBeVisible()
    // Not with Playwright's setOffline, because deferred code would fail to load.
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => false })
      window.dispatchEvent(new Event('offline'))
    })
    const bar = page.getByText("You're offline.", { exact: true })
    await expect(bar).toBeVisible()
    await page.getByRole('button', { name: /newsletter/ }).click()
    const toast = message(page, 'Please enter a valid email address')
    await expect(toast).toBeVisible()
    const below = await toast.evaluate((element) => element.getBoundingClientRect().bottom)
    expect(below).toBeLessThanOrEqual(await bar.evaluate((element) => element.getBoundingClientRect().top))
  })

test('errors on the password pages stay at the top centre for 4 seconds', { tag: '@thorough' }, async ({
  page,
}) => {
  await open(page, '/forgot-password')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('nobody')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expectToast(page, /^Please enter a valid email$/, 'top-centre', '4s')
})

test('other success toasts close after 2 seconds, but not under the mouse', { tag: '@thorough' }, async ({
  page,
}) => {
  await open(page, '/shop')
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expectToast(page, / added to cart!$/, 'top-right', '2s')
  const toast = message(page, / added to cart!$/)
  const progress = page.locator('.Toastify__progress-bar')
  await toast.hover()
  await expect(progress).toHaveCSS('animation-play-state', 'paused')
  await page.mouse.move(400, 500)
  await expect(progress).toHaveCSS('animation-play-state', 'running')
  await expect(toast).toBeHidden()
})

test('a focused toast stays, gives the focus back and keeps away from the button that raised it', async ({
  page,
}) => {
  await open(page, '/shop')
  const add = page.getByRole('button', { name: 'Add to cart' }).nth(2)
  await add.focus()
  // Under the place of the toasts.
  await add.evaluate((button) => window.scrollBy(0, button.getBoundingClientRect().top - 20))
  await page.keyboard.press('Enter')
  const toast = message(page, / added to cart!$/)
  await expect(toast).toBeVisible()
  const button = await add.boundingBox()
  if (!button) throw new Error('The button is not visible.')
  expect(button.y).toBeLessThan(140)
  expect((await toast.boundingBox())?.x).toBeLessThan(button.x + button.width)
  await expect
    .poll(async () => (await toast.boundingBox())?.y)
    .toBeGreaterThanOrEqual(button.y + button.height)
  const close = page.getByRole('button', { name: 'Close message' })
  await close.focus()
  await expect(page.locator('.Toastify__progress-bar')).toHaveCSS('animation-play-state', 'paused')
  await close.press('Enter')
  await expect(toast).toBeHidden()
  await expect(add).toBeFocused()
})

/** Asserts that a toast covers no part of an element. */
async function expectFree(toast: Locator, element: Locator) {
  const [shown, box] = [await boxOf(toast), await boxOf(element)]
  const isCovered =
    shown.x < box.x + box.width &&
    box.x < shown.x + shown.width &&
    shown.y < box.y + box.height &&
    box.y < shown.y + shown.height
  expect(isCovered).toBe(false)
}

for (const [screen, width] of [
  ['wide screens', 1280],
  ['phones', 360],
] as const)
  test(`on ${screen}, toasts leave the header, the summary and the bar free`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 })
    await open(page, '/shop')
    const header = page.getByRole('banner').locator('.header-main')
    await page.getByRole('button', { name: 'Add to cart' }).first().click()
    const added = message(page, / added to cart!$/)
    await expect(added).toBeVisible()
    await expectFree(added, header)
    await expectFree(added, page.getByRole('button', { name: 'Sort and filter' }))

    await open(page, '/pre-check')
    const proceed = page.getByRole('button', { name: 'Proceed to Payment' })
    await proceed.click()
    const refused = message(page, 'Please provide a delivery note.')
    await expect(refused).toBeVisible()
    await expectFree(refused, proceed)
    if (width > 768) {
      // Left of the whole summary, whose button may be anywhere below its heading.
      const toast = await boxOf(refused)
      const summary = await boxOf(page.getByRole('heading', { name: 'Summary' }))
      expect(toast.x + toast.width).toBeLessThan(summary.x)
      return
    }
    // A sheet on the bar.
    const [sheet, bar] = [await boxOf(refused), await boxOf(page.locator('.pay-bar'))]
    expect(sheet).toMatchObject({ x: 0, width })
    expect(bar.y - sheet.y - sheet.height).toBeLessThan(16)
  })

test.describe('after a refused log-in', () => {
  test.use({ provoked: /auth\/login/ })

  test('on phones, a toast does not cover the same message in its form', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await open(page, '/my-account')
    const main = page.getByRole('main')
    await main.getByLabel('Email or phone').fill('demo@kitabo.example')
    await main.getByLabel('Password').fill('something else')
    const button = main.getByRole('button', { name: 'Login' })
    // Where the toast stands: at the bottom of the screen.
    await button.evaluate((each) => window.scrollBy(0, each.getBoundingClientRect().bottom - innerHeight + 8))
    await button.click()
    const toast = message(page, 'Login failed')
    const error = main.getByRole('group', { name: 'Error' })
    await expect(error).toBeInViewport({ ratio: 1 })
    await expect(toast).toBeVisible()
    await expect(async () => expectFree(toast, error)).toPass({ timeout: 2000 })
  })

  test('on wide screens, a toast is next to its form, and closes when the form is sent again', async ({
    page,
  }) => {
    await open(page, '/my-account')
    const main = page.getByRole('main')
    await main.getByLabel('Email or phone').fill('demo@kitabo.example')
    await main.getByLabel('Password').fill('something else')
    await main.getByRole('button', { name: 'Login' }).click()
    const toast = message(page, 'Login failed')
    await expect(toast).toBeVisible()
    await expectFree(toast, main.locator('form'))
    await page.route('**/auth/login', () => {})
    await main.getByRole('button', { name: 'Login' }).click()
    await expect(main.getByRole('button', { name: 'Logging in...' })).toBeVisible()
    await expect(toast).toBeHidden({ timeout: 1000 })
  })
})

test('on phones, a toast that appears before the bar of the next page is above it', async ({
  page,
  context,
}) => {
  await arrive(context, emulator.origin, { stored: { cart: CART_OF_TWO } })
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, '/checkout')
  await logIn(page)
  const toast = message(page, 'Login successful')
  await toast.hover()
  const proceed = page.getByRole('button', { name: 'Proceed to Payment' })
  await expect(proceed).toBeVisible()
  await expectFree(toast, proceed)
})

test('on phones, a toast covers neither the first invalid field nor its error', async ({ page, context }) => {
  await arrive(context, emulator.origin, { isCustomer: true, stored: { cart: CART_OF_TWO } })
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, '/pre-check')
  await page.getByRole('button', { name: 'Add another address' }).click()
  await page.getByRole('combobox', { name: 'Search for your address' }).fill('ntinda')
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Save searched address' }).click()
  const name = page.getByLabel('Address Name')
  await name.fill('')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(name).toBeFocused()
  const toast = message(page, 'Please fill all required fields.')
  await expect(async () => {
    await expectFree(toast, name)
    await expectFree(toast, page.getByRole('dialog').getByText('Required.').first())
    await expectFree(toast, page.getByRole('dialog').getByRole('combobox', { name: 'Address Type' }))
  }).toPass({ timeout: 2000 })
})

test('on phones, toasts move to the bottom of the screen when the bar disappears', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, '/product-details/500')
  const add = page.getByRole('button', { name: 'Add to Cart', exact: true })
  await expect(page.locator('.buy-bar')).toBeVisible()
  await add.click()
  const toast = message(page, / added to cart!$/)
  await toast.hover()
  await expectFree(toast, add)
  await page.locator('.buy-place').evaluate((place) => place.scrollIntoView({ block: 'center' }))
  await expect(page.locator('.buy-bar')).toBeHidden()
  await expect
    .poll(() => toast.evaluate((sheet) => innerHeight - sheet.getBoundingClientRect().bottom))
    .toBeLessThanOrEqual(1)
})

test('a toast fits into one line of 320 px and can be closed', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, '/shop')
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  const toast = message(page, / added to cart!$/)
  await toast.hover()
  const box = await toast.boundingBox()
  // One line: only the product's name is shortened, and the end of the message is visible.
  expect(box?.height).toBeLessThanOrEqual(48)
  const isCut = (text: Element) => text.scrollWidth > text.clientWidth
  expect(await toast.getByRole('paragraph').evaluate(isCut)).toBe(false)
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320)
  await page.getByRole('button', { name: 'Close message' }).click()
  await expect(toast).toBeHidden()
})

test('a second tap on the button that raised a toast taps the button again', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, '/shop')
  const add = page.getByRole('button', { name: 'Add to cart' }).first()
  // Where the toast stood: at the bottom of the screen.
  await add.evaluate((button) => window.scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 8))
  const box = (await add.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const spot = [box.x + box.width - 20, box.y + box.height / 2] as const
  await page.mouse.click(...spot)
  await expect(message(page, / added to cart!$/)).toBeVisible()
  await page.mouse.click(...spot)
  await expect(page.getByRole('button', { name: /^Cart, 2 items/ })).toBeVisible()
})

test('on a phone, a toast lies above the notice of slow reads, which lies above the price bar', {
  tag: '@thorough',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, '/shop')
  await page.route('**/products/details/**', () => {})
  await page.locator('.product-card a').first().click()
  const notice = page.locator('.slow-reads-notice')
  await expect(notice).toBeVisible({ timeout: 10_000 })
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  const toast = page.locator('.Toastify__toast')
  await expect(toast).toBeVisible()
  const { y, height } = await boxOf(toast)
  expect(y + height).toBeLessThanOrEqual((await boxOf(notice)).y)
})
