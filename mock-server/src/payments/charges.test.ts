import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PaymentResult } from 'contracts/payments'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { app, get, useAppPerTest } from '../../test/current-app.ts'
import {
  DECLINED_CARD,
  PAID_CARD,
  PAID_PHONE,
  PAYMENT_REQUEST,
  payByPhone,
  payInWindow,
  paymentStatuses,
  readWebhooks,
  SECRET_KEY_HEADERS,
  verify,
} from '../../test/payment-client.ts'
import { expectOnStderr } from '../../test/stderr.ts'
import { createTestApp } from '../../test/test-app.ts'
import { PAID_MESSAGE } from './charges.ts'

useAppPerTest()

const referenceState = async () =>
  (await get(`/__emulator/payments/by-reference/${PAYMENT_REQUEST.tx_ref}`)).body
const advance = (time: string) => app.control('POST /clock', { body: { advance: time } })
const DECLINED_MESSAGE = 'The payment was declined. Try another card or number.'
const INSUFFICIENT_FUNDS_MESSAGE = 'There is not enough money on this account.'
const WRONG_CODE_MESSAGE = 'That code is wrong. Try again.'
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

  test('settles a payment that is due when the next one starts', async () => {
    await app.control('POST /clock', { body: { frozen: false } })
    await payByPhone('0772127710', { tx_ref: 'first' })
    const dueAt = app.world.clock.now() + 10_000
    // The timer of the first payment has not fired yet, because timers have a margin.
    const now = vi.spyOn(app.world.clock, 'now').mockReturnValue(dueAt + 1)
    onTestFinished(() => now.mockRestore())
    await payByPhone('0772127710', { tx_ref: 'second' })
    await expect.poll(() => paymentStatuses(app), { timeout: 5_000 }).toEqual(['successful', 'pending'])
  })

  test('settles pending payments together, however often the clock was changed', async () => {
    for (const tx_ref of ['first', 'second']) await payByPhone('0772127710', { tx_ref })
    const change = { frozen: false, set: '2026-11-20T09:00:09.900Z' }
    for (let times = 0; times < 5; times++) await app.control('POST /clock', { body: change })
    const transaction = vi.spyOn(app.world, 'transaction')
    await expect.poll(() => paymentStatuses(app), { timeout: 5_000 }).toEqual(['successful', 'successful'])
    // Further timers would fire in these milliseconds.
    await new Promise((passed) => setTimeout(passed, 50))
    // One settles both payments, and each of their webhooks has one.
    expect(transaction).toHaveBeenCalledTimes(3)
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
  const { result } = await payInWindow('mobilemoney', PAID_PHONE)
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

test('a reference whose payment failed may have other terms, and the failure stays as it was', async () => {
  await payInWindow('card', DECLINED_CARD)
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

test("requires a code for a card, then reports the payment in the vendor's format", async () => {
  const { number } = PAID_CARD
  expect(await payInWindow('card', { number })).toEqual({ next: 'code' })
  const paid = await payInWindow('card', PAID_CARD)
  expect(PaymentResult.parse(paid.result)).toMatchObject({
    status: 'successful',
    tx_ref: 'kitabo-test-1',
    amount: 31_300,
    currency: 'UGX',
  })
})

test.each([
  ['card', DECLINED_CARD, { next: 'retry', message: DECLINED_MESSAGE }],
  ['card', { number: '5258585922666506' }, { next: 'retry', message: INSUFFICIENT_FUNDS_MESSAGE }],
  ['mobilemoney', { phone: '256121212121', otp: '123456' }, { next: 'retry', message: DECLINED_MESSAGE }],
  [
    'mobilemoney',
    { phone: '0772123456', otp: '6648' },
    { next: 'retry', message: INSUFFICIENT_FUNDS_MESSAGE },
  ],
  ['card', { number: '5531886652142950', otp: '5548' }, { next: 'code', message: WRONG_CODE_MESSAGE }],
  ['card', { number: '4187427415564246', otp: '123456' }, { result: { status: 'completed' } }],
])('a %s payment with %j has the result %j', async (method, input, result) => {
  expect(await payInWindow(method, input, { tx_ref: JSON.stringify(input) })).toMatchObject(result)
})

test.each([
  ['mobilemoney', 'UGX', 499, false],
  ['mobilemoney', 'UGX', 500, true],
  ['mobilemoney', 'UGX', 5_000_000, true],
  ['mobilemoney', 'UGX', 5_000_001, false],
  ['mobilemoney', 'GHS', 100, true],
  ['card', 'UGX', 300, true],
])('a %s payment of %s %i is possible: %s', async (method, currency, amount, isPossible) => {
  const input = { ...PAID_CARD, ...PAID_PHONE }
  const { next, message } = await payInWindow(method, input, {
    amount,
    currency,
    tx_ref: `${method} ${amount}`,
  })
  expect(next).toBe(isPossible ? 'done' : 'retry')
  if (!isPossible) expect(message).toMatch(/^Mobile money takes payments from UGX 500 to UGX 5,000,000\./)
})

test('a payment has its amount in whole units', async () => {
  await payInWindow('ussd', {}, { amount: 31_300.6 })
  expect((await verify()).data.amount).toBe(31_301)
})
