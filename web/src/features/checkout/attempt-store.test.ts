import { beforeEach, describe, expect, test } from 'vitest'
import {
  attemptReference,
  endAttempt,
  forgetPaidOrder,
  getPaidOrders,
  keepPaidOrder,
  type PaidOrder,
} from './attempt-store.ts'
import { orderPayload } from './order-payload.ts'

const pen = { id: 12, name: 'Pen', quantity: 3, price: 1_250, image: 'pen.webp', total_stock: null }
const pickup = { address: null, distance: 0, fee: 0, note: '' }
const payload = orderPayload([pen], pickup)
const paid: PaidOrder = { tx_ref: 'kitabo-1', transaction_id: 9, amount: 3_800, payload, customer_id: 4 }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('an attempt to pay', () => {
  test('keeps its reference while the order is the same', () => {
    expect(attemptReference(payload)).toBe(attemptReference({ ...payload }))
  })

  test('gets a new reference when the order has changed', () => {
    const first = attemptReference(payload)
    expect(attemptReference(orderPayload([{ ...pen, quantity: 4 }], pickup))).not.toBe(first)
  })

  test('gets a new reference when the last one has ended', () => {
    const first = attemptReference(payload)
    endAttempt()
    expect(attemptReference(payload)).not.toBe(first)
  })
})

describe('payments that wait for their order', () => {
  test('are kept until they are forgotten', () => {
    keepPaidOrder(paid)
    keepPaidOrder({ ...paid, tx_ref: 'kitabo-2' })
    forgetPaidOrder('kitabo-1')
    expect(getPaidOrders().map((order) => order.tx_ref)).toEqual(['kitabo-2'])
  })

  test('are not changed by a repeated callback', () => {
    keepPaidOrder(paid)
    keepPaidOrder({ ...paid, amount: 1 })
    expect(getPaidOrders()).toEqual([paid])
  })

  test('are none when storage holds something else', () => {
    localStorage.setItem('paidOrders', '{"tx_ref":')
    expect(getPaidOrders()).toEqual([])
    localStorage.setItem('paidOrders', '[{"tx_ref":5}, null]')
    expect(getPaidOrders()).toEqual([])
  })
})
