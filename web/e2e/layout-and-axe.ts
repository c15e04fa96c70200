import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** At 320 px nothing scrolls sideways, and axe finds nothing. */
export async function checkLayoutAndAxe(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  const { violations } = await new AxeBuilder({ page }).exclude('.leaflet-container').analyze()
  expect(violations.map(({ id, nodes }) => [page.url(), id, nodes[0]?.html])).toEqual([])
}
