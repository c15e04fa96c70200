import type { Page, Route } from '@playwright/test'

/** The app's scripts. */
export const SCRIPTS = /\/assets\/.*\.js$/

/** Keeps the app's scripts back. @returns lets them through */
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
