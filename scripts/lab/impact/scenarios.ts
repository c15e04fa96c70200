import type { Page } from '@playwright/test'
import { addToCart, logIn } from '../../../web/e2e/driver.ts'

/** A screen of the shop with what a shopper does there. */
export type Walk = {
  screen: string
  path: string
  /** Logged in as the demo account. */
  customer?: boolean
  /** With a book in the cart. */
  cart?: boolean
  /** What the screen is for: does it, and says whether it worked. */
  goal?: { title: string; reach: (page: Page) => Promise<boolean> }
}

/** The book that walks look at and buy; the catalogue has it in stock. */
export const BOOK = 40

/** The longest that a goal waits for an element, in milliseconds. */
export const GOAL_MS = 5000

/** Whether something appears in time. */
function appears(page: Page, text: RegExp, role: 'button' | 'link' = 'button'): Promise<boolean> {
  return page
    .getByRole(role, { name: text })
    .first()
    .waitFor()
    .then(
      () => true,
      () => false,
    )
}

async function getsIn(page: Page): Promise<boolean> {
  await logIn(page)
  const hasToken = () => localStorage.getItem('authToken') !== null
  return page.waitForFunction(hasToken).then(
    () => true,
    () => false,
  )
}

/** In the order of a visit. */
export const WALKS: readonly Walk[] = [
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
        return appears(page, /^Cart, 1 item/)
      },
    },
  },
  { screen: 'wishlist', path: '/wishlist', customer: true },
  { screen: 'log-in', path: '/my-account', goal: { title: 'log in', reach: getsIn } },
  { screen: 'account', path: '/my-account', customer: true },
  { screen: 'orders', path: '/my-account?tab=orders', customer: true },
  {
    screen: 'delivery',
    path: '/pre-check',
    customer: true,
    cart: true,
    goal: { title: 'go to the payment', reach: (page) => appears(page, /^Proceed to Payment/) },
  },
  {
    screen: 'checkout',
    path: '/checkout',
    customer: true,
    cart: true,
  },
]
