/** Drives Firefox (WebDriver BiDi) and Chromium by Puppeteer. */
import puppeteer, { type Frame } from 'puppeteer-core'
import { CHROMIUM_FLAGS } from '../../../web/chromium-flags.ts'
import { PHONE } from '../../../web/e2e/driver.ts'
import { actOn, type Engine, waitFor } from './engine.ts'

export async function startPuppeteer(browserName: 'chrome' | 'firefox', program: string): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: browserName,
    executablePath: program,
    headless: true,
    args: browserName === 'chrome' ? CHROMIUM_FLAGS : [],
    // A separate profile without background requests.
    extraPrefsFirefox: { 'app.update.disabledForTesting': true, 'intl.accept_languages': 'en-UG, en' },
  })
  const page = await browser.newPage()
  await page.setViewport(PHONE)
  const errors: string[] = []
  page.on('pageerror', (error) => {
    const message = error instanceof Error ? error.message : String(error)
    // Firefox's own messages about failed fonts and files; no script has failed.
    if (!/^(downloadable font:|Failed to load ‘)/.test(message)) errors.push(message)
  })
  let frame: Frame | null = null
  const place = () => frame ?? page.mainFrame()

  const engine: Engine = {
    name: browserName === 'chrome' ? 'Chromium' : 'Firefox',
    version: (await browser.version()).replace(/^\D*/, ''),
    open: async (url) => {
      await page.goto(url, { waitUntil: 'domcontentloaded' })
    },
    read: (expression) => place().evaluate(expression) as Promise<never>,
    tap: (xpath) => actOn(engine, xpath, async () => (await find(place(), xpath)).click()),
    type: (xpath, text) => actOn(engine, xpath, async () => (await find(place(), xpath)).type(text)),
    inFrame: async (xpath, act) => {
      await waitFor(engine, xpath)
      frame = await (await find(page.mainFrame(), xpath)).contentFrame()
      try {
        await act()
      } finally {
        frame = null
      }
    },
    setOffline: (isOffline) => page.setOfflineMode(isOffline),
    takeErrors: async () => errors.splice(0),
    saveScreenshot: async (path) => {
      await page.screenshot({ path })
    },
    stop: () => browser.close(),
  }
  return engine
}

async function find(frame: Frame, xpath: string) {
  const element = await frame.$(`xpath/${xpath}`)
  if (!element) throw new Error(`${xpath} is not there`)
  return element
}
