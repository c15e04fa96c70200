import type { Page } from '@playwright/test'
import { expect, shareEmulator, test } from '../emulator.ts'
import { axeViolations, expectWithin320Px } from '../layout-and-axe.ts'
import { goWithin, routeTable } from '../pages.ts'

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

/** Without the checkout, which needs a log-in and is checked by delivery.spec.ts. */
const PAGES = routeTable.filter(({ name }) => name !== 'checkout')
/** Pages that differ from another page only in their text or title; the thorough run checks them. */
const SIMILAR = new Set(['about', 'terms', 'refund', 'not-found', 'account-from-checkout', 'shared-wishlist'])

/** Opens the pages within one visit, because loading the document for each would take longer than the checks. */
async function checkPages(page: Page, checked: typeof routeTable): Promise<void> {
  await page.goto(`${emulator.origin}/contact-us`)
  for (const { name, example } of checked)
    await test.step(name, async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      const before = await page.title()
      await goWithin(page, example)
      await expect(page).not.toHaveTitle(before)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      expect.soft(await smallTargets(page), name).toEqual([])
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        expect.soft(await axeViolations(page), `${name} at ${width} px`).toEqual([])
      }
      await expectWithin320Px(page)
    })
}

test('pages pass axe, have 44 px targets and fit into 320 px', async ({ page }) => {
  await checkPages(
    page,
    PAGES.filter(({ name }) => !SIMILAR.has(name)),
  )
})

test('similar pages do, too', { tag: '@thorough' }, async ({ page }) => {
  await checkPages(
    page,
    PAGES.filter(({ name }) => SIMILAR.has(name)),
  )
})
