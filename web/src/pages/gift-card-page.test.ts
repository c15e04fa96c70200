import { expect, test } from 'vitest'
import { readGiftAmount } from './gift-card-page.tsx'

test('reads a preset or a typed amount', () => {
  expect(readGiftAmount(100_000)).toEqual({ amount: 100_000 })
  expect(readGiftAmount(' 7500 ')).toEqual({ amount: 7_500 })
})

test.each([null, '', 'many'])('reports a missing amount for %j', (choice) => {
  expect(readGiftAmount(choice)).toEqual({ error: 'Please select or enter an amount.' })
})

test.each(['0', '-5'])('rejects %s as too low', (typed) => {
  expect(readGiftAmount(typed)).toEqual({ error: 'Amount must be greater than zero.' })
})

test.each(['0.5', '1.5', '1e308'])('rejects %s because it is not a whole number of shillings', (typed) => {
  expect(readGiftAmount(typed)).toEqual({ error: 'Please enter a whole number of shillings, 1 or more.' })
})
