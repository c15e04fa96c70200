import type { Page } from '@playwright/test'
import { expect, shareEmulator, test } from '../emulator.ts'

// The tests inspect the HTML before hydration.
test.use({ waitsForApp: false, viewport: { width: 360, height: 740 } })
const emulator = shareEmulator()

/** Opens the home page and waits until it has loaded. @returns the URLs of the product images requested so far */
async function openHome(page: Page): Promise<Set<string>> {
  const fetched = new Set<string>()
  page.on('request', (request) => {
    if (/\/product\/[^/]+\.webp/.test(request.url())) fetched.add(request.url())
  })
  await page.goto(emulator.origin)
  await expect(page.locator('.section-strip').last()).toBeAttached()
  return fetched
}

test('loads only visible images until the first interaction', async ({ page }) => {
  const fetched = await openHome(page)
  const inView = await page
    .locator('.image img')
    .evaluateAll(
      (images, margin) =>
        images.filter((image) => image.getBoundingClientRect().top < innerHeight + margin).length,
      100,
    )
  expect(fetched.size).toBeGreaterThan(0)
  expect(fetched.size).toBeLessThanOrEqual(inView)
})

test('after the first scroll, loads images before they come into view', async ({ page }) => {
  await openHome(page)
  await page.mouse.move(180, 400)
  await page.mouse.wheel(0, 600)
  await expect(page.locator('.image img.image-held')).toHaveCount(0, { timeout: 1500 })
})

test("sets every image's URL three seconds after loading, without any interaction", {
  tag: '@thorough',
}, async ({ page }) => {
  await page.clock.install()
  await openHome(page)
  await page.waitForLoadState('load')
  await page.clock.fastForward(3000)
  await expect(page.locator('.image img.image-held')).toHaveCount(0)
})

test('loads covers of similar products only when they come near', { tag: '@thorough' }, async ({ page }) => {
  await page.clock.install()
  await page.goto(`${emulator.origin}/product-details/40`)
  const covers = page.locator('.product-similar img')
  await expect(covers).toHaveCount(5)
  await page.waitForLoadState('load')
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).click()
  // Longer than the delay after which all other images load.
  await page.clock.fastForward(3500)
  await expect(page.locator('.product-similar img:not(.image-held)')).toHaveCount(0)
  await page.mouse.move(180, 400)
  await page.mouse.wheel(0, 900)
  await expect(page.locator('.product-similar img:not(.image-held)')).toHaveCount(5)
})
