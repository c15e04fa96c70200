import { PaymentResult } from 'contracts/payments'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../test-app.ts'
import { all } from '../world.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const request = {
  public_key: 'FLWPUBK_TEST-kitabo-X',
  tx_ref: 'kitabo-test-1',
  amount: 31_300,
  currency: 'UGX',
  payment_options: 'card, mobilemoney, ussd',
  customer: { email: 'amina@kitabo.example', phone_number: '0700000001', name: 'Amina' },
}

async function charge(method: string, input: Record<string, string>) {
  const response = await app.fetch('http://localhost/__emulator/payments', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ request, method, input }),
  })
  return { status: response.status, ...(await response.json()) }
}

describe('the payment stand-in', () => {
  test('asks a card for its code and then reports the payment as the provider does', async () => {
    expect(await charge('card', { number: '5531 8866 5214 2950' })).toMatchObject({ next: 'code' })
    const paid = await charge('card', { number: '5531 8866 5214 2950', otp: '123456' })
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
    ['card', { number: '5531886652142950', otp: '5548' }, 'That code is wrong. Try again.'],
    [
      'mobilemoney',
      { phone: '256121212121', otp: '123456' },
      'The payment was declined. Try another card or number.',
    ],
    ['mobilemoney', { phone: '0772123456', otp: '6648' }, 'There is not enough money on this account.'],
  ])('%s with %j stays open for another try', async (method, input, message) => {
    expect(await charge(method, input)).toMatchObject({ next: 'retry', message })
  })

  test('can answer with the provider’s newer word', async () => {
    expect(await charge('card', { number: '4187427415564246', otp: '123456' })).toMatchObject({
      result: { status: 'completed' },
    })
  })

  test('keeps every attempt, paid or not', async () => {
    const rows = all<{ status: string; payment_type: string }>(
      app.world,
      'SELECT status, payment_type FROM transactions',
    )
    expect(rows.map((row) => row.status)).toContain('failed')
    expect(rows.map((row) => row.status)).toContain('successful')
    expect(rows.map((row) => row.payment_type)).toContain('mobilemoneyug')
  })

  test('refuses a request without an amount in one sentence', async () => {
    const response = await app.fetch('http://localhost/__emulator/payments', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ request: { ...request, amount: undefined }, method: 'ussd', input: {} }),
    })
    expect(response.status).toBe(400)
    expect((await response.json()).message).toContain('request.amount')
  })
})
