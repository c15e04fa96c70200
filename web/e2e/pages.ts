import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { loadRenderer } from '../build/renderer.ts'

/** The pages of the built shop. */
export const { routeInfo, routeTable } = await loadRenderer(resolve(import.meta.dirname, '../dist'))

/** Time limit for a navigation, in milliseconds; if two paths have the same page, nothing is removed. */
const DRAWN_WITHIN_MS = 700

/** Navigates as a link does, and waits until the previous page is removed. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('main')?.firstElementChild?.setAttribute('data-left', '')
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page
    .waitForFunction(() => !document.querySelector('main > [data-left]'), undefined, {
      timeout: DRAWN_WITHIN_MS,
    })
    .catch(() => undefined)
}
