import { BOOK, expect, test } from './shopper.ts'
import { paymentWindow } from './shopper-actions.ts'

const SHORTAGE = "Part of your order is no longer in stock. You haven't been charged."

test('a sold-out book added on the category page is reported before the payment window opens', async ({
  shopper,
  page,
}) => {
  await shopper.control('POST', '/stock', { id: BOOK.id, stock: 0 })
  await shopper.open('/pre-check')
  await expect(page.getByText('Sold out', { exact: true })).toBeVisible()
  await shopper.goToCheckout()
  await expect(page.getByText('Sold out', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText(SHORTAGE).first()).toBeVisible()
  await expect(paymentWindow(page)).toHaveCount(0)
  await shopper.expectNothingOrdered()
})

test('no payment window opens if the stock falls after the delivery step, until the shopper accepts it', async ({
  shopper,
  page,
}) => {
  await shopper.putBooksInCart(3)
  await shopper.goToCheckout()
  await page.waitForLoadState('networkidle')
  await shopper.control('POST', '/stock', { id: BOOK.id, stock: 2 })
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText('Book: Only 2 left (was 3)')).toBeVisible()
  await expect(paymentWindow(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Accept changes' }).click()
  await shopper.payByCard()
  await shopper.expectOrder()
})
