import type { Page } from '@playwright/test'
import { launchOptions } from '../../chromium-flags.ts'
import { arrive } from '../../driver/shopper-actions.ts'
import { paths } from '../../src/config/paths.ts'
import { expect, shareEmulator, test } from '../emulator.ts'

const emulator = shareEmulator()

/** A product with sizes. */
const SHOES = 500
/** Shoes whose size is not chosen yet. */
const CART_WITH_SIZES = JSON.stringify([
  { id: SHOES, name: 'Shoes', quantity: 1, price: 35_000, image: 'default.png', total_stock: 9 },
])
const PAGES = [paths.home, paths.shop, paths.product(SHOES), paths.preCheck]

/** Returns what is wider than the window or outside it, and words broken across lines although they needn't be. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    if (document.documentElement.scrollWidth > innerWidth)
      faults.push(`the page is ${document.documentElement.scrollWidth} px wide`)
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('.visually-hidden, .skip-link, [inert], .leaflet-container')
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    for (const control of document.querySelectorAll(
      'main :is(a, button, input), header :is(a, button, input)',
    )) {
      const { left, right, width } = control.getBoundingClientRect()
      if (width > 1 && isShown(control) && (left < -1 || right > innerWidth + 1))
        if (!scrolls(control.parentElement))
          faults.push(`outside: ${control.getAttribute('aria-label') ?? control.textContent}`)
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      const control = parent?.closest(
        'button, .btn, .chip, .badge, .money, .name-plate, .menu-link, .section-shortcuts a',
      )
      let block = parent
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
      if (!parent || !block || !isShown(parent)) continue
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s\u2013-]+/g)) {
        // An address has no other place to break.
        if (word.includes('@')) continue
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
        const isBroken = new Set(boxes.map(({ top }) => Math.round(top))).size > 1
        const width = boxes.reduce((sum, box) => sum + box.width, 0)
        // A word that is longer than the line has to break.
        if (
          isBroken &&
          (control || width < (block.closest('.product-name') ? block.clientWidth : innerWidth / 2))
        )
          faults.push(
            `broken: ${word} in ${block.localName}.${block.className} of ${parent.parentElement?.className}`,
          )
      }
    }
    return faults
  })
}

// Chrome's largest choices of "Font size", and the double.
for (const size of [24, 32])
  for (const width of [360, 768, 1280])
    test(`text of ${size} px on a screen of ${width} px fits it and breaks no words`, async ({
      playwright,
    }) => {
      const browser = await playwright.chromium.launch(
        launchOptions({ flags: [`--blink-settings=defaultFontSize=${size}`] }),
      )
      try {
        const context = await browser.newContext({ viewport: { width, height: 800 } })
        await arrive(context, emulator.origin, { isCustomer: true, stored: { cart: CART_WITH_SIZES } })
        const page = await context.newPage()
        for (const path of PAGES) {
          await page.goto(emulator.origin + path)
          await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
          await page.waitForLoadState('networkidle')
          expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
            `${size}px`,
          )
          // The styles for large text on a small screen are loaded by a script, which a busy machine runs late.
          await expect
            .configure({ soft: true })
            .poll(() => faultsOf(page), path)
            .toEqual([])
        }
      } finally {
        await browser.close()
      }
    })
