import type { Locator } from '@playwright/test'
import { launchOptions } from '../../chromium-flags.ts'
import { expect, shareEmulator, test } from '../emulator.ts'

/** The dark theme that Chrome computes for pages without one. The headless shell has none. */
const emulator = shareEmulator()
test.use({
  launchOptions: launchOptions({
    flags: ['--enable-features=WebContentsForceDark', '--force-dark-mode'],
    isFull: true,
  }),
})

/** Returns the WCAG contrast ratio between the darkest and the lightest pixel of an element. */
async function contrastOf(element: Locator): Promise<number> {
  const image = (await element.screenshot({ animations: 'disabled' })).toString('base64')
  return element.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    if (!context) throw new Error('The browser has no canvas.')
    context.drawImage(bitmap, 0, 0)
    // Without the edges, which show what is behind rounded corners.
    const [left, top] = [bitmap.width / 6, bitmap.height / 6]
    const { data } = context.getImageData(left, top, bitmap.width - 2 * left, bitmap.height - 2 * top)
    const linear = (value = 0) =>
      value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4
    const luminances = Array.from({ length: data.length / 4 }, (_, index) => {
      const [red, green, blue] = data.subarray(4 * index)
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    })
    const sorted = luminances.sort((a, b) => a - b)
    return ((sorted.at(-1) ?? 0) + 0.05) / ((sorted[0] ?? 0) + 0.05)
  }, image)
}

test('text on yellow stays readable in the automatic dark theme', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 860 })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const line = { id: 5, name: 'Book', quantity: 2, price: 9000, image: 'default.png', total_stock: 6 }
  await page.addInitScript((cart) => localStorage.setItem('cart', cart), JSON.stringify([line]))

  await page.goto(`${emulator.origin}/about-us`)
  // Without this rule, Chrome turns the text white.
  const button = page.getByRole('button', { name: /newsletter/ })
  await button.evaluate(({ style }) => style.setProperty('color-scheme', 'normal'))
  expect(await contrastOf(button)).toBeLessThan(4.5)
  await button.evaluate(({ style }) => style.removeProperty('color-scheme'))
  expect(await contrastOf(button)).toBeGreaterThan(4.5)
  expect(await contrastOf(page.locator('.header-cart .badge'))).toBeGreaterThan(4.5)

  await page.goto(emulator.origin)
  expect(await contrastOf(page.getByText('View More').first())).toBeGreaterThan(4.5)
  await page.goto(`${emulator.origin}/product-details/5`)
  expect(await contrastOf(page.getByText('Bestseller', { exact: true }))).toBeGreaterThan(4.5)
})
