import type { PaymentConfig, PaymentResult } from 'contracts/payments'
import { describe, expect, test, vi } from 'vitest'
import { openPayment } from './open-payment.ts'

const customer = { email: 'a@kitabo.example', phone_number: '0772123456', name: 'A B' }
const request = {
  public_key: 'FLWPUBK_TEST-kitabo-X',
  tx_ref: 'kitabo-1',
  amount: 8_700,
  currency: 'UGX',
  payment_options: 'card, mobilemoney, ussd',
  customer,
}

function result(status: PaymentResult['status'], tx_ref = 'kitabo-1'): PaymentResult {
  return {
    status,
    tx_ref,
    customer,
    transaction_id: 900_000_001,
    flw_ref: 'FLW-1',
    currency: 'UGX',
    amount: 8_700,
    charged_amount: 8_700,
    charge_response_code: '00',
    charge_response_message: 'Approved Successful',
    created_at: '2026-03-02T09:00:00.000Z',
  }
}

function open() {
  const heard = { onPaid: vi.fn(), onUnpaid: vi.fn(), onClosed: vi.fn() }
  const close = vi.fn()
  let config: PaymentConfig | undefined
  openPayment(
    (given) => {
      config = given
      return { close }
    },
    request,
    heard,
  )
  if (!config) throw new Error('the modal was not opened')
  return { ...heard, close, config }
}

describe('the payment modal', () => {
  test.each(['successful', 'completed'] as const)('takes %s as paid', (status) => {
    const { config, onPaid, close } = open()
    config.callback(result(status))
    expect(onPaid).toHaveBeenCalledExactlyOnceWith(result(status))
    expect(close).toHaveBeenCalled()
  })

  test('is heard once when the provider calls back twice', () => {
    const { config, onPaid } = open()
    config.callback(result('successful'))
    config.callback(result('successful'))
    expect(onPaid).toHaveBeenCalledTimes(1)
  })

  test('does not hear a callback for another payment', () => {
    const { config, onPaid } = open()
    config.callback(result('successful', 'kitabo-0'))
    expect(onPaid).not.toHaveBeenCalled()
  })

  test.each(['pending', 'failed', 'cancelled'] as const)('takes %s as not paid', (status) => {
    const { config, onPaid, onUnpaid, onClosed } = open()
    config.callback(result(status))
    config.onclose(true)
    expect(onUnpaid).toHaveBeenCalledExactlyOnceWith(status)
    expect(onPaid).not.toHaveBeenCalled()
    expect(onClosed).not.toHaveBeenCalled()
  })

  test('still takes the money into account when it arrives after a pending word', () => {
    const { config, onPaid } = open()
    config.callback(result('pending'))
    config.callback(result('successful'))
    expect(onPaid).toHaveBeenCalledTimes(1)
  })

  test('still takes the money into account when the shopper closed the modal first', () => {
    const { config, onPaid, onClosed } = open()
    config.onclose(true)
    config.callback(result('successful'))
    expect(onClosed).toHaveBeenCalledTimes(1)
    expect(onPaid).toHaveBeenCalledTimes(1)
  })

  test('says nothing of closing after a payment', () => {
    const { config, onClosed } = open()
    config.callback(result('successful'))
    config.onclose(false)
    expect(onClosed).not.toHaveBeenCalled()
  })
})
