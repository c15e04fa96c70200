import type { Page } from '@playwright/test'
import { addToCart, buttonOf, cartButton, logIn } from '../../../web/e2e/driver.ts'

/** A page of the shop with what a shopper does there. */
export type Scenario = {
  screen: string
  path: string
  /** Logged in as the demo account. */
  customer?: boolean
  /** With a book in the cart. */
  cart?: boolean
  /** Purpose of the page. `reach` rejects if it cannot be achieved. */
  goal?: { title: string; reach: (page: Page) => Promise<unknown> }
}

/** Book that scenarios open and buy; it is in stock. */
export const BOOK = 40

/** Time limit for an element of a goal, in milliseconds. */
export const GOAL_MS = 5000

/** In the order of a visit. */
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
    screen: 'log-in',
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
