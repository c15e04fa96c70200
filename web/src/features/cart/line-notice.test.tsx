import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pendingToasts } from '../../ui/feedback/notify.ts'
import { addToCart, clearCart, getCart } from './cart-store.ts'
import { isSoldOut, LineNotice, lineChangeMessages } from './line-notice.tsx'

const line = { price: 35_000 }

test('returns nothing if the product is unchanged or unknown', () => {
  expect(lineChangeMessages(line, 2, { price: 35_000, total_stock: 2 })).toEqual([])
  expect(lineChangeMessages(line, 2, { price: null, total_stock: null })).toEqual([])
})

test('describes a changed price', () => {
  expect(lineChangeMessages(line, 1, { price: 38_000, total_stock: 9 })).toEqual([
    'Price is now UGX 38,000 (was UGX 35,000)',
  ])
})

test('describes stock that is below the requested quantity', () => {
  expect(lineChangeMessages(line, 3, { price: 35_000, total_stock: 2 })).toEqual(['Only 2 left'])
  expect(lineChangeMessages(line, 3, { price: 35_000, total_stock: 2.5 })).toEqual(['Only 2 left'])
  for (const total_stock of [0, -3]) {
    expect(lineChangeMessages(line, 1, { price: 35_000, total_stock })).toEqual(['Sold out'])
  }
})

test('ignores a difference below one shilling and describes options that are no longer offered', () => {
  const options = [{ title: 'Size', options: ['L'] }]
  const chosen = [{ text: 'Size: M', quantity: 1 }]
  const product = { price: 35_000.4, total_stock: 9, options }
  expect(lineChangeMessages({ ...line, chosen }, 1, product)).toEqual(['Size: M is no longer offered'])
})

test.each([
  [0, true],
  [0.9, true],
  [-1, true],
  [1, false],
  [null, false],
])('treats a stock of %s as sold out: %s', (total_stock, expected) => {
  expect(isSoldOut({ total_stock })).toBe(expected)
})

test('describes a price change to or from 0', () => {
  expect(lineChangeMessages(line, 1, { price: 0, total_stock: null })).toEqual([
    'Price is now UGX 0 (was UGX 35,000)',
  ])
  expect(lineChangeMessages({ price: 0 }, 1, { price: 500, total_stock: null })).toHaveLength(1)
})

test.each([
  ['a line whose stock is too low', 1, 'Only 1 left', [[7, 1]], 0],
  ['a line that is sold out', 0, 'Sold outUpdate removes it from the total.', [], 1],
])('the notice of %s says what Update does, and does it', (_, total_stock, text, lines, toasts) => {
  clearCart()
  pendingToasts.length = 0
  const item = { id: 7, name: 'Atlas', price: 35_000, quantity: 2, image: 'a.webp', total_stock: 2 }
  addToCart(item)
  render(<LineNotice item={item} wanted={2} offer={{ price: 35_000, total_stock }} />)
  expect(screen.getByRole('status').textContent).toBe(text)
  fireEvent.click(screen.getByRole('button', { name: 'Update Atlas' }))
  expect(getCart().map(({ id, quantity }) => [id, quantity])).toEqual(lines)
  expect(pendingToasts.filter((toast) => toast.text === 'Atlas removed from your cart.')).toHaveLength(toasts)
})
