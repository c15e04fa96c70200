import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser } from '@playwright/test'
import { escapeHtml } from '../../contracts/harness/report/print-html.ts'
import { arrive, cartOf, send } from '../../web/e2e/shopper-actions.ts'
import { exampleOf, pages } from '../../web/src/boot/pages.ts'
import { print, root } from '../bootstrap.ts'
import { defineCommand } from '../command.ts'
import { UserError } from '../runtime.mjs'
import { inShopBrowser, type ShopBrowser } from './start.ts'
import { buyingFilmstrips, offlineFilmstrip } from './tour/buying-filmstrips.ts'
import { findingFilmstrips } from './tour/finding-filmstrips.ts'
import { listFilmstrips } from './tour/list-filmstrips.ts'
import { type Frame, Scenario } from './tour/scenario.ts'

const WIDTHS = [360, 768, 1280]

type ScreenState = { fault?: string; customer?: boolean; cart?: boolean }

/** Preconditions for pages: a fault, a logged-in customer, a cart. */
const STATES: Record<string, ScreenState> = {
  wishlist: { customer: true },
  'pre-check': { customer: true, cart: true },
  checkout: { customer: true, cart: true },
}

/** Every page of the shop, and additional states of some pages. */
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
  print(`${SCREENS.length * WIDTHS.length} screenshots in ${out}`)
}

export const command = defineCommand({
  summary:
    'Takes screenshots of each screen at 360, 768 and 1280 px in its loaded, empty and failed states. With --tour, takes the filmstrips for docs/tour.md.',
  options: {
    out: { value: 'FOLDER', summary: 'output folder (.data/screens, or docs/tour)' },
    tour: {
      summary: 'take the filmstrips for docs/tour.md instead: scenarios on a phone',
    },
    filmstrip: { value: 'NAME', summary: 'take only this filmstrip; requires --tour' },
    // The option's name in release 0.1.
    story: { value: 'NAME', summary: '', isHidden: true },
  },
  run: async ({ out, tour, story, filmstrip = story }) => {
    if (filmstrip !== undefined && !tour) throw new UserError('--filmstrip requires --tour.')
    if (tour) {
      await takeTour(resolve(out ?? join(root, 'docs', 'tour')), filmstrip)
    } else {
      await inShopBrowser((shop) => takeScreens(shop, resolve(out ?? join(root, '.data', 'screens'))))
    }
    return 0
  },
})

/** Frame size and gap in CSS pixels, frames per row, and JPEG quality. */
const FRAME_WIDTH = 220
const FRAME_HEIGHT = 452
const FRAMES_PER_ROW = 5
const GAP = 16
const QUALITY = 70

const STYLE = `
  body { margin: 0; background: #fff; font: 14px/1.35 system-ui, sans-serif; color: #222 }
  main { display: flex; flex-wrap: wrap; gap: 20px ${GAP}px; padding: 16px; width: max-content }
  main.rows { max-width: ${FRAMES_PER_ROW * (FRAME_WIDTH + 2 + GAP) - GAP}px }
  figure { margin: 0; width: min-content }
  img { display: block; height: ${FRAME_HEIGHT}px; border: 1px solid #bbb; border-radius: 6px; background: #fff }
  img.phone { box-sizing: content-box; width: ${FRAME_WIDTH}px }
  img.paper { box-sizing: border-box; padding: 14px; border-radius: 0 }
  figcaption { margin-top: 8px; text-wrap: balance }
  b { margin-right: 5px }
`

/** Maximum total size of the filmstrips in bytes, because they are committed. */
const MAX_BYTES = 1_200_000

const FILMSTRIPS = [offlineFilmstrip, ...listFilmstrips, ...findingFilmstrips, ...buyingFilmstrips]

/**
 * Plays the scenarios in a browser and writes a filmstrip of each scenario into a folder.
 * @param only name of a single filmstrip to take
 * @throws UserError if a step fails, or if the filmstrips are too large
 */
export async function takeTour(out: string, only?: string): Promise<void> {
  const filmstrips = FILMSTRIPS.filter(({ name }) => only === undefined || name === only)
  if (filmstrips.length === 0)
    throw new UserError(
      `Unknown filmstrip "${only}". Available filmstrips: ${FILMSTRIPS.map(({ name }) => name).join(', ')}.`,
    )
  mkdirSync(out, { recursive: true })
  await inShopBrowser(async (shop) => {
    let bytes = 0
    for (const filmstrip of filmstrips) {
      const frames = await Scenario.through(filmstrip, shop)
      const strip = await joinFrames(frames, shop.browser)
      writeFileSync(join(out, `${filmstrip.name}.jpg`), strip)
      bytes += strip.length
      print(`  ${filmstrip.name}: ${frames.length} frames, ${Math.ceil(strip.length / 1000)} KB`)
    }
    if (bytes > MAX_BYTES)
      throw new UserError(`The filmstrips have ${bytes} bytes in total. The maximum is ${MAX_BYTES}.`)
    print(`${filmstrips.length} filmstrips in ${out}, ${Math.ceil(bytes / 1000)} KB`)
  })
}

/** Joins the frames of a filmstrip into a JPEG with rows of numbered and captioned screenshots. */
async function joinFrames(frames: readonly Frame[], browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 800 } })
  try {
    const figures = frames.map(({ image, caption, isPaper }, at) => {
      const source = `data:image/png;base64,${image.toString('base64')}`
      return `<figure><img class="${isPaper ? 'paper' : 'phone'}" src="${source}"><figcaption><b>${at + 1}</b>${escapeHtml(caption)}</figcaption></figure>`
    })
    // setContent waits until the images have loaded.
    await page.setContent(
      `<style>${STYLE}</style><main class="${frames.length > FRAMES_PER_ROW ? 'rows' : ''}">${figures.join('')}</main>`,
    )
    return await page.locator('main').screenshot({ type: 'jpeg', quality: QUALITY })
  } finally {
    await page.close()
  }
}
