import { PHONE, payByCard, paymentWindow } from '../../driver/shopper-actions.ts'
import { expect, test } from '../shopper.ts'

const TRANSACTION_ERROR = 'An error occurred during the transaction. Please try again.'

test('a payment that completes after the window closed is found, and nothing is charged twice', {
  tag: '@thorough',
}, async ({ shopper, page }) => {
  await shopper.goToCheckout()
  // With this number, the window closes without a result and the payment succeeds five seconds later.
  await shopper.payByPhone('0772 127802')
  await expect(paymentWindow(page)).toHaveCount(0)
  await shopper.expectNothingOrdered()
  await shopper.control('POST', '/clock', { advance: '10s' })
  await page.getByRole('button', { name: 'Place Order' }).click()
  await shopper.expectOrder()
  const { messages } = await shopper.control('GET', '/outbox?channel=webhook')
  expect(messages).toHaveLength(1)
})

test('a payment whose reference is refused can be continued, and is paid again only on request', {
  tag: '@thorough',
}, async ({ shopper, page }) => {
  await shopper.goToCheckout()
  // With this number, the payment succeeds, the window closes without a result, and the reference is used up.
  await shopper.payByPhone('0772 127805')
  await expect(paymentWindow(page)).toHaveCount(0)
  const payment = await shopper.openPayment()
  await payment.getByText('This transaction reference was used before.').waitFor()
  await payment.getByRole('button', { name: 'Close payment' }).click()
  await expect(page.getByText("We don't know yet whether your")).toBeVisible()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await payment.getByText('This transaction reference was used before.').waitFor()
  await payment.getByRole('button', { name: 'Close payment' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: /^Call / })).toBeVisible()
  await shopper.expectNothingOrdered()
  await page.getByRole('button', { name: 'Start again' }).click()
  await page.getByRole('button', { name: 'I was not charged: pay again' }).click()
  await shopper.payByCard()
  await shopper.expectOrder()
})

test('a payment reported without a transaction id is found by its reference, and nothing is charged twice', {
  tag: '@thorough',
}, async ({ shopper, page }) => {
  await shopper.goToCheckout()
  await shopper.payByPhone('0772 127804')
  await expect(page.getByText('Payment was not successful.').first()).toBeVisible()
  await shopper.expectNothingOrdered()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await shopper.expectOrder()
  const { messages } = await shopper.control('GET', '/outbox?channel=webhook')
  expect(messages).toHaveLength(1)
})

test.describe('a failure after paying', () => {
  test.use({ provoked: /customer\/order\/place|customer\/info/ })

  test('a token that expires while paying requires a log-in, not a second payment', async ({
    shopper,
    page,
  }) => {
    await shopper.goToCheckout()
    const payment = await shopper.openPayment()
    await expect(payment.getByLabel('Card number')).toBeVisible()
    const effect = { status: 401, body: { errors: [{ code: 'auth-001', message: 'Unauthorized.' }] } }
    await shopper.control('POST', '/faults', { path: '/customer/order/place', effect })
    await payByCard(payment, '5061 4601 6697 6054 667')
    await expect(page.getByText(TRANSACTION_ERROR).first()).toBeVisible()
    await shopper.control('DELETE', '/faults')
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByText('Please log in to place an order.')).toBeVisible()

    await page.getByLabel('Email or phone').fill('demo@kitabo.example')
    await page.getByLabel('Password').fill('kitabo-demo')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.getByRole('link', { name: 'Finish your order' }).click()
    await page.getByRole('button', { name: 'Place Order' }).click()
    await shopper.expectOrder()
    await expect(paymentWindow(page)).toHaveCount(0)
  })
})

test('on a phone, the toast of a pending payment covers neither its notice nor the buttons beside it', async ({
  shopper,
  page,
}) => {
  await page.setViewportSize(PHONE)
  await shopper.goToCheckout()
  const payment = await shopper.payByPhone('0772 127730')
  await payment.getByRole('button', { name: 'I will approve it later' }).click()
  const toast = page.locator('.Toastify__toast')
  await expect(toast).toContainText('Payment was not successful. It may still arrive')
  const again = page.getByRole('button', { name: 'Start again' })
  await expect(again).toBeInViewport({ ratio: 1 })
  const notice = page.locator('.pay-bar .notice')
  await expect(notice).toBeInViewport({ ratio: 1 })
  const top = (await notice.boundingBox())?.y ?? 0
  await expect
    .poll(async () => {
      const box = await toast.boundingBox()
      return box && box.y + box.height
    })
    .toBeLessThanOrEqual(top)
})

test('a payment approved after its tab was closed is found in a new tab: one charge, one order', async ({
  shopper,
  page,
  context,
}) => {
  await shopper.goToCheckout()
  const payment = await shopper.payByPhone('0772 127730')
  await payment.getByRole('button', { name: 'I will approve it later' }).click()
  const waiting = /is waiting for your approval/
  await expect(page.getByRole('main').getByText(waiting)).toBeVisible()

  const tab = await context.newPage()
  await tab.goto(page.url())
  await page.close()
  await shopper.control('POST', '/clock', { advance: '10m' })
  await tab.goto(new URL('/', tab.url()).href)
  await expect(tab.getByRole('main').getByText(waiting)).toBeVisible()
  await tab.getByRole('main').getByRole('link', { name: 'Continue this payment' }).click()
  await tab.getByRole('button', { name: 'Place Order' }).click()
  await expect(tab.getByText('Order placed successfully!')).toBeVisible()
  await expect(tab).toHaveURL(/\/shop$/)
  expect(await shopper.newOrders()).toHaveLength(1)
  const { messages } = await shopper.control('GET', '/outbox?channel=webhook')
  expect(messages).toHaveLength(1)
})

test.describe('an order that is refused after home delivery was paid', () => {
  test.use({ provoked: /status of 503/ })

  test('is completed later as paid, with its address and fee, without choosing the delivery again', {
    tag: '@thorough',
  }, async ({ shopper, page }) => {
    const address = page.getByRole('radio', { name: /^(Home|Work): / }).first()
    await expect(address).toBeChecked()
    await shopper.goToCheckout()
    const paidTo = await page.getByLabel('Address').inputValue()
    await shopper.control('POST', '/faults', {
      path: '/customer/order/place',
      effect: { status: 503 },
      times: 1,
    })
    await shopper.payByCard()
    await expect(page.getByText(TRANSACTION_ERROR).first()).toBeVisible()
    await shopper.open('/')
    await page.getByRole('main').getByRole('link', { name: 'Finish your order' }).click()
    await expect(page.getByLabel('Address')).toHaveValue(paidTo)
    await expect(page.getByRole('link', { name: /(Choose|Change) delivery/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Place Order' }).click()
    await shopper.expectOrder()
    const notice = page.getByRole('region', { name: /is placed/ })
    await expect(notice).toContainText(`to ${paidTo}`)
    await expect(notice).toContainText(/including UGX [\d,]+ for delivery/)
  })
})

test('a reload while the order is read starts no payment', async ({ shopper, page }) => {
  await shopper.goToCheckout()
  // The response never arrives before the reload, which aborts the request.
  await page.route(/\/products\/details\//, () => {})
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('button', { name: 'Checking stock...' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('paymentAttempts'))).toBeNull()
})

test('a full localStorage does not lead to a second charge after a reload', async ({ shopper, page }) => {
  await shopper.goToCheckout()
  await page.evaluate(() => {
    for (let size = 4_000_000; size > 0; size = Math.floor(size / 2)) {
      try {
        for (let count = 0; ; count += 1) localStorage.setItem(`full-${size}-${count}`, 'x'.repeat(size))
      } catch {
        // Continues with smaller values until nothing fits.
      }
    }
  })
  const payment = await shopper.openPayment()
  await payment.getByRole('button', { name: 'Close payment' }).click()
  await expect(page.getByText(/isn't finished\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeInViewport({ ratio: 0.9 })
  await page.reload()
  await expect(page.getByText(/^Your payment of UGX [\d,]+ isn't finished\.$/)).toBeVisible()
  await shopper.payByCard()
  await shopper.expectOrder()
  const { messages } = await shopper.control('GET', '/outbox?channel=webhook')
  expect(messages).toHaveLength(1)
})
