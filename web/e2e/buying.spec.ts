import { BOOK, expect, test } from './shopper.ts'
import { paymentWindow } from './shopper-actions.ts'

test('an accepted card places an order and empties the cart', async ({ shopper, page }) => {
  await shopper.goToCheckout()
  await shopper.payByCard()
  await shopper.expectOrder()
  await expect(page.getByRole('button', { name: /^Cart, 0 items/ })).toBeVisible()
})

test('mobile money is pending until the shopper approves it on the phone', async ({ shopper }) => {
  await shopper.goToCheckout()
  const payment = await shopper.payByPhone('0772 127702')
  await expect(payment.getByText('Approve the prompt on your phone.')).toBeVisible()
  await shopper.expectOrder()
})

test('the cart and the form are unchanged while mobile money awaits approval', async ({ shopper, page }) => {
  await shopper.goToCheckout()
  const payment = await shopper.payByPhone('0772 127700')
  await payment.getByRole('button', { name: 'I will approve it later' }).click()
  await expect(page.getByText('Payment was not successful.').first()).toBeVisible()
  await expect(page.getByRole('main').getByText(/Approve the prompt on your phone/)).toBeVisible()
  await shopper.expectNothingOrdered()
})

test('delivery to an address 60 km away costs the flat fee of 20,000', async ({ shopper, page }) => {
  await shopper.saveAddress({ address: 'Far away', latitude: '0.8600', longitude: '32.5919' })
  await expect(page.getByText('UGX 20,000').first()).toBeVisible()
  await shopper.goToCheckout()
  await expect(page.getByText('UGX 40,000').first()).toBeVisible()
  await shopper.payByCard()
  await shopper.expectOrder()
  expect(await shopper.newOrders()).toMatchObject([{ order_amount: BOOK.price + 20_000 }])
})

test('a double click opens one payment, and two tabs place one order', async ({ shopper, page, context }) => {
  await shopper.goToCheckout()
  await page.getByRole('button', { name: 'Place Order' }).dblclick()
  await expect(paymentWindow(page)).toHaveCount(1)

  const second = await context.newPage()
  await second.goto(page.url().replace('checkout', 'pre-check'))
  await shopper.goToCheckout(second)
  await second.getByRole('button', { name: 'Place Order' }).click()
  await expect(second.getByText('A payment is open in another tab.').first()).toBeVisible()

  const payment = page.frameLocator('iframe[name=checkout]')
  await payment.getByRole('tab', { name: 'USSD' }).click()
  await payment.getByRole('button', { name: /^Pay UGX/ }).click()
  await shopper.expectOrder()
})
