import type { BrowserContext, FrameLocator, Page } from '@playwright/test'
import { expect, type RunningEmulator, startEmulator, test } from './emulator.ts'

/** One emulator for the file; every test has a world of its own in it, picked by a cookie. */
let emulator: RunningEmulator
let world = ''

test.beforeAll(async () => {
  emulator = await startEmulator()
})
test.afterAll(() => emulator.stop())

const api = (path: string, init: RequestInit = {}) =>
  fetch(emulator.origin + path, {
    ...init,
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'X-Emulator-World': world },
  })
const power = async (method: string, path: string, body?: unknown) =>
  (
    await api(`/__emulator${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  ).json()
const orderCount = async (): Promise<number> => (await power('GET', '/orders')).orders.length

/** Book 5 with 6 in stock at 20,000: a cart that is easy to reckon with. */
const BOOK = { id: 5, price: 20_000, stock: 6 }

/** A shopper who is logged in, with books in the cart, about to choose the delivery. */
async function shopper(context: BrowserContext, page: Page, title: string, quantity = 1) {
  world = title.replace(/\W+/g, '-').slice(0, 60)
  await context.addCookies([{ name: 'emulator_world', value: world, url: emulator.origin }])
  await power('POST', '/stock', BOOK)
  const login = await api('/api/v1/auth/login', {
    method: 'POST',
    body: JSON.stringify({ email_or_phone: 'demo@kitabo.example', password: 'kitabo-demo' }),
  })
  const { token } = await login.json()
  const item = {
    id: BOOK.id,
    name: 'Book',
    quantity,
    price: BOOK.price,
    image: 'default.png',
    total_stock: BOOK.stock,
  }
  await context.addInitScript(
    ([authToken, cart]) => {
      if (sessionStorage.getItem('set-up')) return
      sessionStorage.setItem('set-up', '1')
      if (!localStorage.getItem('set-up')) {
        localStorage.setItem('set-up', '1')
        localStorage.setItem('authToken', authToken as string)
        localStorage.setItem('cart', cart as string)
      }
    },
    [token, JSON.stringify([item])],
  )
  await page.goto(`${emulator.origin}/pre-check`)
}

async function goToCheckout(page: Page, mode: 'home' | 'pickup' = 'home') {
  if (mode === 'pickup') await page.getByRole('radio', { name: 'Self pick or send your boda' }).check()
  await page.getByLabel(/^Delivery Note/).fill('Call at the gate')
  await page.getByLabel(/I confirm that my details are correct/).check()
  await page.getByRole('button', { name: 'Proceed to Payment' }).click()
  await expect(page).toHaveURL(/\/checkout/)
}

async function openPayment(page: Page): Promise<FrameLocator> {
  await expect(page.getByLabel('First name')).toHaveValue('Amina')
  await page.getByRole('button', { name: /Place Order/ }).click()
  return page.frameLocator('iframe[name=checkout]')
}

async function payByCard(page: Page) {
  const payment = await openPayment(page)
  await payment.getByLabel('Card number').fill('5061 4601 6697 6054 667')
  await payment.getByLabel('Expiry (MM/YY)').fill('10/31')
  await payment.getByLabel('CVV').fill('564')
  await payment.getByRole('button', { name: /^Pay UGX/ }).click()
}

async function payByPhone(page: Page, phone: string) {
  const payment = await openPayment(page)
  await payment.getByRole('tab', { name: 'Mobile money' }).click()
  await payment.getByLabel('Phone number').fill(phone)
  await payment.getByRole('button', { name: /^Pay UGX/ }).click()
  return payment
}

const placed = (page: Page) =>
  expect(page.getByText('Order placed successfully!')).toBeVisible({ timeout: 15_000 })

test('mobile money that is pending for two seconds is paid when the phone approves', async ({
  context,
  page,
}, info) => {
  await shopper(context, page, info.title)
  const before = await orderCount()
  await goToCheckout(page)
  const payment = await payByPhone(page, '0772 127702')
  await expect(payment.getByText('Approve the prompt on your phone.')).toBeVisible()
  await placed(page)
  expect(await orderCount()).toBe(before + 1)
})

test('mobile money left for later is neither success nor failure: cart and form stay', async ({
  context,
  page,
}, info) => {
  await shopper(context, page, info.title)
  const before = await orderCount()
  await goToCheckout(page)
  const payment = await payByPhone(page, '0772 127700')
  await payment.getByRole('button', { name: 'I will approve it later' }).click()
  await expect(page.getByText('Payment was not successful.').first()).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByText(/prompt|phone/i)
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^Cart, 1 item/ })).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Amina')
  expect(await orderCount()).toBe(before)
})

test('closing the payment window says nothing, charges nothing and keeps the cart', async ({
  context,
  page,
}, info) => {
  await shopper(context, page, info.title)
  const before = await orderCount()
  await goToCheckout(page)
  const payment = await openPayment(page)
  await payment.getByRole('button', { name: 'Close payment' }).click()
  await expect(page.locator('iframe[name=checkout]')).toHaveCount(0)
  await expect(page.getByText('Payment was not successful.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Place Order/ })).toBeEnabled()
  await expect(page.getByRole('button', { name: /^Cart, 1 item/ })).toBeVisible()
  expect(await orderCount()).toBe(before)
})

test('a callback that comes twice places one order', async ({ context, page }, info) => {
  await shopper(context, page, info.title)
  const before = await orderCount()
  await goToCheckout(page)
  await payByPhone(page, '0772 127801')
  await placed(page)
  await page.waitForLoadState('networkidle')
  expect(await orderCount()).toBe(before + 1)
})

test('"completed" counts as paid', async ({ context, page }, info) => {
  await shopper(context, page, info.title)
  await goToCheckout(page)
  await payByPhone(page, '0772 127803')
  await placed(page)
})

test.describe('a failure after paying', () => {
  test.use({ provoked: /customer\/order\/place/ })

  test('when the network is lost after paying, the order is sent again without a second charge', async ({
    context,
    page,
  }, info) => {
    await shopper(context, page, info.title)
    const before = await orderCount()
    await goToCheckout(page)
    let lost = 0
    // The order reaches the host and the answer is lost on its way back.
    await page.route('**/customer/order/place', async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await payByCard(page)
    await expect(
      page.getByText('An error occurred during the transaction. Please try again.').first(),
    ).toBeVisible()
    expect(lost).toBe(1)
    await page.reload()
    await page
      .getByRole('button', { name: /Finish your order|Place Order/ })
      .first()
      .click()
    await placed(page)
    expect(await orderCount()).toBe(before + 1)
    await expect(page.locator('iframe[name=checkout]')).toHaveCount(0)
  })

  test('stock that ran out after paying is told, and the money is not charged again', async ({
    context,
    page,
  }, info) => {
    await shopper(context, page, info.title)
    const before = await orderCount()
    await goToCheckout(page)
    await expect(page.getByLabel('First name')).toHaveValue('Amina')
    await power('POST', '/stock', { id: BOOK.id, stock: 0 })
    await payByCard(page)
    await expect(
      page.getByText('An error occurred during the transaction. Please try again.').first(),
    ).toBeVisible()
    await expect(page.getByText(/you will not be charged again/).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Cart, 1 item/ })).toBeVisible()
    expect(await orderCount()).toBe(before)
  })
})

test('a double click opens one payment, and two tabs make one order', async ({ context, page }, info) => {
  await shopper(context, page, info.title)
  const before = await orderCount()
  await goToCheckout(page)
  await expect(page.getByLabel('First name')).toHaveValue('Amina')
  await page.getByRole('button', { name: /Place Order/ }).dblclick()
  await expect(page.locator('iframe[name=checkout]')).toHaveCount(1)

  const second = await context.newPage()
  await second.goto(`${emulator.origin}/pre-check`)
  await goToCheckout(second)
  await second.getByRole('button', { name: /Place Order/ }).click()
  await expect(second.getByText('A payment is open in another tab.').first()).toBeVisible()

  const payment = page.frameLocator('iframe[name=checkout]')
  await payment.getByRole('tab', { name: 'USSD' }).click()
  await payment.getByRole('button', { name: /^Pay UGX/ }).click()
  await placed(page)
  expect(await orderCount()).toBe(before + 1)
})

test('a pickup costs no delivery and needs no address', async ({ context, page }, info) => {
  await shopper(context, page, info.title, 2)
  await page.getByRole('radio', { name: 'Self pick or send your boda' }).check()
  await expect(page.getByText('0 UGX')).toBeVisible()
  await goToCheckout(page, 'pickup')
  await payByCard(page)
  await placed(page)
  const [order] = (await power('GET', '/orders')).orders
  expect(order.order_amount).toBe(2 * BOOK.price)
})

test('an address 60 km away costs the flat 20,000', async ({ context, page }, info) => {
  await shopper(context, page, info.title)
  const login = await page.evaluate(() => localStorage.getItem('authToken'))
  await fetch(`${emulator.origin}/api/v1/customer/address/add`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'X-Emulator-World': world,
      Authorization: `Bearer ${login}`,
    },
    body: JSON.stringify({
      address_type: 'Work',
      contact_person_name: 'Amina Nakato',
      contact_person_number: '0772123456',
      address: 'Far away',
      latitude: '0.8600',
      longitude: '32.5919',
      road: 'N/A',
      floor: 'N/A',
      house: 'N/A',
    }),
  })
  await page.reload()
  await expect(page.getByText('UGX 20,000').first()).toBeVisible()
  await goToCheckout(page)
  await expect(page.getByText('UGX 40,000').first()).toBeVisible()
  await payByCard(page)
  await placed(page)
  const [order] = (await power('GET', '/orders')).orders
  expect(order.order_amount).toBe(BOOK.price + 20_000)
})

test('a token that has expired at the checkout asks for a log-in and keeps the cart', async ({
  context,
  page,
}, info) => {
  await shopper(context, page, info.title)
  await goToCheckout(page)
  await expect(page.getByLabel('First name')).toHaveValue('Amina')
  await page.evaluate(() => {
    localStorage.removeItem('authToken')
    window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' }))
  })
  await page
    .getByRole('button', { name: /Place Order/ })
    .click({ timeout: 3000 })
    .catch(() => undefined)
  await expect(
    page.getByText(/^Please log in to (place an order|view account details)\.$/).first(),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/my-?account/)
  await expect(page.getByRole('button', { name: /^Cart, 1 item/ })).toBeVisible()
})
