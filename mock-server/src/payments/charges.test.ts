import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PaymentResult } from 'contracts/payments'
import { describe, expect, onTestFinished, test } from 'vitest'
import { app, get, send, useAppPerTest } from '../../test/current-app.ts'
import {
  isPaid,
  openHostedPage,
  PAYMENT_REQUEST,
  payByPhone,
  payInWindow,
  paymentStatuses,
  place,
  readWebhooks,
  requestPage,
  SECRET_KEY_HEADERS,
  verify,
} from '../../test/payment-client.ts'
import { expectOnStderr } from '../../test/stderr.ts'
import { createTestApp } from '../../test/test-app.ts'
import { selectOne } from '../world/queries.ts'
import { PAID_MESSAGE } from './charges.ts'
import { DEFAULT_PAYMENTS } from './payment-settings.ts'

useAppPerTest()

const referenceState = async () =>
  (await get(`/__emulator/payments/by-reference/${PAYMENT_REQUEST.tx_ref}`)).body
const advance = (time: string) => app.control('POST /clock', { body: { advance: time } })
const DECLINED_CARD = '5143010522339965'
const OTHER_PAYMENT = { message: '((This reference belongs to a different payment; use a new one.))' }

describe('a phone number', () => {
  test('keeps a payment pending for its number of seconds', async () => {
    const { next, id, result } = await payByPhone('0772127705')
    expect([next, result.status, (await verify()).data.status]).toEqual(['wait', 'pending', 'pending'])
    await advance('5s')
    expect((await get(`/__emulator/payments/${id}`)).body).toMatchObject({
      status: 'successful',
      result: { status: 'successful' },
    })
    const paid = { status: 'successful', payment_type: 'mobilemoneyug', app_fee: 939 }
    expect((await verify()).data).toMatchObject(paid)
  })

  test.each([
    ['is resumed', { frozen: false, advance: '9900ms' }],
    ['runs, and is advanced', { advance: '9900ms' }],
  ])('settles a payment at its time if the clock %s', async (_, change) => {
    if (!('frozen' in change)) await app.control('POST /clock', { body: { frozen: false } })
    await payByPhone('0772127710')
    await app.control('POST /clock', { body: change })
    // Nobody requests the payment.
    await expect.poll(() => paymentStatuses(app), { timeout: 5_000 }).toEqual(['successful'])
  })

  test('keeps a payment pending forever, which only the same request resumes', async () => {
    await payByPhone('0772127700')
    await advance('30d')
    expect((await verify()).data.status).toBe('pending')
    expect(await payByPhone('0772127700')).toMatchObject({ next: 'wait' })
    expect(await payInWindow('ussd', {}, { amount: 50_000 })).toEqual(OTHER_PAYMENT)
  })

  test('completes a payment after its window has closed', async () => {
    expect(await payByPhone('0772127802')).toEqual({ next: 'close' })
    await advance('6s')
    expect((await verify()).data.status).toBe('successful')
    expect(await readWebhooks()).toHaveLength(1)
  })

  test('runs the callback twice, or with the newer status', async () => {
    expect(await payByPhone('0772127801')).toMatchObject({ next: 'done', callbackCount: 2 })
    const newer = { next: 'done', result: { status: 'completed' } }
    expect(await payByPhone('0772127803', { tx_ref: 'another' })).toMatchObject(newer)
  })

  test('takes a payment but reports a failure without a transaction id', async () => {
    const { next, result } = await payByPhone('0772127804')
    expect(next).toBe('done')
    const failed = { status: 'failed', transaction_id: null, flw_ref: null }
    expect(PaymentResult.parse(result)).toMatchObject(failed)
    expect((await verify()).data.status).toBe('successful')
    expect(await referenceState()).toMatchObject({ status: 'successful', result: { status: 'successful' } })
  })

  test('takes a payment, closes the window and refuses the reference from then on', async () => {
    expect(await payByPhone('0772127805')).toEqual({ next: 'close' })
    expect((await verify()).data.status).toBe('successful')
    const refused = { message: expect.stringContaining('was used before') }
    expect(await referenceState()).toEqual({ status: 'refused', ...refused })
    expect(await payByPhone('0772123456')).toEqual(refused)
  })
})

test('does not charge a paid reference again', async () => {
  expect((await payByPhone('0772123456')).next).toBe('code')
  const { result } = await payInWindow('mobilemoney', { phone: '0772123456', otp: '123456' })
  const message = expect.stringContaining('already been paid')
  expect(await payByPhone('0772127700')).toMatchObject({ next: 'done', result, message })
  expect(await paymentStatuses()).toHaveLength(1)
  expect(await readWebhooks()).toHaveLength(1)
  const { customer: _, ...details } = result
  expect(await referenceState()).toMatchObject({ status: 'successful', result: details })
})

describe('if no notification can be stored', () => {
  const refuseWebhooks = () =>
    app.world.db.exec("CREATE TRIGGER refuse BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'no'); END")
  const acceptWebhooks = () => app.world.db.exec('DROP TRIGGER refuse')

  test('a payment is not taken, and can be repeated', async () => {
    expectOnStderr(/^POST \/__emulator\/payments: SqliteError: no/)
    refuseWebhooks()
    expect(await payInWindow('ussd')).toMatchObject({ message: 'Server Error' })
    expect(paymentStatuses()).toEqual([])
    acceptWebhooks()
    expect((await payInWindow('ussd')).message).toBe(PAID_MESSAGE)
    expect(await readWebhooks()).toHaveLength(1)
  })

  test('due payments stay pending, and settle later', async () => {
    expectOnStderr(/^POST \/__emulator\/clock: SqliteError: no/)
    for (const tx_ref of ['first', 'second']) await payByPhone('0772127705', { tx_ref })
    refuseWebhooks()
    expect(await advance('5s').catch(({ status }) => status)).toBe(500)
    expect(paymentStatuses()).toEqual(['pending', 'pending'])
    acceptWebhooks()
    await advance('1s')
    expect(paymentStatuses()).toEqual(['successful', 'successful'])
    expect(await readWebhooks()).toHaveLength(2)
  })
})

test('replaces a pending attempt with a later one for the same reference', async () => {
  await payByPhone('0772127705')
  await payInWindow('ussd')
  await advance('30d')
  expect(paymentStatuses()).toEqual(['failed', 'successful'])
})

test('verifies a payment by id only with the secret key', async () => {
  const { result } = await payByPhone('0772127801')
  const path = `/v3/transactions/${result.transaction_id}/verify`
  expect((await get(path)).status).toBe(401)
  expect((await get(path, SECRET_KEY_HEADERS)).body).toMatchObject({
    status: 'success',
    data: { tx_ref: PAYMENT_REQUEST.tx_ref, currency: 'UGX', amount: PAYMENT_REQUEST.amount },
  })
  const message = 'No transaction was found for this id'
  const { body } = await get('/v3/transactions/424242/verify', SECRET_KEY_HEADERS)
  expect(body).toEqual({ status: 'error', message, data: null })
})

test('marks an order as paid only once even if the webhook arrives repeatedly', async () => {
  await payByPhone('0772127801')
  const [notice] = await readWebhooks()
  expect(notice?.deliveries.map(({ outcome }) => outcome)).toEqual(['200 confirmed, no order yet'])
  const placed = await place(PAYMENT_REQUEST.tx_ref)
  expect(placed.redirectUrl).toBeNull()
  const sql = 'SELECT transaction_reference FROM orders WHERE id = ?'
  expect(selectOne(app.world, sql, placed.order_id)).toEqual({ transaction_reference: null })
  const resend = async (how: object) => {
    const body = { ids: [notice?.id ?? 0], ...how }
    const [message] = (await app.control('POST /outbox/resend', { body })).messages
    return message?.deliveries.map(({ outcome }) => outcome).slice(1)
  }
  const repeated = ['200 seen before', '200 seen before']
  expect(await resend({ copies: 2 })).toEqual(repeated)
  expect(await resend({ wrong_signature: true })).toEqual([...repeated, '401 ((The verif-hash is wrong.))'])
})

test.each([
  { amount: 1, currency: 'UGX' },
  { amount: PAYMENT_REQUEST.amount, currency: 'NGN' },
])('does not accept $currency $amount for a more expensive order', async (change) => {
  const { order_id } = await place('a-key', { payment_method: 'cash_on_delivery' })
  await payInWindow('ussd', {}, { ...change, tx_ref: 'a-key' })
  expect((await readWebhooks())[0]?.deliveries.map(({ outcome }) => outcome)).toEqual([
    `200 order ${order_id} is not paid: ${change.currency} ${change.amount} received instead of UGX ${PAYMENT_REQUEST.amount}`,
  ])
  // Earlier versions used references without a random part.
  await payInWindow('ussd', {}, { ...change, tx_ref: `order-${order_id}` })
  expect(isPaid(order_id)).toBe(false)
  // This payment precedes the order, which uses its reference as the key.
  await payInWindow('ussd', {}, { ...change, tx_ref: 'another-key' })
  const later = await place('another-key')
  expect(isPaid(later.order_id)).toBe(false)
  expect(later.redirectUrl).toEqual(expect.any(String))
})

test.each<
  [payment: string, refOf: (reference: string) => string, method: string, input: object, change: object]
>([
  ['that was declined', (reference) => `${reference}-1`, 'card', { number: DECLINED_CARD }, {}],
  ['in another currency', (reference) => `${reference}-1`, 'ussd', {}, { currency: 'NGN' }],
  ['that is too small', (reference) => `${reference}-1`, 'ussd', {}, { amount: PAYMENT_REQUEST.amount - 1 }],
  ['of an order whose number begins like this one', (reference) => `${reference}1`, 'ussd', {}, {}],
  ['whose reference only begins like this one', (reference) => `${reference}x`, 'ussd', {}, {}],
])('pays an order after a payment %s', async (_, refOf, method, input, change) => {
  const { order_id } = await place()
  const tx_ref = `order-${order_id}`
  await payInWindow(method, input as never, { ...change, tx_ref: refOf(tx_ref) })
  expect(isPaid(order_id)).toBe(false)
  expect((await payInWindow('ussd', {}, { tx_ref })).message).toBe(PAID_MESSAGE)
  expect(isPaid(order_id)).toBe(true)
})

test('accepts more than an order costs', async () => {
  const { order_id } = await place()
  await payInWindow('ussd', {}, { tx_ref: `order-${order_id}`, amount: PAYMENT_REQUEST.amount + 1 })
  expect(isPaid(order_id)).toBe(true)
})

test('a reference whose payment failed may have other terms, and the failure stays as it was', async () => {
  await payInWindow('card', { number: DECLINED_CARD })
  const failure = (await verify()).data
  expect((await payInWindow('ussd', {}, { amount: 50_000 })).message).toBe(PAID_MESSAGE)
  expect((await verify()).data).toMatchObject({ amount: 50_000, status: 'successful' })
  const path = `/v3/transactions/${failure.id}/verify`
  expect((await get(path, SECRET_KEY_HEADERS)).body.data).toEqual(failure)
  expect((await get(`/__emulator/payments/${failure.id}`)).body.result).toMatchObject({
    status: 'failed',
    charge_response_code: '02',
  })
})

test('pays only one order of one customer, even if other customers use the reference', async () => {
  await payInWindow('ussd', {}, { tx_ref: 'shared' })
  const first = await place('shared')
  expect(isPaid(first.order_id)).toBe(true)
  expect(first.redirectUrl).toBeNull()
  const body = { f_name: 'B', l_name: 'C', email: 'b@kitabo.example', phone: '0700', password: 'secret' }
  const { token } = (await app.client()('POST /auth/registration', { body })) as { token: string }
  const second = await place('shared', {}, token)
  expect(isPaid(second.order_id)).toBe(false)
  expect(second.redirectUrl).toEqual(expect.any(String))
  expect(await place('shared')).toEqual(first)
  const page = await openHostedPage(second.redirectUrl)
  expect((await page.page()).paid).toBe(false)
  expect((await page.pay()).message).toBe(PAID_MESSAGE)
  expect(isPaid(second.order_id)).toBe(true)
})

test('an order with the reference of an earlier payment is paid whatever its method says, and gets no page', async () => {
  await payInWindow('ussd', {}, { tx_ref: 'cash' })
  const cash = await place('cash', { payment_method: 'cash_on_delivery' })
  expect(isPaid(cash.order_id)).toBe(true)
  await payInWindow('ussd', {}, { tx_ref: 'online' })
  const online = await place('online')
  expect(isPaid(online.order_id)).toBe(true)
  const pages = 'SELECT count(*) AS n FROM hosted_payments'
  expect(selectOne(app.world, pages)).toEqual({ n: 0 })
})

test('takes no second payment for an order: by its reference and then on the hosted page', async () => {
  const placed = await place(PAYMENT_REQUEST.tx_ref)
  const page = await openHostedPage(placed.redirectUrl)
  expect((await payByPhone('0772127803')).next).toBe('done')
  await expect.poll(() => isPaid(placed.order_id)).toBe(true)
  expect((await page.page()).paid).toBe(true)
  expect(await page.pay()).toMatchObject({ message: expect.stringMatching(/already been paid/) })
  expect(paymentStatuses()).toEqual(['successful'])
})

test('takes no second payment for an order: by its number and then on the hosted page', async () => {
  const placed = await place()
  const page = await openHostedPage(placed.redirectUrl)
  await payInWindow('ussd', {}, { tx_ref: `order-${placed.order_id}` })
  await expect.poll(() => isPaid(placed.order_id)).toBe(true)
  expect(await page.pay()).toMatchObject({ message: expect.stringMatching(/already been paid/) })
  expect(paymentStatuses()).toEqual(['successful'])
})

test('takes no second payment for an order: on the hosted page and then by its reference', async () => {
  const placed = await place(PAYMENT_REQUEST.tx_ref)
  await (await openHostedPage(placed.redirectUrl)).pay()
  expect((await payInWindow('ussd')).message).toMatch(/already been paid/)
  expect(paymentStatuses()).toEqual(['successful'])
})

test('refuses an amount that is below 1 or too large', async () => {
  const refusal = [400, expect.stringMatching(/^amount must be (1 or more|1000000000000 or less)$/)]
  for (const amount of [0.3, 0, -90_000, 1e308, 1e13]) {
    const requested = await requestPage({ amount })
    expect(requested.refusal).toEqual(refusal)
    expect((await payInWindow('ussd', {}, { amount })).message).toBe(requested.message)
  }
})

test('limits the length of the fields of a payment', async () => {
  for (const [field, change] of [
    ['customer.email', { customer: { email: 'x'.repeat(900_000) } }],
    ['tx_ref', { tx_ref: 'x'.repeat(300) }],
    ['currency', { currency: 'x'.repeat(300) }],
    ['payment_options', { payment_options: 'x'.repeat(300) }],
    ['customizations.description', { customizations: { description: 'x'.repeat(3000) } }],
    ['meta', { meta: { a: 'x'.repeat(6000) } }],
    ['redirect_url', { redirect_url: `/${'x'.repeat(3000)}` }],
  ] as const) {
    const message = expect.stringMatching(new RegExp(`^${field} may have at most \\d+ characters$`))
    expect((await requestPage(change)).refusal).toEqual([400, message])
  }
})

test('confirms a notified payment only after verification', async () => {
  const hash = { 'verif-hash': DEFAULT_PAYMENTS.secretHash }
  const notified = async (data: object) =>
    (await send('POST', '/__emulator/payments/webhook', { data }, hash)).message
  const { tx_ref } = PAYMENT_REQUEST
  expect(await notified({ tx_ref, id: 1 })).toBe('unknown payment')
  await payByPhone('0772127700')
  expect(await notified({ tx_ref })).toBe('not paid: pending')
  expect(await notified({ tx_ref, id: { valueOf: 1 } })).toBe('not paid: pending')
  for (const malformed of [['a'], { a: 'b' }, null])
    expect(await notified({ tx_ref: malformed })).toBe('((The webhook contains no tx_ref.))')
})

test('a pending payment settles after a restart', async () => {
  const data = await mkdtemp(join(tmpdir(), 'kitabo-'))
  const start = () => createTestApp({ data, frozenAt: undefined as never })
  const first = await start()
  const { status } = await first.fetch('http://localhost/__emulator/payments', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ request: PAYMENT_REQUEST, method: 'mobilemoney', input: { phone: '0772127701' } }),
  })
  expect([status, paymentStatuses(first)]).toEqual([200, ['pending']])
  await first.close()
  const second = await start()
  onTestFinished(async () => {
    await second.close()
    await rm(data, { recursive: true })
  })
  // Nobody requests the payment.
  await expect.poll(() => paymentStatuses(second), { timeout: 5_000 }).toEqual(['successful'])
})
