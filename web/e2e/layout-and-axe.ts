import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Asserts that nothing scrolls horizontally on the narrowest phone. */
export async function expectWithin320Px(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
}

/** Checks states that accessibility.spec.ts does not open: no horizontal scrolling at 320 px, no axe violations. */
export async function checkLayoutAndAxe(page: Page): Promise<void> {
  await expectWithin320Px(page)
  // Excludes the payment provider's hidden frame, which the shop does not control.
  const builder = new AxeBuilder({ page }).exclude('.leaflet-container').exclude('iframe')
  const { violations } = await builder.analyze()
  expect(violations.map(({ id, nodes }) => [page.url(), id, nodes[0]?.html])).toEqual([])
}

/** Adds up layout shifts of pages opened from now on. @returns a function that reads the sum of the current page */
export async function measureShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const target = window as unknown as { shift: number }
    target.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        target.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shift: number }).shift)
}
