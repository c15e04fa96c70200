import { PaymentResult } from 'contracts/payments'
import { expect, test } from 'vitest'
import { app, useSharedApp } from '../../test/current-app.ts'
import { PAYMENT_REQUEST, payInWindow, paymentStatuses } from '../../test/payment-client.ts'
import { selectAll } from '../world/queries.ts'

useSharedApp()

const DECLINED = 'The payment was declined. Try another card or number.'
const POOR = 'There is not enough money on this account.'
const WRONG_CODE = 'That code is wrong. Try again.'

test("requires a code for a card, then reports the payment in the vendor's format", async () => {
  const card = { number: '5531 8866 5214 2950' }
  expect(await payInWindow('card', card)).toMatchObject({ next: 'code' })
  const paid = await payInWindow('card', { ...card, otp: '123456' })
  expect(PaymentResult.parse(paid.result)).toMatchObject({
    status: 'successful',
    tx_ref: 'kitabo-test-1',
    amount: 31_300,
    currency: 'UGX',
  })
})

test.each([
  ['card', { number: '5143010522339965' }, { next: 'retry', message: DECLINED }],
  ['card', { number: '5258585922666506' }, { next: 'retry', message: POOR }],
  ['mobilemoney', { phone: '256121212121', otp: '123456' }, { next: 'retry', message: DECLINED }],
  ['mobilemoney', { phone: '0772123456', otp: '6648' }, { next: 'retry', message: POOR }],
  ['card', { number: '5531886652142950', otp: '5548' }, { next: 'code', message: WRONG_CODE }],
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
  const input = { number: '5531886652142950', phone: '0772123456', otp: '123456' }
  const { next, message } = await payInWindow(method, input, {
    amount,
    currency,
    tx_ref: `${method} ${amount}`,
  })
  expect(next).toBe(isPossible ? 'done' : 'retry')
  if (!isPossible) expect(message).toMatch(/^Mobile money takes payments from UGX 500 to UGX 5,000,000\./)
})

test('stores successful and failed attempts', async () => {
  await payInWindow('card', { number: '5143010522339965' }, { tx_ref: 'failed' })
  await payInWindow('mobilemoney', { phone: '0772123456', otp: '123456' }, { tx_ref: 'paid' })
  expect(paymentStatuses().slice(-2)).toEqual(['failed', 'successful'])
  const types = selectAll(app.world, 'SELECT payment_type FROM transactions ORDER BY id')
  expect(types.slice(-2)).toEqual([{ payment_type: 'card' }, { payment_type: 'mobilemoneyug' }])
})

test.each([
  [{ customer: { ...PAYMENT_REQUEST.customer, email: '' } }, 'customer.email must be a valid email'],
  [{ customer: { ...PAYMENT_REQUEST.customer, email: 'Text' } }, 'customer.email must be a valid email'],
  [{ customer: { ...PAYMENT_REQUEST.customer, name: ' ' } }, 'customer.name is required'],
  [
    { customer: { ...PAYMENT_REQUEST.customer, phone_number: '+256 772 123 456 (MTN)' } },
    'customer.phone_number must contain only digits',
  ],
  [{ amount: undefined }, 'amount must be a number'],
])('refuses a request with %j', async (change, message) => {
  expect(await payInWindow('ussd', {}, change)).toEqual({ message })
})
