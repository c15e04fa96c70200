import { expect, test } from './shopper.ts'
import { paymentWindow } from './shopper-actions.ts'

test('mobile money is pending until the shopper approves it on the phone', async ({ shopper }) => {
  await shopper.goToCheckout()
  const payment = await shopper.payByPhone('0772 127702')
  await expect(payment.getByText('Approve the prompt on your phone.')).toBeVisible()
  await shopper.expectOrder()
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
