import { expect, test } from 'vitest'
import { app, get, send, useAppPerTest } from '../../test/current-app.ts'
import {
  isPaid,
  openHostedPage,
  PAYMENT_REQUEST,
  payInWindow,
  place,
  readWebhooks,
  requestPage,
} from '../../test/payment-client.ts'
import { selectOne, update } from '../world/queries.ts'

useAppPerTest()

const OTHER_PAYMENT = '((This reference belongs to a different payment; use a new one.))'
const OTHER_TERMS = [
  { amount: 1 },
  { currency: 'NGN' },
  { customer: { ...PAYMENT_REQUEST.customer, email: 'other@kitabo.example' } },
]

test('marks an unpaid order as paid', async () => {
  const { order_id: id, redirectUrl } = await place()
  const { tx_ref, page, pay } = await openHostedPage(redirectUrl)
  const order = () =>
    selectOne(app.world, 'SELECT payment_status, transaction_reference FROM orders WHERE id = ?', id)
  expect(order()).toEqual({ payment_status: 'unpaid', transaction_reference: null })
  const { result } = await pay()
  expect(result.tx_ref).toBe(tx_ref)
  const [notice] = await readWebhooks()
  expect(notice?.deliveries.map(({ outcome }) => outcome)).toEqual([`200 order ${id} is paid`])
  expect(order()).toEqual({ payment_status: 'paid', transaction_reference: String(result.transaction_id) })
  expect(await page()).toMatchObject({ paid: true })
})

test.each([10_000.4, 10_000.5])('pays an order of %d in whole shillings, once', async (order_amount) => {
  const { order_id, redirectUrl } = await place(undefined, { order_amount })
  const { page, pay } = await openHostedPage(redirectUrl)
  await pay()
  expect(isPaid(order_id)).toBe(true)
  expect((await page()).request.amount).toBe(Math.round(order_amount))
  const second = await payInWindow('ussd', {}, { tx_ref: `order-${order_id}`, amount: order_amount })
  expect(second.message).toMatch(/already been paid/)
})

test('refuses a request for another page of a paid order, and creates none', async () => {
  const { order_id, redirectUrl } = await place()
  await (await openHostedPage(redirectUrl)).pay()
  const tx_ref = `order-${order_id}`
  const message = '((The order of this reference has already been paid.))'
  expect((await requestPage({ tx_ref })).refusal).toEqual([400, message])
  expect(selectOne(app.world, 'SELECT 1 FROM hosted_payments WHERE tx_ref = ?', tx_ref)).toBeUndefined()
})

test("accepts only the order's amount, currency and payer", async () => {
  const { order_id, redirectUrl } = await place()
  const { pay } = await openHostedPage(redirectUrl)
  for (const change of OTHER_TERMS) expect(await pay(change)).toEqual({ message: OTHER_PAYMENT })
  expect(isPaid(order_id)).toBe(false)
})

test("an order's page is not one that somebody requested with a reference like the order's", async () => {
  const { order_id } = await place()
  await requestPage({ tx_ref: `order-${order_id + 1}-0`, amount: 1, redirect_url: 'https://evil.example' })
  const { redirectUrl } = await place()
  expect((await (await openHostedPage(redirectUrl)).page()).request).toMatchObject({
    amount: PAYMENT_REQUEST.amount,
    redirect_url: '/my-account',
  })
})

test("an order's payment page has the customer's phone number without spaces or hyphens", async () => {
  update(app.world, 'customers', "SET phone = '+256 700-000 001' WHERE id = 1")
  const { page, pay } = await openHostedPage((await place()).redirectUrl)
  expect((await page()).request.customer.phone_number).toBe('+256700000001')
  expect((await pay()).next).toBe('done')
})

test('encodes a reference in the URL of its page', async () => {
  const { link } = (await requestPage({ tx_ref: 'a/b?c#d e' })).body.data
  expect(new URL(link).pathname).toBe('/__emulator/checkout/a%2Fb%3Fc%23d%20e')
  expect((await (await openHostedPage(link)).page()).request.tx_ref).toBe('a/b?c#d e')
})

test('reveals the payer only to a page with the key', async () => {
  const { tx_ref, pay } = await openHostedPage((await place()).redirectUrl)
  const { result } = await pay()
  await requestPage({ tx_ref: 'order-1' })
  for (const path of [
    `/hosted/${tx_ref}`,
    `/hosted/${tx_ref}?key=`,
    `/hosted/${tx_ref}?key[]=a`,
    '/hosted/order-1',
    `/by-reference/${tx_ref}`,
    `/${result.transaction_id}`,
  ])
    expect(JSON.stringify(await get(`/__emulator/payments${path}`))).not.toMatch(/@|Amina|0700|customer/)
  const guess = await payInWindow('ussd', {}, { tx_ref, customer: { email: 'x@kitabo.example' } })
  expect(JSON.stringify(guess)).not.toMatch(/Amina|0700/)
})

test('returns a link to a payment page if a server requests it', async () => {
  const { link } = (await requestPage({ tx_ref: 'order-1', redirect_url: '/thanks' })).body.data
  expect(link).toMatch(/^http:\/\/localhost\/__emulator\/checkout\/order-1\?key=[0-9a-f]{16}$/)
  expect((await get('/__emulator/checkout/order-1')).headers.get('content-type')).toContain('text/html')
  const page = { paid: false, request: { amount: PAYMENT_REQUEST.amount } }
  expect(await (await openHostedPage(link)).page()).toMatchObject(page)
  expect((await send('POST', '/v3/payments', PAYMENT_REQUEST)).status).toBe(401)
})

test('a payer without a name can pay on a page that a server requested', async () => {
  const { email } = PAYMENT_REQUEST.customer
  const { link } = (await requestPage({ customer: { email } })).body.data
  expect((await (await openHostedPage(link)).pay()).next).toBe('done')
  expect(await payInWindow('ussd', {}, { tx_ref: 'other', customer: { email } })).toEqual({
    message: 'customer.name is required',
  })
})

test('reuses the payment page of the first request for a reference', async () => {
  const requested = async (change: object) => (await requestPage({ redirect_url: '/thanks', ...change })).body
  const { data } = await requested({})
  const { email } = PAYMENT_REQUEST.customer
  for (const change of [
    {},
    { amount: PAYMENT_REQUEST.amount + 0.4 },
    { customer: { email: email.toUpperCase() } },
  ])
    expect((await requested(change)).data).toEqual(data)
  for (const change of [{ redirect_url: '/elsewhere' }, ...OTHER_TERMS])
    expect(await requested(change)).toEqual({ status: 'error', message: OTHER_PAYMENT, data: null })
  expect((await (await openHostedPage(data.link)).page()).request.redirect_url).toBe('/thanks')
})

test('refuses a redirect_url that is not http or https', async () => {
  const error = { status: 400, message: 'redirect_url must be an http or https address' }
  for (const redirect_url of [
    'javascript:alert(1)',
    ' java\tscript:alert(1)',
    'data:text/html,x',
    'http://[',
  ])
    expect(await requestPage({ redirect_url }), redirect_url).toMatchObject(error)
  for (const redirect_url of ['/thanks', 'https://shop.example/thanks?a=1', '//shop.example/thanks'])
    expect((await requestPage({ redirect_url, tx_ref: redirect_url })).status, redirect_url).toBe(200)
})
