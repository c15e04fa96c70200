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

test('closing the payment window shows no message, charges nothing and leaves the cart unchanged', async ({
  shopper,
  page,
}) => {
  await shopper.goToCheckout()
  const payment = await shopper.openPayment()
  await payment.getByRole('button', { name: 'Close payment' }).click()
  await expect(paymentWindow(page)).toHaveCount(0)
  await expect(page.getByText('Payment was not successful.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeEnabled()
  await shopper.expectNothingOrdered()
})

test('a repeated callback places one order', async ({ shopper }) => {
  await shopper.goToCheckout()
  await shopper.payByPhone('0772 127801')
  await shopper.expectOrder()
})

test('the status "completed" counts as paid', async ({ shopper }) => {
  await shopper.goToCheckout()
  await shopper.payByPhone('0772 127803')
  await shopper.expectOrder()
})

test('a pickup has no delivery fee and needs no address', async ({ shopper, page }) => {
  await shopper.putBooksInCart(2)
  await page.getByRole('radio', { name: 'Self pick or send your boda' }).check()
  await expect(page.getByText('0 UGX')).toBeVisible()
  await shopper.goToCheckout()
  await shopper.payByCard()
  await shopper.expectOrder()
  expect(await shopper.newOrders()).toMatchObject([{ order_amount: 2 * BOOK.price }])
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

test('changes of the billing form survive a reload', async ({ shopper, page }) => {
  await shopper.goToCheckout()
  await page.getByLabel('Phone').fill('0700 111222')
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Amina')
  await expect(page.getByLabel('Phone')).toHaveValue('0700 111222')
})
