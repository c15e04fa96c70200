import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rememberCustomer, setToken, tokenCacheKey } from '../../../api/session.ts'
import {
  rememberAccepted,
  storeLocalDetails,
  storePlacedOrder,
  takeNewOrderFlag,
  useLocalDetails,
  usePlacedOrder,
  wasAccepted,
} from './placed-order.ts'

const order = { id: 7, amount: 3_800, delivery: null, items: [], paymentUrl: null }
const numbers = () => [...renderHook(useLocalDetails).result.current.keys()]

test('a placed order is new once', () => {
  storePlacedOrder(order)
  expect([takeNewOrderFlag(), takeNewOrderFlag()]).toEqual([true, false])
  storePlacedOrder(null)
  expect(takeNewOrderFlag()).toBe(false)
})

test('an order that is accepted for a customer who has logged out is not new to the next one', () => {
  setToken('b-token')
  rememberCustomer('b-token', 5)
  storePlacedOrder(order, { id: 4, session: tokenCacheKey('a-token') })
  expect(takeNewOrderFlag()).toBe(false)
})

test.each([
  [
    { address: null, fee: 0 },
    { address: null, fee: 0 },
  ],
  [
    { address: 'Plot 5', fee: 3_000 },
    { address: 'Plot 5', fee: 3_000 },
  ],
  [{ address: 'Plot 5' }, null],
  [{ fee: 3_000 }, null],
])('the stored delivery %j of the last order is read as %j', (stored, delivery) => {
  localStorage.setItem('placedOrder', JSON.stringify({ ...order, delivery: stored }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'placedOrder' }))
  expect(renderHook(usePlacedOrder).result.current?.delivery).toEqual(delivery)
})

test('the last 20 accepted orders are known by reference and number', () => {
  for (let id = 1; id <= 20; id++) rememberAccepted(`kitabo-${id}`, id)
  rememberAccepted('kitabo-21', null)
  expect([1, 'kitabo-1', 2, 'kitabo-2', 20, 'kitabo-21'].map(wasAccepted)).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
  ])
  expect(wasAccepted(null)).toBe(false)
})

test('the details of the last 20 orders are stored, each once and only for their customer', () => {
  setToken('a-token')
  rememberCustomer('a-token', 4)
  for (let id = 1; id <= 21; id++) storeLocalDetails(id, { note: 'Blue gate', choices: [] })
  expect(numbers()).toEqual(Array.from({ length: 20 }, (_, index) => 21 - index))
  storeLocalDetails(5, { note: 'Green gate', choices: [] })
  expect(numbers().filter((id) => id === 5)).toHaveLength(1)
  expect(renderHook(useLocalDetails).result.current.get(5)?.note).toBe('Green gate')
  setToken('b-token')
  rememberCustomer('b-token', 5)
  expect(numbers()).toEqual([])
})

test('stored details without an order number, or with an invalid one, are not read', () => {
  const details = [{ note: 'Blue gate' }, { order: 'x', note: 'Blue gate' }, { order: 7, note: 'Blue gate' }]
  localStorage.setItem('orderDetails', JSON.stringify(details))
  window.dispatchEvent(new StorageEvent('storage', { key: 'orderDetails' }))
  expect(numbers()).toEqual([7])
})
