import type { Page } from '@playwright/test'
import { addToCart, buttonOf, cartButton, logIn } from '../../../web/e2e/shopper-actions.ts'

/** A page of the shop, and the task of a shopper on this page. */
export type Scenario = {
  screen: string
  path: string
  /** Whether the demo customer is logged in. */
  customer?: boolean
  /** Whether the cart contains a book. */
  cart?: boolean
  /** Task of a shopper on the page. `reach` rejects if it fails. */
  goal?: { title: string; reach: (page: Page) => Promise<unknown> }
}

/** Id of the book that scenarios open and buy, which is in stock. */
export const BOOK = 40

/** Time limit for each element that is needed to reach a goal, in milliseconds. */
export const GOAL_MS = 5000

/** Scenarios in the order of a visit. */
export const SCENARIOS: readonly Scenario[] = [
  { screen: 'home', path: '/' },
  { screen: 'shop', path: '/shop' },
  { screen: 'search', path: '/search?q=atlas' },
  { screen: 'categories', path: '/categories/3' },
  {
    screen: 'product',
    path: `/product-details/${BOOK}`,
    goal: {
      title: 'add to the cart',
      reach: async (page) => {
        await addToCart(page)
        await cartButton(page, '1 item').waitFor()
      },
    },
  },
  { screen: 'wishlist', path: '/wishlist', customer: true },
  {
    screen: 'login',
    path: '/my-account',
    goal: {
      title: 'log in',
      reach: async (page) => {
        await logIn(page)
        await page.waitForFunction(() => localStorage.getItem('authToken') !== null)
      },
    },
  },
  { screen: 'account', path: '/my-account', customer: true },
  { screen: 'orders', path: '/my-account?tab=orders', customer: true },
  {
    screen: 'delivery',
    path: '/pre-check',
    customer: true,
    cart: true,
    goal: { title: 'go to the payment', reach: (page) => buttonOf(page, 'Proceed to Payment').waitFor() },
  },
  { screen: 'checkout', path: '/checkout', customer: true, cart: true },
]

/** State of a page, for comparison. */
export type PageState = {
  heading: string
  texts: string[]
  /** Amounts of money, as displayed. */
  prices: string[]
  /** Accessible names of buttons, links and fields. */
  controls: string[]
  /** Number of different images that have loaded. */
  images: number
  /** Error messages on the page. */
  alerts: string[]
  /** Console errors and uncaught exceptions. */
  errors: string[]
  /** Whether the goal was reached. Null if the page has none. */
  goal: boolean | null
  /** Screenshot as JPEG. */
  image: Buffer
}

/** Reads the state of a loaded page. */
export async function readState(page: Page): Promise<Omit<PageState, 'errors' | 'goal' | 'image'>> {
  return page.evaluate(() => {
    const main = document.querySelector('main') ?? document.body
    const isShown = (element: Element) => element.checkVisibility()
    const textOf = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim()
    // Joins text nodes with spaces, because textContent and innerText join them without a separator.
    const wordsOf = (element: Element): string => {
      const parts: string[] = []
      const inside = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (inside.nextNode()) parts.push(inside.currentNode.textContent ?? '')
      return parts.join(' ').replace(/\s+/g, ' ').trim()
    }
    const nodes = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    const prices: string[] = []
    while (nodes.nextNode()) {
      const owner = nodes.currentNode.parentElement
      const line = (nodes.currentNode.textContent ?? '').replace(/\s+/g, ' ').trim()
      if (line === '' || !owner || !isShown(owner) || /^(SCRIPT|STYLE)$/.test(owner.tagName)) continue
      texts.push(line)
      if (/UGX|NaN|undefined/.test(line))
        prices.push(...(textOf(owner).match(/UGX\s?[\d,.]+|[\d,.]+\s?UGX|NaN|undefined/g) ?? []))
    }
    const named = [...main.querySelectorAll('button, a[href], input, select, textarea')].filter(isShown)
    const labelOf = (element: Element) =>
      element.getAttribute('aria-label') || textOf(element) || element.getAttribute('name') || ''
    return {
      heading: textOf(main.querySelector('h1') ?? main),
      texts: [...new Set(texts)],
      prices: [...new Set(prices)],
      controls: [...new Set(named.map(labelOf).filter(Boolean))],
      // Counts a repeated placeholder once, and ignores map tiles.
      images: new Set(
        [...main.querySelectorAll('img')]
          .filter((each) => each.complete && each.naturalWidth > 1 && !each.currentSrc.includes('.svg'))
          .map((each) => each.currentSrc),
      ).size,
      alerts: [...main.querySelectorAll('[role=alert]')].filter(isShown).map(wordsOf),
    }
  })
}
