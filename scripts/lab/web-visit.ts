import { type AddressInfo, connect, createServer } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import {
  addToCart,
  arrive,
  cartButton,
  confirmDelivery,
  PHONE,
  proceedToPayment,
} from '../../web/driver/shopper-actions.ts'
import { inChromium, median } from './lab.ts'

/** Transfer size and responsiveness of a complete visit. Sizes are in KB of 1024 bytes on the wire, times in ms. */
export type Visit = {
  firstKb: number
  /** Transfer size of a second visit, with a warm cache. */
  secondKb: number
  /** Longest time from a tap or key press to the next frame, with the CPU slowed down four times. */
  inp: number
  /** Time until a product's text is visible on a slow network. */
  slowText: number
  /** Time until a tap on Add to Cart takes effect on a slow network. */
  slowTap: number
}

const TOUCH_PHONE = { viewport: PHONE, isMobile: true, hasTouch: true }
/** Slow network: 400 kbit/s with a round trip of 400 ms. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const SLOW_CPU = 6
const INP_CPU = 4
const PRODUCT = 40
/** Time spent on each page, in milliseconds. */
const LOOK_MS = 2500
/** Time after each tap, in milliseconds, for animations to end. */
const SHORT_LOOK_MS = 800

async function slowDown(page: Page, cpu: number, network?: typeof SLOW): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (network) await session.send('Network.emulateNetworkConditions', network)
}

async function goShopping(page: Page, origin: string): Promise<void> {
  const look = () => page.waitForTimeout(LOOK_MS)
  await page.goto(origin)
  await look()
  await page.goto(`${origin}/shop`)
  await look()
  await page.goto(`${origin}/product-details/${PRODUCT}`)
  await addToCart(page)
  await look()
  await cartButton(page).click()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.getByRole('heading', { level: 1, name: 'Delivery' }).waitFor()
  await look()
  // A saved address is already selected.
  await confirmDelivery(page)
  await proceedToPayment(page)
  await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor()
  await look()
}

/** @returns the transfer sizes of the first and the second visit in KB */
async function measureBytes(origin: string): Promise<[first: number, second: number]> {
  const proxy = await startCountingProxy(origin)
  try {
    return await inChromium(async (browser) => {
      const context = await browser.newContext(TOUCH_PHONE)
      await arrive(context, origin, { isCustomer: true, keepsOffline: true })
      const visits: number[] = []
      for (let visit = 0; visit < 2; visit++) {
        proxy.takeBytes()
        const page = await context.newPage()
        await page.addInitScript(() => {
          if (location.pathname === '/') localStorage.removeItem('cart')
        })
        await goShopping(page, proxy.origin)
        await page.close()
        visits.push(proxy.takeBytes() / 1024)
      }
      return visits as [number, number]
    })
  } finally {
    proxy.close()
  }
}

/** Taps with a touch event only, because Playwright's `tap` inspects the page, which would be measured too. */
async function touch(page: Page, target: Locator): Promise<void> {
  let box = null
  // An element has no bounding box while it is being rendered again.
  while (box === null) {
    await target.waitFor()
    box = await target.boundingBox()
  }
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

/** @returns the duration of the longest interaction in a session, in milliseconds */
function measureInp(origin: string): Promise<number> {
  return inChromium(async (browser) => {
    const context = await browser.newContext(TOUCH_PHONE)
    await arrive(context, origin, { isCustomer: true, keepsOffline: true })
    const page = await context.newPage()
    await page.addInitScript(() => {
      const longest = { duration: 0 }
      Object.assign(window, { longest })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
          if (entry.interactionId) longest.duration = Math.max(longest.duration, entry.duration)
      }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
    })
    await slowDown(page, INP_CPU)
    const read = () =>
      page.evaluate(() => (window as unknown as { longest: { duration: number } }).longest.duration)
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first()
    await page.goto(origin)
    await page.waitForTimeout(LOOK_MS)
    await touch(page, button('Menu'))
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.waitFor()
    await page.waitForTimeout(SHORT_LOOK_MS)
    await touch(page, menu.getByRole('button', { name: 'Close' }))
    await menu.waitFor({ state: 'hidden' })
    await page.getByRole('combobox', { name: /Search for/ }).pressSequentially('math', { delay: 120 })
    await page.waitForTimeout(500)
    await page.keyboard.press('Enter')
    await page.waitForURL(/[?&]q=math/)
    await page.getByRole('main').locator('.product-card').first().waitFor()
    await button(/^Add to cart/i).scrollIntoViewIfNeeded()
    await page.waitForTimeout(SHORT_LOOK_MS)
    await touch(page, button(/^Add to cart/i))
    // Waits, because the toast covers the cart button for two seconds.
    await page.waitForTimeout(LOOK_MS)
    await page.evaluate(() => scrollTo(0, 0))
    await page.waitForTimeout(SHORT_LOOK_MS)
    await touch(page, button(/^Cart, 1 item/))
    await button(/^Increase/).waitFor()
    await page.waitForTimeout(SHORT_LOOK_MS)
    await touch(page, button(/^Increase/))
    await button(/^Cart, 2 items/).waitFor()
    return read()
  })
}

/** @returns the time until a product's text is visible and until a tap on Add to Cart takes effect, in milliseconds */
function measureSlowNetwork(origin: string): Promise<[text: number, tap: number]> {
  return inChromium(async (browser) => {
    const page = await (await browser.newContext(TOUCH_PHONE)).newPage()
    await slowDown(page, SLOW_CPU, SLOW)
    const started = performance.now()
    await page.goto(`${origin}/product-details/${PRODUCT}`, { waitUntil: 'commit' })
    await page
      .getByRole('main')
      .getByText(/UGX \d/)
      .first()
      .waitFor({ timeout: 60_000 })
    const text = performance.now() - started
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).tap({ timeout: 60_000 })
    await page.getByRole('button', { name: /^Cart, [1-9]/ }).waitFor({ timeout: 60_000 })
    return [text, performance.now() - started]
  })
}

/** Measures a visit to a local shop, with a new browser for each measurement. */
export async function measureVisit(origin: string): Promise<Visit> {
  const [firstKb, secondKb] = await measureBytes(origin)
  // Uses the median of three sessions, because a single session may deviate by half.
  const sessions: number[] = []
  for (let session = 0; session < 3; session++) sessions.push(await measureInp(origin))
  const [slowText, slowTap] = await measureSlowNetwork(origin)
  return { firstKb, secondKb, inp: median(sessions), slowText, slowTap }
}

/**
 * Starts a TCP proxy to a local host. Counts the bytes of all responses, including headers and requests by service
 * workers.
 * @param origin such as `http://127.0.0.1:8311`
 */
async function startCountingProxy(origin: string) {
  const { hostname, port } = new URL(origin)
  let bytes = 0
  const server = createServer((client) => {
    const host = connect(Number(port), hostname)
    host.on('data', (chunk) => {
      bytes += chunk.length
    })
    client.pipe(host).pipe(client)
    const end = () => {
      client.destroy()
      host.destroy()
    }
    for (const side of [client, host]) side.on('error', end).on('close', end)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Returns the number of bytes since the last call. */
    takeBytes: () => {
      const taken = bytes
      bytes = 0
      return taken
    },
    close: () => server.close(),
  }
}
