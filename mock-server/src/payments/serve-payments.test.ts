import { nonEmpty } from 'contracts/non-empty'
import { expect, test } from 'vitest'
import { get, send, useAppPerTest } from '../../test/current-app.ts'
import {
  DECLINED_CARD,
  PAID_CARD,
  PAYMENT_REQUEST,
  payInWindow,
  requestPage,
  SECRET_KEY_HEADERS,
} from '../../test/payment-client.ts'
import { SIMULATED_OUTCOMES } from './outcomes.ts'

useAppPerTest()

test.each([
  [{ customer: { ...PAYMENT_REQUEST.customer, email: '' } }, 'customer.email must be a valid email'],
  [{ customer: { ...PAYMENT_REQUEST.customer, email: 'Text' } }, 'customer.email must be a valid email'],
  [{ customer: { ...PAYMENT_REQUEST.customer, name: ' ' } }, 'customer.name is required'],
  [
    { customer: { ...PAYMENT_REQUEST.customer, phone_number: '+256 772 123 456 (MTN)' } },
    'customer.phone_number must contain only digits',
  ],
  [{ amount: undefined }, 'amount must be a number'],
])('the payment window refuses a request with %j', async (change, message) => {
  expect(await payInWindow('ussd', {}, change)).toEqual({ message })
})

test.each([
  ['/v3/transactions/1/verify', 'GET'],
  ['/v3/transactions/verify_by_reference?tx_ref=x', 'GET'],
  ['/v3/payments', 'POST'],
])('%s requires a secret key', async (path, method) => {
  for (const Authorization of ['', 'Bearer FLWPUBK-1', 'x Bearer FLWSECK-1']) {
    const { status, body } = await send(method, path, method === 'POST' ? PAYMENT_REQUEST : undefined, {
      Authorization,
    })
    expect([status, body]).toEqual([
      401,
      { status: 'error', message: 'Invalid authorization key', data: null },
    ])
  }
})

test.each(['/v3/transactions/987654/verify', '/v3/transactions/verify_by_reference?tx_ref=none'])(
  '%s finds no payment',
  async (path) => {
    expect(await get(path, SECRET_KEY_HEADERS)).toMatchObject({
      status: 400,
      body: { status: 'error', message: 'No transaction was found for this id' },
    })
  },
)

test('the payment page can show the simulated outcomes', async () => {
  expect((await get('/__emulator/payments/scripts')).body).toEqual({ scripts: SIMULATED_OUTCOMES })
})

test.each([
  ['/checkout', 'html'],
  ['/checkout.css', 'css'],
  ['/colours.css', 'css'],
])('the file %s of the payment page is %s that is not cached', async (path, type) => {
  const { headers } = await get(`/__emulator${path}`)
  expect(headers.get('content-type')).toBe(`text/${type}; charset=utf-8`)
  expect(headers.get('cache-control')).toBe('no-cache')
})

test('a failed payment leaves its reference open, and a successful one is found by its reference and its id', async () => {
  const byReference = async () =>
    (await get(`/__emulator/payments/by-reference/${PAYMENT_REQUEST.tx_ref}`)).body
  expect(await byReference()).toEqual({ status: 'open' })
  await payInWindow('card', DECLINED_CARD)
  expect(await byReference()).toEqual({ status: 'open' })
  const { result } = await payInWindow('card', PAID_CARD)
  expect(await byReference()).toMatchObject({
    status: 'successful',
    result: { tx_ref: PAYMENT_REQUEST.tx_ref },
  })
  expect((await get(`/__emulator/payments/${result.transaction_id}`)).body).toMatchObject({
    status: 'successful',
    result: { transaction_id: result.transaction_id },
  })
})

test('an unknown payment and an unknown hosted page are 404', async () => {
  expect(await get('/__emulator/payments/987654')).toMatchObject({
    status: 404,
    message: '((There is no such payment.))',
  })
  expect(await get('/__emulator/payments/hosted/none')).toMatchObject({
    status: 404,
    message: '((There is nothing to pay under this reference.))',
  })
})

test('a charge that is not an object is refused as a whole', async () => {
  expect(await send('POST', '/__emulator/payments', 'null')).toMatchObject({
    status: 400,
    message: 'The body Invalid input: expected object, received null',
  })
})

test('the payment window and the request for a page refuse an amount below 1 or above the maximum', async () => {
  const refusal = [400, expect.stringMatching(/^amount must be (1 or more|1000000000000 or less)$/)]
  for (const amount of [0.3, 0, -90_000, 1e308, 1e13]) {
    const requested = await requestPage({ amount })
    expect(requested.refusal).toEqual(refusal)
    expect((await payInWindow('ussd', {}, { amount })).message).toBe(requested.message)
  }
})

test("the payment page has the shop's colours", async () => {
  const css = async (name: string) => String((await get(`/__emulator/${name}.css`)).body)
  const [page, colours] = await Promise.all([css('checkout'), css('colours')])
  expect(page).not.toMatch(/#14603f|#17213c/i)
  for (const [, name] of nonEmpty([...page.matchAll(/var\((--[\w-]+)\)/g)]))
    expect(colours).toMatch(new RegExp(`${name}: #[0-9a-f]{6,8};`, 'i'))
})

test("accepts the formats of servers' requests, and refuses others in the vendor's format", async () => {
  const email = 'a@b.example'
  for (const [tx_ref, change] of Object.entries({
    'the older field phonenumber': { customer: { email, phonenumber: '0772123456' } },
    'an e-mail alone': { customer: { email } },
    'the amount as text': { amount: '20000' },
    'no currency': { currency: undefined },
    'the phone as a number': { customer: { email, phone_number: 772123456 } },
  }))
    expect((await requestPage({ tx_ref, ...change })).refusal, tx_ref).toEqual([200, 'Hosted Link'])
  for (const [change, message] of [
    [{ tx_ref: undefined }, 'tx_ref is required'],
    [{ customer: undefined }, 'customer is required'],
    [{ amount: 'a lot' }, 'amount must be a number'],
  ] as const) {
    const { status, body } = await requestPage(change)
    expect([status, body]).toEqual([400, { status: 'error', message, data: null }])
  }
})
