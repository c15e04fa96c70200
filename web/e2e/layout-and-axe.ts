import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Asserts that nothing scrolls horizontally on the narrowest phone. */
export async function expectWithin320Px(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
}

/**
 * Runs axe in the page, except in maps and in frames, which the shop does not control. Injects it only once per
 * document, because injecting takes longer than most runs.
 * @param include selects the element to check
 * @returns the rule and the first element of each violation
 */
export async function axeViolations(page: Page, include = 'html'): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (selector) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const checked = { include: selector, exclude: '.leaflet-container' }
    const { violations } = await axe.run(checked, { iframes: false, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${location.href}: ${id} at ${nodes[0]?.html}`)
  }, include)
}

/** Checks states that accessibility.spec.ts does not open: no horizontal scrolling at 320 px, no axe violations. */
export async function checkLayoutAndAxe(page: Page): Promise<void> {
  await expectWithin320Px(page)
  expect(await axeViolations(page)).toEqual([])
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
