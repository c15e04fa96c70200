/** Drivers for the browser engines. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import puppeteer, { type Frame } from 'puppeteer-core'
import { Builder, By, type WebDriver } from 'selenium-webdriver'
import { CHROMIUM_FLAGS } from '../../../web/chromium-flags.ts'
import { PHONE } from '../../../web/e2e/shopper-actions.ts'
import { actOn, type Engine, waitFor } from './engine.ts'

// Loaded with require, because the package has no `exports` and import cannot resolve its subfolders.
const { DriverService }: typeof import('selenium-webdriver/remote') = createRequire(import.meta.url)(
  'selenium-webdriver/remote',
)

/** Size of the virtual display, which limits the window size. */
const SCREEN = '1280x1024x24'
/** Script that collects uncaught errors in the page. */
const COLLECT_ERRORS = `if (!window.uncaught) {
  window.uncaught = []
  addEventListener('error', ({ message }) => message && window.uncaught.push(message))
  addEventListener('unhandledrejection', ({ reason }) => window.uncaught.push(String(reason)))
}`

/** Starts WebKitGTK with its WebDriver on a virtual display. */
export async function startWebKit(programs: { driver: string; xvfb: string }): Promise<Engine> {
  const xvfb = spawn(programs.xvfb, ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await new Promise<string>((found, failed) => {
    xvfb.stdio[3]?.once('data', (number: Buffer) => found(`:${String(number).trim()}`))
    xvfb.once('exit', (code) => failed(new Error(`Xvfb exited with ${code}.`)))
  })
  const service = new DriverService.Builder(programs.driver)
    .setLoopback(true)
    .addArguments('--host=127.0.0.1')
    .setEnvironment({
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      // The machine may have no GPU and no desktop session.
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      GSETTINGS_BACKEND: 'memory',
    })
    .build()
  const stop = async () => {
    await service.kill()
    xvfb.kill('SIGTERM')
  }
  try {
    const session = await new Builder()
      .usingServer(await service.start())
      .withCapabilities({ browserName: 'MiniBrowser', pageLoadStrategy: 'none' })
      .build()
    return await engineOf(session, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function engineOf(session: WebDriver, stop: () => Promise<void>): Promise<Engine> {
  await session
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...PHONE })
  const read = <Value>(expression: string) => session.executeScript<Value>(`return (${expression})`)
  const errors: string[] = []
  const collect = async () => {
    const found = await read<string[] | null>('window.uncaught ? window.uncaught.splice(0) : null')
    errors.push(...(found ?? []))
  }
  const engine: Engine = {
    name: 'WebKit',
    version: (await session.getCapabilities()).getBrowserVersion() ?? '',
    open: async (url) => {
      await collect()
      await session.get(url)
      await session.executeScript(COLLECT_ERRORS)
    },
    read,
    tap: (xpath) => actOn(engine, xpath, () => session.findElement(By.xpath(xpath)).click()),
    type: (xpath, text) => actOn(engine, xpath, () => session.findElement(By.xpath(xpath)).sendKeys(text)),
    inFrame: async (xpath, act) => {
      await waitFor(engine, xpath)
      await session.switchTo().frame(session.findElement(By.xpath(xpath)))
      try {
        await act()
      } finally {
        await session.switchTo().defaultContent()
      }
    },
    setOffline: null,
    takeErrors: async () => {
      await collect()
      return errors.splice(0)
    },
    saveScreenshot: async (file) => writeFileSync(file, await session.takeScreenshot(), 'base64'),
    stop: async () => {
      await session.quit().catch(() => undefined)
      await stop()
    },
  }
  return engine
}

/** Starts Chromium or Firefox (WebDriver BiDi) with Puppeteer. */
export async function startPuppeteer(browserName: 'chrome' | 'firefox', program: string): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: browserName,
    executablePath: program,
    headless: true,
    args: browserName === 'chrome' ? CHROMIUM_FLAGS : [],
    // Prevents background requests.
    extraPrefsFirefox: { 'app.update.disabledForTesting': true, 'intl.accept_languages': 'en-UG, en' },
  })
  const page = await browser.newPage()
  await page.setViewport(PHONE)
  const errors: string[] = []
  page.on('pageerror', (error) => {
    const message = error instanceof Error ? error.message : String(error)
    // Ignores Firefox's messages about fonts and files that failed to load, which are not script errors.
    if (!/^(downloadable font:|Failed to load ‘)/.test(message)) errors.push(message)
  })
  let frame: Frame | null = null
  const currentFrame = () => frame ?? page.mainFrame()

  const engine: Engine = {
    name: browserName === 'chrome' ? 'Chromium' : 'Firefox',
    version: (await browser.version()).replace(/^\D*/, ''),
    open: async (url) => {
      await page.goto(url, { waitUntil: 'domcontentloaded' })
    },
    read: (expression) => currentFrame().evaluate(expression) as Promise<never>,
    tap: (xpath) => actOn(engine, xpath, async () => (await find(currentFrame(), xpath)).click()),
    type: (xpath, text) => actOn(engine, xpath, async () => (await find(currentFrame(), xpath)).type(text)),
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
  if (!element) throw new Error(`${xpath} does not exist`)
  return element
}
