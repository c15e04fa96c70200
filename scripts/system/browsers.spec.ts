import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Frame } from 'puppeteer-core'
import { expect, test, vi } from 'vitest'
import { PHONE, send } from '../../web/driver/shopper-actions.ts'
import { startShop } from '../lab/lab.ts'
import { findChromium, findFirefox, findWebkit } from '../toolchain/programs.ts'
import { fetchOldChromium, type OldVersion } from './old-chromium.ts'

/** A browser. Elements are selected by XPath, which both protocols support. */
type Engine = {
  open: (url: string) => Promise<unknown>
  /** Evaluates an expression in the current frame, without awaiting promises. */
  read: (expression: string) => Promise<unknown>
  click: (xpath: string) => Promise<void>
  type: (xpath: string, text: string) => Promise<void>
  /** Makes a frame, or with null the page, the context of the other methods. */
  switchTo: (xpath: string | null) => Promise<void>
  /** Simulates a lost connection. Without it, the scenario stops the host. */
  goOffline?: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts Firefox with WebDriver BiDi, which needs no driver program. */
async function startFirefox(): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    headless: true,
    extraPrefsFirefox: { 'app.update.disabledForTesting': true },
  })
  const page = await browser.newPage()
  await page.setViewport(PHONE)
  let frame: Frame = page.mainFrame()
  const find = async (xpath: string) => {
    const element = await frame.$(`xpath/${xpath}`)
    if (!element) throw new Error(`${xpath} does not exist`)
    return element
  }
  return {
    open: (url) => page.goto(url, { waitUntil: 'domcontentloaded' }),
    read: (expression) => frame.evaluate(expression),
    click: async (xpath) => (await find(xpath)).click(),
    type: async (xpath, text) => (await find(xpath)).type(text),
    switchTo: async (xpath) => {
      frame = (xpath === null ? null : await (await find(xpath)).contentFrame()) ?? page.mainFrame()
    },
    goOffline: () => page.setOfflineMode(true),
    stop: () => browser.close(),
  }
}

/** Starts an old build of Chromium on a phone of 360 px, with the driver of its time. */
async function startChromium(version: OldVersion | 'newest'): Promise<Engine> {
  const { driver, executablePath, env } =
    version === 'newest'
      ? { driver: puppeteer as never, executablePath: await findChromium(), env: process.env }
      : await fetchOldChromium(version)
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']
  const browser = await driver.launch({ executablePath, env, headless: true, args })
  const page = await browser.newPage()
  await page.setViewport({ ...PHONE, isMobile: true, hasTouch: true })
  let frame = page
  const find = async (xpath: string) => {
    // Old drivers lack the prefix, current ones the method.
    const element = frame.$x ? (await frame.$x(xpath))[0] : await frame.$(`xpath/${xpath}`)
    if (!element) throw new Error(`${xpath} does not exist`)
    return element
  }
  return {
    open: (url) => page.goto(url, { waitUntil: 'domcontentloaded' }),
    read: (expression) => frame.evaluate(expression),
    click: async (xpath) => (await find(xpath)).click(),
    type: async (xpath, text) => (await find(xpath)).type(text),
    switchTo: async (xpath) => {
      frame = xpath === null ? page : await (await find(xpath)).contentFrame()
    },
    goOffline: () => page.setOfflineMode(true),
    stop: () => browser.close(),
  }
}

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** Starts WebKitGTK on a virtual display, and drives it with the WebDriver protocol. */
async function startWebKit(): Promise<Engine> {
  const programs = findWebkit()
  const xvfb = spawn(programs.xvfb, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const processes: ChildProcess[] = [xvfb]
  const stopProcesses = async () => {
    for (const child of processes.reverse()) if (child.kill()) await once(child, 'exit')
  }
  try {
    const [display] = await once(xvfb.stdio[3] as NodeJS.ReadableStream, 'data')
    const port = 20_000 + Math.floor(Math.random() * 20_000)
    const origin = `http://127.0.0.1:${port}`
    processes.push(
      spawn(programs.driver, [`--port=${port}`, '--host=127.0.0.1'], {
        stdio: 'ignore',
        // Required on machines without a GPU or a desktop session.
        env: {
          ...process.env,
          DISPLAY: `:${String(display).trim()}`,
          GDK_BACKEND: 'x11',
          LIBGL_ALWAYS_SOFTWARE: '1',
          NO_AT_BRIDGE: '1',
          GSETTINGS_BACKEND: 'memory',
        },
      }),
    )
    const request = async (method: string, path: string, body: object = {}) => {
      const response = await fetch(`${origin}${path}`, {
        method,
        ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
      })
      const { value } = (await response.json()) as { value: never }
      if (!response.ok) throw new Error((value as { message: string }).message)
      return value
    }
    await until(() => request('GET', '/status').then(() => true), 'WebKitWebDriver')
    const { sessionId } = (await request('POST', '/session', {
      capabilities: { alwaysMatch: { browserName: 'MiniBrowser', pageLoadStrategy: 'none' } },
    })) as { sessionId: string }
    const session = `/session/${sessionId}`
    await request('POST', `${session}/window/rect`, { x: 0, y: 0, ...PHONE })
    const find = async (xpath: string): Promise<Record<typeof ELEMENT, string>> =>
      request('POST', `${session}/element`, { using: 'xpath', value: xpath })
    const act = async (xpath: string, action: string, body?: object) => {
      const { [ELEMENT]: id } = await find(xpath)
      await request('POST', `${session}/element/${id}/${action}`, body)
    }
    return {
      open: (url) => request('POST', `${session}/url`, { url }),
      read: (expression) =>
        request('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] }),
      click: (xpath) => act(xpath, 'click'),
      type: (xpath, text) => act(xpath, 'value', { text }),
      switchTo: async (xpath) => {
        await request('POST', `${session}/frame`, { id: xpath === null ? null : await find(xpath) })
      },
      stop: async () => {
        await request('DELETE', session).catch(() => undefined)
        await stopProcesses()
      },
    }
  } catch (error) {
    await stopProcesses()
    throw error
  }
}

/** Repeats a check until it returns a true value, because checks fail while the browser navigates. */
const until = (check: () => Promise<unknown>, what: string) =>
  vi.waitFor(
    async () => {
      if (!(await check())) throw new Error(`${what}: not yet`)
    },
    { timeout: 30_000, interval: 100 },
  )

const button = (name: string) => `//button[normalize-space()='${name}']`
const cartButton = (count: string) => `//button[starts-with(@aria-label, 'Cart, ${count}')]`
const CARD = "//main//li//a[contains(@href, '/product-details/')]"

/** Actions of a shopper, each of which waits until it is possible. */
function createShopper(engine: Engine) {
  const sees = (xpath: string) =>
    until(
      () =>
        engine.read(
          `((node) => node !== null && node.getClientRects().length > 0)(document.evaluate(${JSON.stringify(xpath)}, document, null, 9, null).singleNodeValue)`,
        ),
      xpath,
    )
  const click = async (xpath: string) => {
    await sees(xpath)
    await until(async () => {
      await engine.click(xpath)
      return true
    }, xpath)
  }
  const type = async (xpath: string, text: string) => {
    await sees(xpath)
    await engine.type(xpath, text)
  }
  const isAt = (path: string) => until(() => engine.read(`location.pathname === '${path}'`), path)
  return { sees, click, type, isAt }
}

type Shopper = ReturnType<typeof createShopper>

/** Adds a product to the cart, logs in, and pays by card for pickup. */
async function buyByCard(
  engine: Engine,
  { sees, click, type, isAt }: Shopper,
  origin: string,
): Promise<void> {
  const { products } = await send(origin, 'GET', '/api/v1/products/latest')
  const book = (products as { id: number; total_stock: number }[]).find(({ total_stock }) => total_stock >= 3)
  if (!book) throw new Error('No product is in stock.')
  const bookPath = `/product-details/${book.id}`
  await engine.open(origin + bookPath)
  await click(button('Add to Cart'))
  await click("//button[@aria-label='Close message']")
  await click(cartButton('1 item'))
  await click(button('Proceed to Checkout'))
  await isAt('/my-account')
  await type("//*[@name='email_or_phone']", 'demo@kitabo.example')
  await type("//*[@name='password']", 'kitabo-demo')
  await click("//main//button[@type='submit'][normalize-space()='Login']")
  await isAt('/pre-check')
  await type("//*[@name='delivery_note']", 'Call at the gate')
  await click("//label[contains(., 'I confirm that my details are correct')]")
  await click(button('Proceed to Payment'))
  await isAt('/checkout')
  await until(() => engine.read("document.querySelector('[name=f_name]')?.value"), "The customer's name")
  await click("//main//button[contains(normalize-space(), 'Place Order')]")
  const frame = "//iframe[@name='checkout']"
  await sees(frame)
  await engine.switchTo(frame)
  await type("//label[contains(., 'Card number')]/input", '5531 8866 5214 2950')
  await type("//input[@autocomplete='cc-exp']", '09/32')
  await type("//input[@autocomplete='cc-csc']", '564')
  await click("//button[@id='pay']")
  await type("//label[contains(., 'One-time code')]/input", '123456')
  await click("//button[@id='pay'][normalize-space()='Approve']")
  await engine.switchTo(null)
  await isAt('/shop')
  await sees(cartButton('0 items'))
}

/** Waits until the service worker and the cached responses can show a visited page. */
async function waitUntilOffline(engine: Engine, { sees }: Shopper, origin: string): Promise<void> {
  await sees(CARD)
  await until(
    () =>
      engine.read(
        '(navigator.serviceWorker.ready.then(() => { window.isWorkerActive = true }), window.isWorkerActive)',
      ),
    'The service worker',
  )
  await engine.open(`${origin}/shop`)
  await sees(CARD)
  await until(
    () =>
      engine.read(
        "(indexedDB.databases().then((all) => { window.isCached = all.some(({ name }) => name === 'cached-responses') }), window.isCached)",
      ),
    'The cached responses',
  )
}

/**
 * Places a paid order, and opens a visited page while the host is stopped.
 * @throws Error with the step that failed
 */
async function runScenario(engine: Engine, data: string): Promise<void> {
  const shop = await startShop(data)
  let isRunning = true
  const { origin } = shop
  const shopper = createShopper(engine)
  const orders = async () => (await send(origin, 'GET', '/__emulator/orders')).orders.length as number
  try {
    const before = await orders()
    await buyByCard(engine, shopper, origin)
    expect((await orders()) - before).toBe(1)
    await waitUntilOffline(engine, shopper, origin)
    if (engine.goOffline) await engine.goOffline()
    else {
      isRunning = false
      await shop.stop()
    }
    await engine.open(`${origin}/shop`)
    await shopper.sees(CARD)
  } finally {
    if (isRunning) await shop.stop()
  }
}

test.each([
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
  ['Chromium 90', () => startChromium(90)],
  ['Chromium 106', () => startChromium(106)],
  ['the newest Chromium', () => startChromium('newest')],
])('%s places a paid order, and shows visited pages while the host is unreachable', async (_, start) => {
  const engine = await start()
  const data = mkdtempSync(join(tmpdir(), 'kitabo-browsers-'))
  try {
    await runScenario(engine, data)
  } finally {
    await engine.stop()
    rmSync(data, { recursive: true, force: true })
  }
})
