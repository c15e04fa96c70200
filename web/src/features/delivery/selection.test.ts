import { expect, test } from 'vitest'
import { highestId, selectionAfterDelete } from './use-address-book.ts'

const addresses = [{ id: 4 }, { id: 9 }, { id: 7 }]

test('the highest id is selected, whatever the order', () => {
  expect(highestId(addresses)).toBe(9)
})

test('nothing is selected without addresses', () => {
  expect(highestId([])).toBeNull()
})

test('deleting the selected address selects the highest remaining id', () => {
  expect(selectionAfterDelete(addresses, 9, 9)).toBe(7)
  expect(selectionAfterDelete(addresses, 4, 4)).toBe(9)
})

test('deleting another address leaves the selection', () => {
  expect(selectionAfterDelete(addresses, 9, 4)).toBe(4)
})

test('deleting the last address clears the selection', () => {
  expect(selectionAfterDelete([{ id: 4 }], 4, 4)).toBeNull()
  expect(selectionAfterDelete([], 4, 4)).toBeNull()
})
