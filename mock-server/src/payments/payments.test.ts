import { PaymentResult } from 'contracts/payments'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { request } from '../../test/payment-request.ts'
import { createTestApp, type TestApp } from '../../test/test-app.ts'
import { selectAll } from '../world/world.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let tries = 0
/** Charges a payment, by default with a new reference. */
async function charge(
  method: string,
  input: Record<string, string>,
  tx_ref = `kitabo-try-${++tries}`,
  change: Partial<typeof request> = {},
) {
  const response = await app.fetch('http://localhost/__emulator/payments', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ request: { ...request, ...change, tx_ref }, method, input }),
  })
  return { status: response.status, ...(await response.json()) }
}

describe('the payment simulator', () => {
  test("requires a code for a card, then reports the payment in the provider's format", async () => {
    const card = { number: '5531 8866 5214 2950' }
    expect(await charge('card', card, request.tx_ref)).toMatchObject({ next: 'code' })
    const paid = await charge('card', { ...card, otp: '123456' }, request.tx_ref)
    expect(PaymentResult.parse(paid.result)).toMatchObject({
      status: 'successful',
      tx_ref: 'kitabo-test-1',
      amount: 31_300,
      currency: 'UGX',
    })
  })

  test.each([
    ['card', { number: '5143010522339965' }, 'The payment was declined. Try another card or number.'],
    ['card', { number: '5258585922666506' }, 'There is not enough money on this account.'],
    [
      'mobilemoney',
      { phone: '256121212121', otp: '123456' },
      'The payment was declined. Try another card or number.',
    ],
    ['mobilemoney', { phone: '0772123456', otp: '6648' }, 'There is not enough money on this account.'],
  ])('%s with %j allows another attempt', async (method, input, message) => {
    expect(await charge(method, input)).toMatchObject({ next: 'retry', message })
  })

  test.each([
    ['email', '', 'customer.email must be a valid email'],
    ['email', 'Text', 'customer.email must be a valid email'],
    ['name', ' ', 'customer.name is required'],
    ['phone_number', '+256 772 123 456 (MTN)', 'customer.phone_number must contain only digits'],
  ])('refuses a payer with the %s %j', async (field, value, message) => {
    const customer = { ...request.customer, [field]: value }
    expect(await charge('ussd', {}, undefined, { customer })).toEqual({ status: 400, message })
  })

  test('requires only the code again after a wrong one', async () => {
    expect(await charge('card', { number: '5531886652142950', otp: '5548' })).toMatchObject({
      next: 'code',
      message: 'That code is wrong. Try again.',
    })
  })

  test('can return the provider’s newer status', async () => {
    expect(await charge('card', { number: '4187427415564246', otp: '123456' })).toMatchObject({
      result: { status: 'completed' },
    })
  })

  test('stores successful and failed attempts', async () => {
    const rows = selectAll<{ status: string; payment_type: string }>(
      app.world,
      'SELECT status, payment_type FROM transactions',
    )
    expect(rows.map((row) => row.status)).toContain('failed')
    expect(rows.map((row) => row.status)).toContain('successful')
    expect(rows.map((row) => row.payment_type)).toContain('mobilemoneyug')
  })

  test('refuses a request without an amount with one message', async () => {
    const response = await app.fetch('http://localhost/__emulator/payments', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ request: { ...request, amount: undefined }, method: 'ussd', input: {} }),
    })
    expect(response.status).toBe(400)
    expect((await response.json()).message).toContain('amount must be a number')
  })
})
