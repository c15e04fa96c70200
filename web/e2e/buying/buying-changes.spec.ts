import { paymentWindow } from '../../driver/shopper-actions.ts'
import { expect, test } from '../shopper.ts'

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
  await elsewhere.evaluate((authToken) => localStorage.setItem('authToken', authToken), token)
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

for (const { title, store, sentence } of [
  { title: 'maintenance', store: { maintenance_mode: true }, sentence: /^We're not taking orders/ },
  { title: 'a minimum', store: { minimum_order_value: 50_000 }, sentence: /^Orders start at UGX 50,000/ },
  {
    title: 'no online payment',
    store: { digital_payment: false },
    sentence: /^Online payment isn't available/,
  },
]) {
  // The others differ only in what `explainRefusal` returns.
  const tag = title === 'maintenance' ? [] : '@thorough'
  test(`nothing is charged if the host announces ${title} while the checkout is open`, { tag }, async ({
    shopper,
    page,
  }) => {
    await shopper.goToCheckout()
    await shopper.control('POST', '/store', store)
    await page.getByRole('button', { name: 'Place Order' }).click()
    await expect(page.getByRole('main').getByText(sentence).first()).toBeVisible()
    await expect(paymentWindow(page)).toHaveCount(0)
    await shopper.expectNothingOrdered()
    await shopper.open('/pre-check')
    await expect(page.getByText(sentence)).toBeVisible()
  })
}
