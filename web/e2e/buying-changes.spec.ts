import { BOOK, expect, test } from './shopper.ts'
import { paymentWindow } from './shopper-actions.ts'

test("a customer's delivery is neither shown nor charged after another customer has logged in", async ({
  shopper,
  page,
  context,
}) => {
  await shopper.goToCheckout()
  const street = await page.getByLabel('Address').inputValue()
  const elsewhere = await context.newPage()
  await elsewhere.goto(page.url().replace('checkout', 'my-account'))
  await elsewhere.getByRole('tab', { name: 'Logout' }).click()
  await expect(elsewhere).toHaveURL(/\/$/)
  const moses = { f_name: 'Moses', l_name: 'Okot', email: 'moses@kitabo.example', phone: '0700333444' }
  const { token } = await shopper.api('POST', '/auth/registration', { ...moses, password: 'secret-1' })
  await elsewhere.evaluate((given) => localStorage.setItem('authToken', given), token)
  await shopper.putBooksInCart(1, elsewhere)

  // The tab that was open, then Back to the same history entry.
  for (const arrive of [
    () => page.bringToFront(),
    () => page.goto('about:blank').then(() => page.goBack()),
  ]) {
    await arrive()
    await expect(page.getByLabel('First name')).toHaveValue('Moses')
    await expect(page.getByText(street)).toHaveCount(0)
    await expect(page.getByText('Call at the gate')).toHaveCount(0)
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByRole('main').getByText('Please select a delivery address.')).toBeVisible()
    await expect(paymentWindow(page)).toHaveCount(0)
  }
})

test('a deleted address leads back to the delivery step after a reload', async ({ shopper, page }) => {
  await shopper.goToCheckout()
  const [chosen] = await shopper.api('GET', '/customer/address/list')
  await shopper.api('DELETE', '/customer/address/delete', { address_id: chosen.id })
  await page.reload()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText(/^We can't find your delivery address any more/)).toBeVisible()
  await expect(page).toHaveURL(/\/pre-check$/)
  await expect(page.getByRole('radio', { name: /^(Home|Work): /, checked: true })).toBeVisible()
  await shopper.goToCheckout()
  await shopper.payByCard()
  await shopper.expectOrder()
})

test('a changed rate and price are shown after Back and charged once accepted', async ({ shopper, page }) => {
  await shopper.saveAddress({ address: 'Ten kilometres north', latitude: '0.4097', longitude: '32.5919' })
  await shopper.goToCheckout()
  await expect(page.getByText('UGX 35,000').first()).toBeVisible()
  const effect = { status: 200, body: { delivery_management: { status: 1, shipping_per_km: 3_000 } } }
  await shopper.control('POST', '/faults', { path: '/config', effect })
  await shopper.control('POST', '/stock', { id: BOOK.id, price: 10_000 })
  await page.goto('about:blank')
  await page.goBack()
  await expect(page.getByText('UGX 35,000').first()).toBeVisible()
  await page.getByRole('button', { name: 'Place Order' }).click()
  const list = page.getByRole('main').getByRole('alert')
  await expect(list.getByRole('listitem')).toHaveText([
    'Book: UGX 10,000 (was UGX 20,000)',
    'Delivery Fee: UGX 30,000 (was UGX 15,000)',
    'Total: UGX 40,000 (was UGX 35,000)',
  ])
  await expect(paymentWindow(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Accept changes' }).click()
  await expect(list).toHaveCount(0)
  await shopper.payByCard()
  await shopper.expectOrder()
  expect(await shopper.newOrders()).toMatchObject([{ order_amount: 40_000 }])
})
