import { nonEmpty } from 'contracts/non-empty'
import { PHONE } from '../driver/shopper-actions.ts'
import { checkLayoutAndAxe } from './layout-and-axe.ts'
import { expect, test } from './shopper.ts'

test.use({ firstPage: '' })

test('an invoice prints on one A4 page, with its watermark and without header and footer', {
  tag: '@thorough',
}, async ({ shopper, page }) => {
  await shopper.open('/my-account?tab=orders')
  await page
    .getByRole('button', { name: /^Invoice for order/ })
    .first()
    .click()
  const invoice = page.getByRole('dialog', { name: /^Invoice for order/ })
  await expect(invoice.getByText('Total', { exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(invoice.locator('.invoice-watermark')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  const pdf = (await page.pdf({ format: 'A4', printBackground: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
})

test("the account's tabs are stacked on wide screens, and each page fits into 320 px", {
  tag: '@thorough',
}, async ({ shopper, page }) => {
  await shopper.open('/my-account')
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveCount(7)
  const boxes = await tabs.evaluateAll((elements) =>
    elements.map((tab) => tab.getBoundingClientRect().toJSON()),
  )
  for (const [index, { x, y }] of boxes.entries()) {
    expect(x).toBe(boxes[0].x)
    if (index > 0) expect(y).toBeGreaterThan(boxes[index - 1].y)
  }
  for (const name of ['Dashboard', 'Orders', 'Address']) {
    await page.getByRole('tab', { name, exact: true }).click()
    await expect(page.getByRole('tabpanel').getByRole('heading', { level: 2 })).toBeVisible()
    await checkLayoutAndAxe(page)
  }
})

test('the account fits into 320 px while the details load', { tag: '@thorough' }, async ({
  shopper,
  page,
}) => {
  await shopper.control('POST', '/faults', { path: '/customer/info', effect: { latency: 20_000 } })
  await shopper.open('/my-account')
  await expect(page.locator('.account-profile[aria-busy=true]')).toBeVisible()
  await checkLayoutAndAxe(page)
})

test('the token is sent to the host in the Authorization header, and nowhere else', async ({
  shopper,
  page,
}) => {
  await shopper.open('/pre-check')
  const token = (await page.evaluate(() => localStorage.getItem('authToken'))) ?? ''
  const requests: { url: string; bearer: boolean; elsewhere: boolean }[] = []
  page.on('request', (request) => {
    const { authorization, ...headers } = request.headers()
    requests.push({
      url: request.url(),
      bearer: authorization === `Bearer ${token}`,
      elsewhere: `${request.url()}${request.postData() ?? ''}${JSON.stringify(headers)}`.includes(token),
    })
  })
  await shopper.goToCheckout()
  await shopper.payByCard()
  await shopper.expectOrder()
  const withToken = nonEmpty(requests.filter(({ bearer }) => bearer))
  expect(withToken.every(({ url }) => url.includes('/api/v1/'))).toBe(true)
  expect(requests.some(({ bearer, url }) => bearer && url.endsWith('/customer/order/place'))).toBe(true)
  expect(requests.filter(({ elsewhere }) => elsewhere)).toEqual([])
})

test('gift cards fit into 320 px with all their messages, without axe violations', {
  tag: '@thorough',
}, async ({ shopper, page }) => {
  await shopper.open('/gift-card')
  const main = page.getByRole('main')
  await main.getByText('UGX 100,000', { exact: true }).click()
  await main.getByRole('button', { name: 'Purchase' }).click()
  await main.getByRole('button', { name: 'Purchase' }).click()
  await main.getByRole('button', { name: 'Redeem' }).click()
  await expect(main.getByRole('row', { name: /^Purchase .* UGX 100,000$/ })).toBeVisible()
  await expect(main.getByText('Please select or enter an amount.')).toBeVisible()
  await expect(main.getByText('Invalid gift card code.')).toBeVisible()
  await checkLayoutAndAxe(page)
})

test('an order is at most 240 px high on a phone, can be tracked and bought again, and fits into 320 px', async ({
  shopper,
  page,
}) => {
  await shopper.open('/my-account?tab=orders')
  await page.setViewportSize(PHONE)
  const order = page.getByRole('row').nth(1)
  const invoice = order.getByRole('button', { name: /^Invoice/ })
  const again = order.getByRole('button', { name: /^Buy again/ })
  await expect.poll(async () => (await order.boundingBox())?.height).toBeLessThanOrEqual(240)
  expect((await invoice.boundingBox())?.y).toBe((await again.boundingBox())?.y)
  await order.getByRole('button', { name: /^Details/ }).click()
  await expect(order.locator('[aria-current=step]')).toContainText('On the way')
  await checkLayoutAndAxe(page)
  await again.click()
  await expect(page.getByRole('button', { name: /^Cart, [1-9]\d* items?,/ })).toBeVisible()
})
