import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, shareEmulator, test } from './emulator.ts'
import { expectWithin320Px } from './layout-and-axe.ts'
import { pages } from './pages.ts'

const emulator = shareEmulator()
/** The widths to check, such as `AXE_WIDTHS=360,768,1280`; by default that of a phone. */
const WIDTHS = (process.env.AXE_WIDTHS ?? '360').split(',').map(Number)
/** Selects touch targets except inline links. */
const TARGETS = 'header a, header button, footer a, footer button, .top-bar a, main .btn'

/** Returns controls lower than 44 px. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const small = [...document.querySelectorAll<HTMLElement>(selector)].filter((control) => {
      const { height } = control.getBoundingClientRect()
      return control.checkVisibility() && height > 1 && height < 43.5
    })
    return small.map((control) => `${control.textContent?.trim()} ${control.getBoundingClientRect().height}`)
  }, TARGETS)
}

/** Pages that differ only in their text, or that have the form of another page; the thorough run checks them. */
const SIMILAR = new Set(['about', 'terms', 'refund', 'not-found', 'account-from-checkout', 'shared-wishlist'])

for (const { name, example } of pages) {
  const title = `${name} passes axe, has 44 px targets and fits into 320 px`
  test(title, { tag: SIMILAR.has(name) ? '@thorough' : [] }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(emulator.origin + example)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    await page.waitForLoadState('networkidle')
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect(await smallTargets(page)).toEqual([])
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const { violations } = await new AxeBuilder({ page }).exclude('.leaflet-container').analyze()
      expect(violations.map(({ id, nodes }) => [width, id, nodes[0]?.html])).toEqual([])
    }
    await expectWithin320Px(page)
  })
}
