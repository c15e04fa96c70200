import type { Page } from '@playwright/test'
import { expect, shareEmulator, test } from './emulator.ts'
import { openWithoutTime, SCRIPTS } from './hold-scripts.ts'
import { appDrawn } from './shopper-actions.ts'

// index.html with an API or an app that fails.
test.use({ waitsForApp: false })
const emulator = shareEmulator()

test.describe('with a list that fails', () => {
  test.use({ provoked: /Failed to load resource/ })

  for (const [path, request, attempts] of [
    ['/shop', '/products/latest', 4],
    ['/', '/banners', 1],
    ['/categories/3', '/categories/products/3', 1],
  ] as const) {
    test(`requests ${request} on ${path} once and then retries as defined by its query`, async ({ page }) => {
      let requests = 0
      await page.route(`**/api/v1${request}`, (route) => {
        requests++
        return route.fulfill({ status: 503, json: {} })
      })
      await openWithoutTime(page, emulator.origin + path)
      await page.clock.runFor(100)
      await appDrawn(page)
      await page.clock.runFor(1900)
      expect(requests).toBe(1)
      // The retries start after 2, 4 and 8 seconds.
      const nextSecond = async () => {
        await page.clock.runFor(1000)
        return requests
      }
      await expect.poll(nextSecond).toBe(attempts)
      await page.clock.runFor(60_000)
      expect(requests).toBe(attempts)
    })
  }
})

test.describe('if the app never mounts', () => {
  test.use({ provoked: /Failed to load resource|ERR_FAILED/ })

  /** Computed styles that decide whether a page is readable. */
  const stylesOf = (page: Page) =>
    page.evaluate(() => {
      const styles = ['display', 'position', 'color', 'backgroundColor', 'fontSize', 'padding'] as const
      return [
        '#root header',
        'main h1',
        '.product-grid .card-link',
        '.product-page .price-now',
        'footer',
      ].map((name) => {
        const element = document.querySelector(name)
        const computed = element && getComputedStyle(element)
        return [name, computed && styles.map((style) => computed[style])]
      })
    })

  for (const path of ['/shop', '/product-details/5', '/about-us']) {
    test(`${path} keeps the app's styles while the deferred style sheets do not apply`, async ({ page }) => {
      await page.route(SCRIPTS, (route) => route.abort())
      await page.goto(emulator.origin + path)
      await expect(page.locator('link[rel=stylesheet][media="not all"]')).not.toHaveCount(0)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      if (path !== '/about-us') await expect(page.locator('main .price-now').first()).toHaveText(/UGX \d/)
      const unmounted = await stylesOf(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await page.unroute(SCRIPTS)
      await page.goto(emulator.origin + path)
      await appDrawn(page)
      await expect(page.locator('main [aria-busy="true"], main .skeleton')).toHaveCount(0)
      expect(unmounted).toEqual(await stylesOf(page))
    })
  }
})
