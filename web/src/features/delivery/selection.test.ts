import { expect, test } from 'vitest'
import { highestId, selectionAfterDelete } from './use-address-book.ts'

const addresses = [{ id: 4 }, { id: 9 }, { id: 7 }]

test('selects the highest id, regardless of the order', () => {
  expect(highestId(addresses)).toBe(9)
})

test('selects nothing if there are no addresses', () => {
  expect(highestId([])).toBeNull()
})

test('selects the highest remaining id when the selected address is deleted', () => {
  expect(selectionAfterDelete(addresses, 9, 9)).toBe(7)
  expect(selectionAfterDelete(addresses, 4, 4)).toBe(9)
})

test('keeps the selection when a different address is deleted', () => {
  expect(selectionAfterDelete(addresses, 9, 4)).toBe(4)
})

test('clears the selection when the last address is deleted', () => {
  expect(selectionAfterDelete([{ id: 4 }], 4, 4)).toBeNull()
  expect(selectionAfterDelete([], 4, 4)).toBeNull()
})
