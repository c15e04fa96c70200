import { expect, test } from '../shopper.ts'

test.use({ firstPage: '' })

test('the history contains no token after logging out', async ({ shopper, page }) => {
  await shopper.open('/about-us')
  await page.getByRole('button', { name: /^Cart, 1 item/ }).click()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Delivery' })).toBeVisible()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await page.getByRole('tab', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/$/)
  for (const path of [/my-account/, /pre-check/]) {
    await page.goBack()
    await expect(page).toHaveURL(path)
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toMatch(/authToken|eyJ/)
  }
})
