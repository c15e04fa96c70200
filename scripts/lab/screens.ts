import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { arrive, cartOf, send } from '../../web/e2e/driver.ts'
import { exampleOf, pages } from '../../web/src/boot/pages.ts'
import { print, root } from '../bootstrap.ts'
import { defineCommand } from '../command.ts'
import { UserError } from '../runtime.mjs'
import { inShopBrowser, type ShopBrowser } from './start.ts'
import { takeTour } from './tour/tour.ts'

const WIDTHS = [360, 768, 1280]

type ScreenState = { fault?: string; customer?: boolean; cart?: boolean }

/** Preconditions of a page: a log-in, a cart, a fault. All are optional. */
const STATES: Record<string, ScreenState> = {
  wishlist: { customer: true },
  'pre-check': { customer: true, cart: true },
  checkout: { customer: true, cart: true },
}

/** Every page of the shop and further states of some: name, path, state. */
const SCREENS: readonly [name: string, path: string, state: ScreenState][] = [
  ...pages.map((page): [string, string, ScreenState] => [
    page.name,
    exampleOf(page),
    STATES[page.name] ?? {},
  ]),
  ['home-failed', '/', { fault: '/homepage/sections' }],
  ['shop-empty', '/shop?q=zzzz', {}],
  ['categories-books', '/categories?categoryId=3', {}],
  ['product-unknown', '/product-details/99999999', {}],
  ['wishlist-empty', '/wishlist', {}],
  ['account-orders', '/my-account?tab=orders', { customer: true }],
]

async function takeScreens({ origin, browser }: ShopBrowser, out: string): Promise<void> {
  mkdirSync(out, { recursive: true })
  const cart = await cartOf(origin, [[40, 2]])
  for (const [name, path, state] of SCREENS) {
    if (state.fault)
      await send(origin, 'POST', '/__emulator/faults', {
        body: { path: state.fault, effect: { status: 404, body: { message: 'Not now' } } },
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
      if (state.fault) await page.getByText('Please try refreshing the page.').waitFor({ timeout: 30_000 })
      await page.screenshot({ path: join(out, `${name}-${width}.png`) })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (overflow > 0) print(`  ${name} at ${width} px is ${overflow} px too wide`)
      await page.close()
    }
    if (state.fault) await send(origin, 'DELETE', '/__emulator/faults', { body: {} })
  }
  print(`${SCREENS.length * WIDTHS.length} pictures in ${out}`)
}

export const command = defineCommand({
  summary:
    'Takes pictures of each screen at 360, 768 and 1280 px, full, empty and failed, of the real build on a fresh emulator; with --tour the filmstrips of docs/tour.md.',
  options: {
    out: { value: 'FOLDER', summary: 'output folder (.data/screens, or docs/tour)' },
    tour: {
      summary: 'write the filmstrips of docs/tour.md instead: scenarios on a phone',
    },
    filmstrip: { value: 'NAME', summary: 'with --tour: only this filmstrip' },
    // Former name, of release 0.1.
    story: { value: 'NAME', summary: '', isHidden: true },
  },
  run: async ({ out, tour, story, filmstrip = story }) => {
    if (filmstrip !== undefined && !tour) throw new UserError('--filmstrip is an option of --tour.')
    if (tour) {
      await takeTour(resolve(out ?? join(root, 'docs', 'tour')), filmstrip)
    } else {
      await inShopBrowser((shop) => takeScreens(shop, resolve(out ?? join(root, '.data', 'screens'))))
    }
    return 0
  },
})
