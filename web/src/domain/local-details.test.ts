import { expect, test } from 'vitest'
import { detailsMessage, localOrderDetails, readLocalOrderDetails } from './local-details.ts'

const line = { id: 7, name: 'Shirt', quantity: 3, price: 20_000, image: 'shirt.webp', total_stock: 9 }
const chosen = [
  { text: 'Size: M', quantity: 2 },
  { text: 'Size: L', quantity: 1 },
]

test('an order without a note or chosen options has no details', () => {
  expect(localOrderDetails([line], '')).toBeNull()
})

test('the message to the shop contains the order number, the note and the chosen options', () => {
  const details = localOrderDetails([line, { ...line, id: 8, chosen }], 'Blue gate')
  expect(details && detailsMessage(100_001, details)).toBe(
    'Order #100001\nDelivery note: Blue gate\nShirt: 2 × Size: M; 1 × Size: L',
  )
})

test('valid details can be stored and read, and invalid ones are dropped', () => {
  const details = localOrderDetails([{ ...line, chosen }], 'Blue gate')
  expect(readLocalOrderDetails(JSON.parse(JSON.stringify(details)))).toEqual(details)
  for (const value of [null, [], { note: {}, choices: 'x' }, { choices: [null, { id: 7, chosen: [{}] }] }])
    expect(readLocalOrderDetails(value)).toEqual({ note: '', choices: [] })
})

test('a message without a note contains only the choices', () => {
  const details = localOrderDetails([{ ...line, chosen }], '')
  expect(details && detailsMessage(7, details)).toBe('Order #7\nShirt: 2 × Size: M; 1 × Size: L')
})

test('reads at most 100 choices and 2,000 characters, and an unknown quantity as 0', () => {
  const choice = { id: '7', name: 'Shirt', quantity: 'two', chosen }
  const read = readLocalOrderDetails({ note: 'x'.repeat(2001), choices: Array(101).fill(choice) })
  expect(read.note).toHaveLength(2000)
  expect(read.choices).toHaveLength(100)
  expect(read.choices[0]).toEqual({ id: 7, name: 'Shirt', quantity: 0, chosen })
})
