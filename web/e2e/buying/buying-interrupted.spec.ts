import type { Page } from '@playwright/test'
import { paymentWindow } from '../../driver/shopper-actions.ts'
import { expect, test } from '../shopper.ts'

/** Returns the names of the held locks (Web Locks API) of all tabs. */
const heldLocks = (page: Page) =>
  page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name))

const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' }).click()

test('a payment window that fails to open does not block later attempts, in this tab or others', {
  tag: '@thorough',
}, async ({ shopper, page, context }) => {
  await page.addInitScript(() => {
    Object.assign(window, {
      FlutterwaveCheckout: () => {
        throw new Error('The window failed.')
      },
    })
  })
  await shopper.open('/pre-check')
  await shopper.goToCheckout()
  await placeOrder(page)
  await expect(page.getByText(/^Failed to load payment modal/).first()).toBeVisible()
  await expect.poll(() => heldLocks(page)).toEqual([])

  const other = await context.newPage()
  await other.goto(new URL('/pre-check', page.url()).href)
  await shopper.goToCheckout(other)
  await placeOrder(other)
  await expect(paymentWindow(other)).toBeVisible()
  await other.close()

  await page.evaluate(() => Reflect.deleteProperty(window, 'FlutterwaveCheckout'))
  await placeOrder(page)
  await expect(paymentWindow(page)).toBeVisible()
})

test('a payment window left by Back closes with its page and does not block later attempts', {
  tag: '@thorough',
}, async ({ shopper, page }) => {
  await shopper.goToCheckout()
  await placeOrder(page)
  await expect(paymentWindow(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/pre-check/)
  await expect(paymentWindow(page)).toHaveCount(0)
  await expect.poll(() => heldLocks(page)).toEqual([])
  await page.goForward()
  await shopper.payByCard()
  await shopper.expectOrder()
})

test('a tab closed while paying does not block other tabs', async ({ shopper, page, context }) => {
  const other = await context.newPage()
  await other.goto(page.url())
  await shopper.goToCheckout(other)
  await placeOrder(other)
  await expect(paymentWindow(other)).toBeVisible()

  await shopper.goToCheckout()
  await placeOrder(page)
  await expect(page.getByText('A payment is open in another tab.').first()).toBeVisible()
  await other.close()
  await expect.poll(() => heldLocks(page)).toEqual([])
  await shopper.payByCard()
  await shopper.expectOrder()
})
