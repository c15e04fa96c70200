import type { Page, Route } from '@playwright/test'

/** URL pattern of the app's scripts. */
export const SCRIPTS = /\/assets\/.*\.js$/

/** Holds the app's scripts. @returns a function that releases them */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.route(SCRIPTS, async (route: Route) => {
    await released
    await route.continue()
  })
  return release
}
