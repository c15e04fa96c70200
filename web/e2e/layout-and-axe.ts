import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** On the narrowest phone nothing scrolls sideways. */
export async function expectWithin320Px(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
}

/** At 320 px nothing scrolls sideways, and axe finds nothing: for states beyond the screens of accessibility.spec.ts. */
export async function checkLayoutAndAxe(page: Page): Promise<void> {
  await expectWithin320Px(page)
  const { violations } = await new AxeBuilder({ page }).exclude('.leaflet-container').analyze()
  expect(violations.map(({ id, nodes }) => [page.url(), id, nodes[0]?.html])).toEqual([])
}

/** Adds up what the layout shifts on pages that are opened from now on. @returns reads the sum of the page in view */
export async function measureShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number }
    seen.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shift: number }).shift)
}
