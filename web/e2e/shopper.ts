import type { BrowserContext, FrameLocator, Page } from '@playwright/test'
import {
  arrive,
  confirmDelivery,
  fillPhone,
  openPayment,
  pay,
  payByCard,
  proceedToPayment,
  send,
} from '../driver/shopper-actions.ts'
import { expect, type ShopEmulator, test as withQuietConsole } from './emulator.ts'

/** Book 5, with 6 in stock at UGX 20,000, so that totals are easy to check. */
export const BOOK = { id: 5, price: 20_000, stock: 6 }

function cartOfBooks(quantity: number): string {
  const { id, price, stock: total_stock } = BOOK
  return JSON.stringify([{ id, name: 'Book', quantity, price, image: 'default.png', total_stock }])
}

type Order = { order_amount: number }

/** A logged-in shopper with a book in the cart, in a separate world. */
export class Shopper {
  readonly page: Page
  private readonly origin: string
  private readonly world: string
  private readonly context: BrowserContext
  private ordersBefore = 0

  constructor(origin: string, world: string, page: Page, context: BrowserContext) {
    this.origin = origin
    this.world = world
    this.page = page
    this.context = context
  }

  async arrive(): Promise<void> {
    await this.control('POST', '/stock', BOOK)
    const stored = { cart: cartOfBooks(1) }
    await arrive(this.context, this.origin, {
      world: this.world,
      isCustomer: true,
      keepsOffline: true,
      stored,
    })
    this.ordersBefore = (await this.orders()).length
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.origin + path)
  }

  async putBooksInCart(quantity: number, page = this.page): Promise<void> {
    await page.evaluate((cart) => localStorage.setItem('cart', cart), cartOfBooks(quantity))
    await page.reload()
  }

  /** Sends a request to the control API in this shopper's world. */
  control(method: string, path: string, body?: unknown) {
    return send(this.origin, method, `/__emulator${path}`, { body, world: this.world })
  }

  /** Sends a request to the provider's API as the customer who is logged in. */
  async api(method: string, path: string, body?: unknown) {
    const token = String(await this.page.evaluate(() => localStorage.getItem('authToken')))
    return send(this.origin, method, `/api/v1${path}`, { body, world: this.world, token })
  }

  /** Saves an address as the shop would. */
  async saveAddress(address: { address: string; latitude: string; longitude: string }): Promise<void> {
    const contact = { contact_person_name: 'Amina Nakato', contact_person_number: '0772123456' }
    const unusedFields = { road: 'N/A', floor: 'N/A', house: 'N/A' }
    const body = { address_type: 'Work', ...contact, ...address, ...unusedFields }
    await this.api('POST', '/customer/address/add', body)
    await this.page.reload()
  }

  async deleteAddresses(): Promise<void> {
    const addresses = (await this.api('GET', '/customer/address/list')) as { id: number }[]
    for (const { id } of addresses) await this.api('DELETE', '/customer/address/delete', { address_id: id })
  }

  /** Returns the orders placed since the start, newest first. */
  async newOrders(): Promise<Order[]> {
    const orders = await this.orders()
    return orders.slice(0, orders.length - this.ordersBefore)
  }

  async goToCheckout(page = this.page): Promise<void> {
    await confirmDelivery(page)
    await proceedToPayment(page)
    await expect(page).toHaveURL(/\/checkout/)
    await expect(page.getByLabel('First name')).toHaveValue('Amina')
  }

  openPayment(): Promise<FrameLocator> {
    return openPayment(this.page)
  }

  async payByCard(): Promise<void> {
    await payByCard(await this.openPayment(), '5061 4601 6697 6054 667')
  }

  /** Pays by mobile money. The phone number decides the outcome, as listed by the payment simulator. */
  async payByPhone(phone: string): Promise<FrameLocator> {
    const payment = await this.openPayment()
    await fillPhone(payment, phone)
    await pay(payment)
    return payment
  }

  /** Asserts that one order was placed and confirmed, with an address unless it is a pickup. */
  async expectOrder(): Promise<void> {
    await expect(this.page.getByText('Order placed successfully!')).toBeVisible()
    await expect(this.page).toHaveURL(/\/shop$/)
    await this.page.waitForLoadState('networkidle')
    expect(await this.newOrders()).toHaveLength(1)
    const { entries } = await this.control('GET', '/journal?path=/order/place')
    expect(entries.map(({ note }: { note: string | null }) => note)).not.toContain('without address')
  }

  /** Asserts that nothing was ordered and the cart is unchanged. */
  async expectNothingOrdered(): Promise<void> {
    await expect(this.page.getByRole('button', { name: /^Cart, 1 item/ })).toBeVisible()
    await expect(this.page.getByLabel('First name')).toHaveValue('Amina')
    expect(await this.newOrders()).toEqual([])
  }

  private async orders(): Promise<Order[]> {
    return (await this.control('GET', '/orders')).orders
  }
}

/** A test with a shopper, who has a separate world of the worker's shared emulator. */
export const test = withQuietConsole.extend<{ shopper: Shopper; firstPage: string; shop: ShopEmulator }>({
  // The page on which the shopper arrives; none if it is empty.
  firstPage: ['/pre-check', { option: true }],
  shop: async ({ sharedEmulator }, use) => use(await sharedEmulator()),
  shopper: [
    async ({ shop, context, page, firstPage }, use, info) => {
      const shopper = new Shopper(shop.origin, info.title.replace(/\W+/g, '-').slice(0, 60), page, context)
      await shopper.arrive()
      if (firstPage) await shopper.open(firstPage)
      await use(shopper)
    },
    { auto: true },
  ],
})

export { expect }
