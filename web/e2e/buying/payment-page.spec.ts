import { expect, shareEmulator, test } from '../emulator.ts'

const emulator = shareEmulator()
test.use({ provoked: /status of 409|net::ERR_FAILED/ })

/** Requests a payment page as a server does. @returns its URL */
async function requestPage(reference: string): Promise<string> {
  const response = await fetch(`${emulator.origin}/v3/payments`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer FLWSECK_TEST-1' },
    body: JSON.stringify({
      tx_ref: reference,
      amount: 25_000,
      currency: 'UGX',
      redirect_url: `${emulator.origin}/`,
      payment_options: 'ussd',
      customer: { email: 'amina@kitabo.example', name: 'Amina' },
    }),
  })
  return (await response.json()).data.link
}

test('the payment page says why a payment is refused', async ({ page }) => {
  await page.goto(await requestPage('refused'))
  await page.route('**/__emulator/payments', async (route) => {
    const charge = route.request().postDataJSON()
    await route.continue({ postData: { ...charge, request: { ...charge.request, amount: 1 } } })
  })
  await page.getByRole('button', { name: 'Pay UGX 25,000' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'This reference belongs to a different payment; use a new one.',
  )
})

test('a payment whose response was lost is paid once, on the next attempt', async ({ page }) => {
  await page.goto(await requestPage('lost'))
  await page.route('**/__emulator/payments', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const pay = page.getByRole('button', { name: 'Pay UGX 25,000' })
  await pay.click()
  await expect(page.getByRole('alert')).toHaveText(
    'The payment service did not respond. Try again: nothing is charged twice.',
  )
  await page.unroute('**/__emulator/payments')
  await pay.click()
  await expect(page.getByText('already')).toBeVisible()
})
