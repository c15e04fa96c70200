import { PHONE, paymentWindow } from '../../driver/shopper-actions.ts'
import { expect, test } from '../shopper.ts'

test('the summary keeps Place Order in view, and a click on it leads to a confirmation in view without a focus ring', async ({
  shopper,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await shopper.goToCheckout()
  const summary = page.getByRole('region', { name: 'Order summary' })
  await expect(summary.getByRole('button', { name: 'Place Order' })).toBeInViewport({ ratio: 1 })
  await shopper.payByCard()
  const seeOrder = page.getByRole('link', { name: 'See your order' })
  await expect(seeOrder).toBeFocused()
  await expect(seeOrder).toHaveCSS('outline-style', 'none')
  for (const size of [{ width: 1280, height: 720 }, PHONE]) {
    await page.setViewportSize(size)
    await expect(seeOrder).toBeInViewport({ ratio: 1 })
  }
})

test.describe('with a connection that fails once', () => {
  test.use({ provoked: /ERR_FAILED/ })

  test('mobile money is pending until the shopper approves it on the phone', async ({ shopper, page }) => {
    await shopper.goToCheckout()
    let polls = 0
    await page.route(/\/__emulator\/payments\/[^/]+$/, (route) =>
      route.request().method() === 'GET' && polls++ === 0 ? route.abort() : route.continue(),
    )
    const payment = await shopper.payByPhone('0772 127702')
    await expect(payment.getByText('Approve the prompt on your phone.')).toBeVisible()
    await shopper.expectOrder()
    expect(polls).toBeGreaterThan(1)
  })
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
