import type { Page } from '@playwright/test'

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
const BOOK = 40

const GOAL_MS = 5000

/** Whether something appears in time. */
function appears(page: Page, text: RegExp, role: 'button' | 'link' = 'button'): Promise<boolean> {
  return page
    .getByRole(role, { name: text })
    .first()
    .waitFor({ timeout: GOAL_MS })
    .then(
      () => true,
      () => false,
    )
}

async function logIn(page: Page): Promise<boolean> {
  await page.getByLabel('Email or phone').fill('demo@kitabo.example', { timeout: GOAL_MS })
  await page.getByLabel('Password', { exact: true }).fill('kitabo-demo')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  const hasToken = () => localStorage.getItem('authToken') !== null
  return page.waitForFunction(hasToken, undefined, { timeout: GOAL_MS }).then(
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
        await page
          .getByRole('main')
          .getByRole('button', { name: /^Add to cart/i })
          .first()
          .click({ timeout: GOAL_MS })
        return appears(page, /^Cart, 1 item/)
      },
    },
  },
  { screen: 'wishlist', path: '/wishlist', customer: true },
  { screen: 'log-in', path: '/my-account', goal: { title: 'log in', reach: logIn } },
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

/** A line of the cart as the shop keeps it. */
export function cartOf(product: {
  name: string
  price: number
  image: string[]
  total_stock: number
}): string {
  const { name, price, image, total_stock } = product
  return JSON.stringify([{ id: BOOK, name, quantity: 1, price, image: image[0], total_stock }])
}

export const CART_PRODUCT = BOOK
