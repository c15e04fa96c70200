import type { Locator, Page } from '@playwright/test'
import { expect, shareEmulator, test } from './emulator.ts'

/** The position and duration of toasts. */
const emulator = shareEmulator()
test.beforeEach(async ({ page }) => {
  await measureDurations(page)
  await page.setViewportSize({ width: 1280, height: 860 })
})

const open = (page: Page, path: string) => page.goto(emulator.origin + path)
const message = (page: Page, text: string | RegExp) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text }).last()

/** Returns a toast's position: the vertical half and horizontal third of the screen. */
async function positionOf(toast: Locator): Promise<string> {
  const box = await toast.boundingBox()
  if (!box) throw new Error('The toast is not visible.')
  const across = ['left', 'centre', 'right'][Math.floor(((box.x + box.width / 2) / 1280) * 3)]
  return `${box.y + box.height / 2 < 430 ? 'top' : 'bottom'}-${across}`
}

/** Measures durations inside the page, because on a busy machine the test notices changes late. */
async function measureDurations(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const target = window as unknown as { durations: number[] }
    target.durations = []
    const since = new Map<Element, number>()
    const observe = () => {
      const now = performance.now()
      for (const toast of document.querySelectorAll('.Toastify__toast')) {
        if (!since.has(toast)) since.set(toast, now)
      }
      for (const [toast, shown] of since) {
        if (toast.isConnected) continue
        since.delete(toast)
        target.durations.push(now - shown)
      }
    }
    new MutationObserver(observe).observe(document, { childList: true, subtree: true })
  })
}

/** Asserts a toast's position and duration. Moves the pointer away, because hovering keeps a toast open. */
async function expectToast(page: Page, text: string | RegExp, position: string, milliseconds: number) {
  const toast = message(page, text)
  await expect(toast).toBeVisible()
  expect(await positionOf(toast)).toBe(position)
  await page.mouse.move(400, 500)
  await toast.waitFor({ state: 'detached' })
  const [duration] = await page.evaluate(() => (window as unknown as { durations: number[] }).durations)
  test.info().annotations.push({ type: 'stay', description: `${Math.round(duration ?? 0)} ms` })
  expect(duration).toBeGreaterThan(milliseconds - 400)
  // The durations differ by a second; on a busy machine, toasts close late.
  expect(duration).toBeLessThan(milliseconds + 900)
}

const storeCart = (page: Page, total_stock: number | null) =>
  page.addInitScript(
    (cart) => localStorage.setItem('cart', cart),
    JSON.stringify([
      { id: 99_001, name: 'Atlas', quantity: 2, price: 9000, image: 'default.png', total_stock },
    ]),
  )

test("the cart's stock toast stays at the top right for 3 seconds", async ({ page }) => {
  await storeCart(page, 2)
  await open(page, '/about-us')
  await page.getByRole('button', { name: /^Cart,/ }).click()
  await page.getByRole('button', { name: 'Increase quantity of Atlas' }).click()
  await expectToast(page, 'Cannot exceed available stock!', 'top-right', 3000)
})

test('other header toasts stay at the top right for 5 seconds', async ({ page }) => {
  await storeCart(page, null)
  await open(page, '/about-us')
  await page.getByRole('button', { name: /^Cart,/ }).click()
  const plus = page.getByRole('button', { name: 'Increase quantity of Atlas' })
  await expect(plus).toBeVisible()
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota is exceeded.', 'QuotaExceededError')
    }
  })
  await plus.click()
  await expectToast(page, 'Failed to add item to cart', 'top-right', 5000)
})

test('footer toasts stay at the bottom right for 3 seconds', async ({ page }) => {
  await open(page, '/about-us')
  await page.getByRole('button', { name: /newsletter/ }).click()
  await expectToast(page, 'Please enter a valid email address', 'bottom-right', 3000)
})

test('other success toasts stay at the top right for 2 seconds', async ({ page }) => {
  await open(page, '/shop')
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expectToast(page, / added to cart!$/, 'top-right', 2000)
})

test('errors on the password pages stay at the top centre for 4 seconds', async ({ page }) => {
  await open(page, '/forgot-password')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('nobody')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expectToast(page, /^Please enter a valid email$/, 'top-centre', 4000)
})

test('a toast stays while the mouse hovers over it, and closes afterwards', async ({ page }) => {
  await open(page, '/shop')
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  const toast = message(page, / added to cart!$/)
  await toast.hover()
  // Longer than a success toast.
  await page.waitForTimeout(2500)
  await expect(toast).toBeVisible()
  await page.mouse.move(400, 500)
  await expect(toast).toBeHidden()
})

test('a toast fits into 320 px and can be closed', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, '/shop')
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  const toast = message(page, / added to cart!$/)
  await toast.hover()
  const box = await toast.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320)
  await page.getByRole('button', { name: 'Close message' }).click()
  await expect(toast).toBeHidden()
})
