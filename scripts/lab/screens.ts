import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bootstrap, print, root } from '../bootstrap.ts'
import { defineCommand } from '../command.ts'
import { UserError } from '../runtime.mjs'
import { inShopBrowser, post, type ShopBrowser } from './shop/shop-browser.ts'
import { takeTour } from './tour/tour.ts'

const WIDTHS = [360, 768, 1280]

type ScreenState = { fault?: string; customer?: boolean; cart?: boolean }

/** A line of the shop's own table of screens. */
type Screen = { name: string; path: string; example?: string }

/** What must be so before a screen is opened: a log-in, a cart, a fault. Where it is not said, nothing. */
const STATES: Record<string, ScreenState> = {
  wishlist: { customer: true },
  'pre-check': { customer: true, cart: true },
  checkout: { customer: true, cart: true },
}

/** Every screen of the shop, and further states of some: name, address, state. */
async function listScreens(): Promise<[name: string, path: string, state: ScreenState][]> {
  // By its URL: the table's pages have the types of the shop's own build.
  const table = new URL('../../web/src/app/screens.ts', import.meta.url)
  const { screens } = (await import(table.href)) as { screens: readonly Screen[] }
  return [
    ...screens.map(({ name, path, example }): [string, string, ScreenState] => [
      name,
      example ?? path,
      STATES[name] ?? {},
    ]),
    ['home-failed', '/', { fault: '/homepage/sections' }],
    ['shop-empty', '/shop?q=zzzz', {}],
    ['categories-books', '/categories?categoryId=3', {}],
    ['product-unknown', '/product-details/99999999', {}],
    ['wishlist-empty', '/wishlist', {}],
    ['account-orders', '/my-account?tab=orders', { customer: true }],
  ]
}

async function takeScreens({ origin, browser }: ShopBrowser, out: string): Promise<void> {
  mkdirSync(out, { recursive: true })
  const login = await post(`${origin}/api/v1/auth/login`, {
    email_or_phone: 'demo@kitabo.example',
    password: 'kitabo-demo',
  })
  const { token } = await login.json()
  const { product } = await (await fetch(`${origin}/api/v1/products/details/40`)).json()
  const cart = [
    {
      id: 40,
      name: product.name,
      quantity: 2,
      price: product.price,
      image: product.image[0],
      total_stock: product.total_stock,
    },
  ]

  const shown = await listScreens()
  for (const [name, path, state] of shown) {
    if (state.fault)
      await post(`${origin}/__emulator/faults`, {
        path: state.fault,
        effect: { status: 404, body: { message: 'Not now' } },
      })
    for (const width of WIDTHS) {
      const page = await browser.newPage({ viewport: { width, height: width < 500 ? 740 : 860 } })
      await page.addInitScript(
        ({ own, items }) => {
          if (own) localStorage.setItem('authToken', own)
          if (items) localStorage.setItem('cart', items)
        },
        { own: state.customer ? token : null, items: state.cart ? JSON.stringify(cart) : null },
      )
      await page.goto(origin + path)
      await page.waitForLoadState('networkidle')
      if (state.fault) await page.getByText('Please try refreshing the page.').waitFor({ timeout: 30_000 })
      await page.screenshot({ path: join(out, `${name}-${width}.png`) })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (overflow > 0) print(`  ${name} at ${width} px is ${overflow} px too wide`)
      await page.close()
    }
    if (state.fault)
      await fetch(`${origin}/__emulator/faults`, {
        method: 'DELETE',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      })
  }
  print(`${shown.length * WIDTHS.length} pictures in ${out}`)
}

export const command = defineCommand({
  summary:
    'Takes pictures of each screen at 360, 768 and 1280 px, full, empty and failed, of the real build on a fresh emulator; with --tour the strips of docs/tour.md.',
  options: {
    out: { value: 'FOLDER', summary: 'where the pictures go (.data/screens, or docs/tour)' },
    tour: {
      summary: 'walks through the shop on a phone instead, one strip of pictures a story',
    },
    story: { value: 'NAME', summary: 'only this story of the tour' },
  },
  run: async ({ out, tour, story }) => {
    if (story !== undefined && !tour) throw new UserError('--story is an option of --tour.')
    await bootstrap()
    if (tour) {
      await takeTour(resolve(out ?? join(root, 'docs', 'tour')), story)
    } else {
      await inShopBrowser((shop) => takeScreens(shop, resolve(out ?? join(root, '.data', 'screens'))))
    }
    return 0
  },
})
