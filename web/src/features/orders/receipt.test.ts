import { expect, test } from 'vitest'
import { readOrders, receiptText } from './order.ts'

const line = (name: string, price: unknown) => ({ id: 1, price, quantity: 2, product_details: { name } })

test('contains the order number, items, total and contacts, but nothing about the customer', () => {
  const [order] = readOrders([
    {
      id: 100_001,
      updated_at: '2026-03-02T22:30:00.000000Z',
      order_status: 'out_for_delivery',
      order_amount: 74_900,
      payment_method: 'flutterwave',
      delivery_address: { address: 'Plot 5, Ntinda', contact_person_number: '0772123456' },
      details: [line('Kintu', 35_000), line('Pen', 'none'), { id: 3, product_details: '{' }],
    },
  ])
  if (!order) throw new Error('The order was not read.')
  expect(receiptText(order).split('\n')).toEqual([
    'Kitabo, order #100001',
    '3 Mar 2026, Out for delivery',
    '2 × Kintu: UGX 70,000',
    '2 × Pen',
    'and 1 more',
    'Total: UGX 74,900',
    'Payment: Flutterwave',
    'Questions: +256 700 000 001, +256 700 000 002',
  ])
})

test('contains the delivery fee and the chosen options', () => {
  const [order] = readOrders([{ id: 7, order_amount: 72_000, details: [line('Kintu', 35_000)] }])
  if (!order?.lines[0]) throw new Error('The order was not read.')
  order.lines[0].chosen = [{ text: 'Cover: Hardcover', quantity: 2 }]
  expect(receiptText(order)).toContain('2 × Kintu (Cover: Hardcover): UGX 70,000\nDelivery: UGX 2,000')
})
