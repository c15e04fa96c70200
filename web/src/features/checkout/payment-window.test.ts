import { PAYMENT_STATUSES, type PaymentConfig, type PaymentResult } from 'contracts/payments'
import { describe, expect, test, vi } from 'vitest'
import { isUndecided, openPayment } from './payment-window.ts'

const customer = { email: 'a@kitabo.example', phone_number: '0772123456', name: 'A B' }
const request = {
  public_key: 'FLWPUBK_TEST-kitabo-X',
  tx_ref: 'kitabo-1',
  amount: 8_700,
  currency: 'UGX',
  payment_options: 'card,mobilemoney,ussd',
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

function open(tx_ref = request.tx_ref) {
  const heard = { onPaid: vi.fn(), onUnpaid: vi.fn(), onClosed: vi.fn() }
  const close = vi.fn()
  let config: PaymentConfig | undefined
  openPayment(
    (given) => {
      config = given
      return { close }
    },
    { ...request, tx_ref },
    heard,
  )
  if (!config) throw new Error('the modal was not opened')
  return { ...heard, close, config }
}

describe('the payment modal', () => {
  test.each(['successful', 'completed'] as const)('treats %s as paid', (status) => {
    const { config, onPaid, close } = open()
    config.callback(result(status))
    expect(onPaid).toHaveBeenCalledExactlyOnceWith(result(status))
    expect(close).toHaveBeenCalled()
  })

  test('reports a result once if the provider calls back twice', () => {
    const { config, onPaid } = open()
    config.callback(result('successful'))
    config.callback(result('successful'))
    expect(onPaid).toHaveBeenCalledTimes(1)
  })

  test('ignores the result of a different payment', () => {
    const { config, onPaid } = open()
    const next = open('kitabo-2')
    config.callback(result('successful', 'kitabo-2'))
    expect(onPaid).not.toHaveBeenCalled()
    next.config.callback(result('successful', 'kitabo-2'))
    expect(next.onPaid).toHaveBeenCalledTimes(1)
    config.callback(result('successful'))
    expect(onPaid).toHaveBeenCalledTimes(1)
  })

  test('reports a result once if it was opened twice for the same reference', () => {
    const { config, onPaid } = open()
    const again = open()
    for (const each of [config, again.config]) each.callback(result('successful'))
    expect(onPaid).not.toHaveBeenCalled()
    expect(again.onPaid).toHaveBeenCalledTimes(1)
  })

  test.each([undefined, 'unknown-reference'])('accepts a result with the reference %s', (tx_ref) => {
    const earlier = open('kitabo-0')
    const { config, onPaid } = open()
    const reported = { ...result('successful'), tx_ref } as PaymentResult
    earlier.config.callback(reported)
    config.callback(reported)
    expect(earlier.onPaid).not.toHaveBeenCalled()
    expect(onPaid).toHaveBeenCalledTimes(1)
  })

  test('reports a result if the provider returns no close function', () => {
    const onPaid = vi.fn()
    openPayment(
      (config) => {
        config.callback(result('successful'))
        return undefined as never
      },
      request,
      { onPaid, onUnpaid: vi.fn(), onClosed: vi.fn() },
    )
    expect(onPaid).toHaveBeenCalledTimes(1)
  })

  test.each(['pending', 'failed', 'cancelled'] as const)('treats %s as not paid', (status) => {
    const { config, onPaid, onUnpaid, onClosed } = open()
    config.callback(result(status))
    config.onclose(true)
    expect(onUnpaid).toHaveBeenCalledExactlyOnceWith(result(status))
    expect(onPaid).not.toHaveBeenCalled()
    expect(onClosed).not.toHaveBeenCalled()
  })

  test('treats a payment without a transaction id as undecided, whatever its status says', () => {
    for (const status of PAYMENT_STATUSES) {
      const { config, onPaid, onUnpaid } = open()
      const reported = { ...result(status), transaction_id: null }
      config.callback(reported)
      expect(onUnpaid).toHaveBeenCalledExactlyOnceWith(reported)
      expect(isUndecided(reported)).toBe(true)
      expect(onPaid).not.toHaveBeenCalled()
    }
    expect(isUndecided(result('pending'))).toBe(true)
    expect(isUndecided(result('failed'))).toBe(false)
  })

  test('reports a payment that succeeds after a pending status', () => {
    const { config, onPaid } = open()
    config.callback(result('pending'))
    config.callback(result('successful'))
    expect(onPaid).toHaveBeenCalledTimes(1)
  })

  test('reports a payment after the shopper has closed the modal', () => {
    const { config, onPaid, onClosed } = open()
    config.onclose(true)
    config.callback(result('successful'))
    expect(onClosed).toHaveBeenCalledTimes(1)
    expect(onPaid).toHaveBeenCalledTimes(1)
  })

  test('reports a failure after the modal was closed', () => {
    const { config, onUnpaid } = open()
    config.onclose(true)
    config.callback(result('cancelled'))
    expect(onUnpaid).toHaveBeenCalledExactlyOnceWith(result('cancelled'))
  })

  test('does not report closing after a payment', () => {
    const { config, onClosed } = open()
    config.callback(result('successful'))
    config.onclose(false)
    expect(onClosed).not.toHaveBeenCalled()
  })
})
