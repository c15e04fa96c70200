import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { CHROMIUM_FLAGS } from '../../web/chromium-flags.ts'
import { bootstrap, print, root } from '../bootstrap.ts'
import { buildShop } from '../build-shop.ts'
import { chromium as findChromium } from '../chromium.ts'
import { defineCommand } from '../command.ts'
import { startEmulator } from '../shop-emulator.ts'

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

const post = (url: string, body: unknown) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
  })

async function run(out: string): Promise<number> {
  await bootstrap()
  const shopFolder = buildShop()
  const data = mkdtempSync(join(tmpdir(), 'kitabo-screens-'))
  const emulator = await startEmulator(data, shopFolder)
  const { chromium } = await import('@playwright/test')
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: CHROMIUM_FLAGS,
  })
  mkdirSync(out, { recursive: true })
  const login = await post(`${emulator.origin}/api/v1/auth/login`, {
    email_or_phone: 'demo@kitabo.example',
    password: 'kitabo-demo',
  })
  const { token } = await login.json()
  const { product } = await (await fetch(`${emulator.origin}/api/v1/products/details/40`)).json()
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
      await post(`${emulator.origin}/__emulator/faults`, {
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
      await page.goto(emulator.origin + path)
      await page.waitForLoadState('networkidle')
      if (state.fault) await page.getByText('Please try refreshing the page.').waitFor({ timeout: 30_000 })
      await page.screenshot({ path: join(out, `${name}-${width}.png`) })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      if (overflow > 0) print(`  ${name} at ${width} px is ${overflow} px too wide`)
      await page.close()
    }
    if (state.fault)
      await fetch(`${emulator.origin}/__emulator/faults`, {
        method: 'DELETE',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      })
  }
  await browser.close()
  emulator.stop()
  rmSync(data, { recursive: true, force: true })
  print(`${shown.length * WIDTHS.length} pictures in ${out}`)
  return 0
}

export const command = defineCommand({
  summary:
    'Takes pictures of each screen at 360, 768 and 1280 px, full, empty and failed, of the real build on a fresh emulator.',
  options: { out: { type: 'string', value: 'FOLDER', summary: 'where the pictures go (.data/screens)' } },
  run: ({ out }) => run(resolve(out ?? join(root, '.data', 'screens'))),
})
