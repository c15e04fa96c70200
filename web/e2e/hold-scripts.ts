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

/** Opens a page with a stopped clock. @returns the app's scripts requested so far */
export async function openWithoutTime(page: Page, url: string): Promise<string[]> {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (SCRIPTS.test(request.url())) scripts.push(request.url())
  })
  await page.clock.install({ time: '2026-11-21T10:00:00Z' })
  await page.clock.pauseAt('2026-11-21T10:00:01Z')
  await page.goto(url, { waitUntil: 'domcontentloaded' })
  return scripts
}
