// The actions of a scripted shopper, used by tests and by scripts.
import type { BrowserContext, FrameLocator, Locator, Page } from '@playwright/test'

const CUSTOMER = { email_or_phone: 'demo@kitabo.example', password: 'kitabo-demo' }

/** The viewport of a phone, in CSS pixels. */
export const PHONE = { width: 360, height: 740 }

/** Two copies of a book, as the shop stores a cart. */
export const CART_OF_TWO = JSON.stringify([
  { id: 40, name: 'Book', quantity: 2, price: 20_000, image: 'default.png', total_stock: 9 },
])

/** A one-pixel GIF that replaces images, because drawing them takes the emulator long. */
export const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

type Sent = { body?: unknown; world?: string | undefined; token?: string }

/** Sends a JSON request to the emulator. @throws Error if the status is not 2xx */
export async function send(origin: string, method: string, path: string, { body, world, token }: Sent = {}) {
  const response = await fetch(origin + path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(world === undefined ? {} : { 'X-Emulator-World': world }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} responded with ${response.status}`)
  return response.json()
}

/** Logs the demo customer in. @returns the token */
export async function tokenOf(origin: string, world?: string): Promise<string> {
  return (await send(origin, 'POST', '/api/v1/auth/login', { body: CUSTOMER, world })).token
}

/** Returns products and quantities in the format in which the shop stores a cart. */
export async function cartOf(
  origin: string,
  cart: readonly (readonly [id: number, quantity: number])[],
): Promise<string> {
  const lines = await Promise.all(
    cart.map(async ([id, quantity]) => {
      const { product } = await send(origin, 'GET', `/api/v1/products/details/${id}`)
      const { name, price, image, total_stock } = product
      return { id, name, quantity, price, image: image[0], total_stock }
    }),
  )
  return JSON.stringify(lines)
}

type Arrival = {
  world?: string | undefined
  /** Whether the demo customer is logged in. */
  isCustomer?: boolean | undefined
  /** Further entries of localStorage. */
  stored?: Readonly<Record<string, string>> | undefined
  keepsOffline?: boolean
  /** Whether localStorage is reset on every visit instead of filled on the first. */
  isReset?: boolean
}

/** Prepares a browser context for a shopper's first visit: world, log-in and localStorage. */
export async function arrive(context: BrowserContext, origin: string, arrival: Arrival): Promise<void> {
  const { world, isCustomer, stored = {}, keepsOffline = false, isReset = false } = arrival
  if (world !== undefined) await context.addCookies([{ name: 'emulator_world', value: world, url: origin }])
  const entries = { ...(isCustomer ? { authToken: await tokenOf(origin, world) } : {}), ...stored }
  await context.addInitScript(
    (options) => {
      if (window.origin === 'null') return
      // A service worker would respond from its cache.
      if (!options.keepsOffline) Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
      if (options.isReset) localStorage.clear()
      else if (localStorage.getItem('arrived')) return
      else localStorage.setItem('arrived', '1')
      for (const [key, value] of Object.entries(options.entries)) localStorage.setItem(key, value)
    },
    { entries, keepsOffline, isReset },
  )
}

/** Resolves when the page is hydrated and handles clicks. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => (window as { earlyInput?: { taps: unknown } }).earlyInput?.taps === null)
}

/** Returns the header's cart button with a number of items, such as "1 item". */
export function cartButton(page: Page, items = ''): Locator {
  return page.getByRole('button', { name: new RegExp(`^Cart, ${items}`) })
}

export function cartOn(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Cart Items' })
}

export async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Email or phone').fill(CUSTOMER.email_or_phone)
  await page.getByLabel('Password', { exact: true }).fill(CUSTOMER.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Fills in the delivery step, in which an address is already selected, without submitting it. */
export async function confirmDelivery(page: Page): Promise<void> {
  await page.getByLabel(/^Delivery Note/).fill('Call at the gate')
  await page.getByLabel(/I confirm that my details are correct/).check()
}

export function proceedToPayment(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Proceed to Payment' }).click()
}

/** Returns the payment window while it is open. The provider's script keeps a transparent frame while it is closed. */
export function paymentWindow(page: Page): Locator {
  return page.locator('iframe[name=checkout][style*="opacity: 1"]')
}

export async function openPayment(page: Page): Promise<FrameLocator> {
  await page.getByRole('button', { name: 'Place Order' }).click()
  return page.frameLocator('iframe[name=checkout]')
}

/** Fills in a card and pays. The card number decides the outcome, as listed by the payment simulator. */
export async function payByCard(payment: FrameLocator, number: string): Promise<void> {
  await payment.getByLabel('Card number').fill(number)
  await payment.getByLabel('Expiry (MM/YY)').fill('10/31')
  await payment.getByLabel('CVV').fill('564')
  await pay(payment)
}

/** Selects mobile money and fills in a phone number, which also decides the outcome. */
export async function fillPhone(payment: FrameLocator, phone: string): Promise<void> {
  await payment.getByRole('tab', { name: 'Mobile money' }).click()
  await payment.getByLabel('Phone number').fill(phone)
}

export function pay(payment: FrameLocator): Promise<void> {
  return payment.getByRole('button', { name: /^Pay UGX/ }).click()
}

/**
 * Buys one copy of a product on a page with the shop's base URL: logs in, opens the map, searches for a place, selects
 * pickup and pays by card. Resolves when the shop has confirmed the order.
 */
export async function buyWithPickup(
  page: Page,
  productId: number,
  { chat = 'on', origin = '' }: { chat?: 'on' | 'off'; origin?: string } = {},
): Promise<void> {
  await page.goto(`${origin}/product-details/${productId}`)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  // By keyboard, because the toast may cover the button and stays while the pointer is over it.
  await cartButton(page, '1 item').press('Enter')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await logIn(page)
  await page.waitForURL(/\/pre-check/)
  await page.getByRole('button', { name: 'Add another address' }).click()
  await page.locator('.leaflet-tile-loaded').first().waitFor()
  await page.getByRole('combobox', { name: /address/i }).fill('Kololo')
  await page
    .getByRole('option', { name: /Kololo/ })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'Self pick or send your boda' }).check()
  await confirmDelivery(page)
  await proceedToPayment(page)
  if (chat === 'on') await page.getByRole('button', { name: 'Live chat' }).click()
  await payByCard(await openPayment(page), '5061 4601 6697 6054 667')
  await page.getByText('Order placed successfully!').waitFor()
}
