import { expect, test } from 'vitest'
import { app, get, send, useAppPerTest } from '../../test/current-app.ts'
import {
  PAYMENT_REQUEST,
  payInWindow,
  place,
  readWebhooks,
  SECRET_KEY_HEADERS,
  verify,
} from '../../test/payment-client.ts'
import { recordTransaction } from './transactions.ts'

useAppPerTest()

const CARD = { number: '5531886652142950', otp: '123456' }

/** The verification of a paid payment, without the fields that depend on its method. */
const paidData = (id: number) => ({
  id,
  tx_ref: PAYMENT_REQUEST.tx_ref,
  flw_ref: expect.stringMatching(/^FLW-MOCK-[0-9a-f]{16}$/),
  device_fingerprint: 'N/A',
  amount: 31_300,
  currency: 'UGX',
  charged_amount: 31_300,
  app_fee: 939,
  merchant_fee: 0,
  processor_response: 'Approved Successful',
  ip: '127.0.0.1',
  narration: 'Kitabo',
  status: 'successful',
  created_at: expect.stringMatching(/Z$/),
  account_id: 1,
  meta: null,
  customer: { ...PAYMENT_REQUEST.customer, id, created_at: expect.stringMatching(/Z$/) },
})

const ofMobileMoney = { auth_model: 'MOBILEMONEY', payment_type: 'mobilemoneyug' }
const ofUssd = { auth_model: 'USSD', payment_type: 'ussd' }
const ofCard = {
  auth_model: 'PIN',
  payment_type: 'card',
  card: {
    first_6digits: '553188',
    last_4digits: '2950',
    issuer: 'MASTERCARD CREDIT',
    country: 'UG',
    type: 'MASTERCARD',
    token: 'flw-t1nf-mock',
    expiry: '09/32',
  },
}

test.each<[method: string, input: Record<string, string>, details: object, event: string]>([
  ['card', CARD, ofCard, 'CARD_TRANSACTION'],
  ['mobilemoney', { phone: '0772123456', otp: '123456' }, ofMobileMoney, 'MOBILEMONEYUG_TRANSACTION'],
  ['ussd', {}, ofUssd, 'USSD_TRANSACTION'],
])('a %s payment is verified and announced in the vendor’s format', async (method, input, details, event) => {
  const { result } = await payInWindow(method, input)
  expect(result).toMatchObject({ charge_response_code: '00', charged_amount: 31_300 })
  const id = result.transaction_id
  const data = { ...paidData(id), ...details }
  const verified = {
    status: 'success',
    message: 'Transaction fetched successfully',
    data: { ...data, amount_settled: 30_361 },
  }
  expect((await get(`/v3/transactions/${id}/verify`, SECRET_KEY_HEADERS)).body).toEqual(verified)
  expect(await verify()).toEqual(verified)
  const [notice] = await readWebhooks()
  expect(notice).toMatchObject({
    recipient: 'the emulator itself',
    subject: `charge.completed ${PAYMENT_REQUEST.tx_ref} successful`,
  })
  expect(JSON.parse(notice?.body ?? '')).toEqual({ event: 'charge.completed', data, 'event.type': event })
})

test('a failed payment is verified and announced as failed', async () => {
  await payInWindow('card', { number: '5143010522339965' })
  expect(await verify()).toMatchObject({ data: { status: 'failed' } })
  expect((await readWebhooks())[0]?.subject).toBe(`charge.completed ${PAYMENT_REQUEST.tx_ref} failed`)
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

test('the payment page lists the simulated outcomes, and its colours are not cached', async () => {
  const { scripts } = (await get('/__emulator/payments/scripts')).body
  expect(scripts.length).toBeGreaterThan(5)
  const colours = await get('/__emulator/colours.css')
  expect(colours.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(colours.headers.get('cache-control')).toBe('no-cache')
})

test('a payment is found by its reference, and after it was charged by its id', async () => {
  const byReference = async () =>
    (await get(`/__emulator/payments/by-reference/${PAYMENT_REQUEST.tx_ref}`)).body
  expect(await byReference()).toEqual({ status: 'open' })
  await payInWindow('card', { number: '5143010522339965' })
  expect(await byReference()).toEqual({ status: 'open' })
  const { result } = await payInWindow('card', CARD)
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

test('a charge without fields is refused with the name of the first', async () => {
  expect(await send('POST', '/__emulator/payments', 'null')).toMatchObject({
    status: 400,
    message: expect.stringMatching(/^The body /),
  })
})

const notify = (body: unknown, hash = 'kitabo-webhook-hash') =>
  send('POST', '/__emulator/payments/webhook', body, { 'verif-hash': hash })

test.each<[what: string, body: unknown, status: number, message: string]>([
  ['without a reference', { data: { id: 1 } }, 400, '((The webhook contains no tx_ref.))'],
  ['without content', { data: null }, 400, '((The webhook contains no tx_ref.))'],
  ['of an unknown payment', { data: { tx_ref: 'none', id: 987_654 } }, 200, 'unknown payment'],
  ['with an id of another type', { data: { tx_ref: 'none', id: [1] } }, 200, 'unknown payment'],
])('a webhook %s has a status and a message', async (_, body, status, message) => {
  expect(await notify(body)).toMatchObject({ status, message })
})

test('a webhook needs the secret hash', async () => {
  expect(await notify({ data: { tx_ref: 'x' } }, 'wrong')).toMatchObject({
    status: 401,
    message: '((The verif-hash is wrong.))',
  })
})

test('a webhook is confirmed by its id or reference, and only if both are of one payment', async () => {
  const failed = await payInWindow('card', { number: '5143010522339965' }, { tx_ref: 'declined' })
  expect(failed.next).toBe('retry')
  expect(await notify({ data: { tx_ref: 'declined' } })).toMatchObject({ message: 'not paid: failed' })
  const { result } = await payInWindow(
    'mobilemoney',
    { phone: '0772123456', otp: '123456' },
    { tx_ref: 'first' },
  )
  const id = result.transaction_id
  expect(await notify({ data: { tx_ref: 'second', id } })).toMatchObject({ message: 'unknown payment' })
  expect(await notify({ txRef: 'first', id: String(id) })).toMatchObject({ message: 'seen before' })
})

test('a second payment of an order is to be refunded', async () => {
  const { order_id: id } = await place()
  await payInWindow('mobilemoney', { phone: '0772123456', otp: '123456' }, { tx_ref: `order-${id}` })
  // The window refuses such a payment, but a window that was opened before the first payment may still succeed.
  const tx_ref = `order-${id}-late`
  const late = { ...PAYMENT_REQUEST, tx_ref, payment_options: 'card', redirect_url: undefined }
  recordTransaction(app.world, late as never, 'card', { status: 'successful', message: 'Approved' })
  expect(await notify({ data: { tx_ref } })).toMatchObject({
    message: `order ${id} was paid before; refund ${tx_ref}`,
  })
})
