import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser } from '@playwright/test'
import { loadRenderer } from '../web/build/renderer.ts'
import { arrive, cartOf, send } from '../web/driver/shopper-actions.ts'
import { buildShop } from './build/build.ts'
import { commandLine, print } from './command-line.ts'
import { runInChromium, startShop } from './lab/lab.ts'
import { root } from './project.ts'

const WIDTHS = [360, 768, 1280]

type ScreenState = {
  /** The path that fails, and the text that the page then shows. */
  fault?: { path: string; message: string }
  customer?: boolean
  cart?: boolean
}

/** Preconditions for pages: a fault, a logged-in customer, a cart. */
const STATES: Record<string, ScreenState> = {
  wishlist: { customer: true },
  'pre-check': { customer: true, cart: true },
  checkout: { customer: true, cart: true },
}

const HOME_FAULT = { path: '/homepage/sections', message: 'Please try refreshing the page.' }

/** Returns every page of the shop, and additional states of some pages. */
const screensOf = async (): Promise<readonly [name: string, path: string, state: ScreenState][]> => [
  ...(await loadRenderer(buildShop())).routeTable.map(({ name, example }): [string, string, ScreenState] => [
    name,
    example,
    STATES[name] ?? {},
  ]),
  ['home-failed', '/', { fault: HOME_FAULT }],
  ['shop-empty', '/shop?q=zzzz', {}],
  ['categories-books', '/categories?categoryId=3', {}],
  ['product-unknown', '/product-details/99999999', {}],
  ['wishlist-empty', '/wishlist', {}],
  ['account-orders', '/my-account?tab=orders', { customer: true }],
]

async function takeScreens(origin: string, browser: Browser, out: string): Promise<void> {
  mkdirSync(out, { recursive: true })
  const cart = await cartOf(origin, [[40, 2]])
  const screens = await screensOf()
  for (const [name, path, state] of screens) {
    if (state.fault)
      await send(origin, 'POST', '/__emulator/faults', {
        body: { path: state.fault.path, effect: { status: 404, body: { message: 'Not now' } } },
      })
    for (const width of WIDTHS) {
      const page = await browser.newPage({ viewport: { width, height: width < 500 ? 740 : 860 } })
      await arrive(page.context(), origin, {
        isCustomer: state.customer,
        stored: state.cart ? { cart } : {},
        keepsOffline: true,
      })
      await page.goto(origin + path)
      await page.waitForLoadState('networkidle')
      if (state.fault) await page.getByText(state.fault.message).waitFor({ timeout: 30_000 })
      await page.screenshot({ path: join(out, `${name}-${width}.png`) })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (overflow > 0) print(`  ${name} at ${width} px is ${overflow} px too wide`)
      await page.close()
    }
    if (state.fault) await send(origin, 'DELETE', '/__emulator/faults', { body: {} })
  }
  print(`${screens.length * WIDTHS.length} screenshots in ${out}`)
}

const { out = join(root, '.data/screens') } = commandLine(
  'screens',
  'Takes screenshots of each screen at 360, 768 and 1280 px in its loaded, empty and failed states.',
)
  .option('--out <FOLDER>', 'output folder (default: .data/screens)')
  .parse()
  .opts()
const { origin, stop } = await startShop()
try {
  await runInChromium((browser) => takeScreens(origin, browser, resolve(out)))
} finally {
  await stop()
}
