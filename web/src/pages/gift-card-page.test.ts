import { expect, test } from 'vitest'
import { balanceOf, readGiftAmount, redeemValue } from './gift-card-page.tsx'

test('reads a preset or a typed amount', () => {
  expect(readGiftAmount({ preset: 100_000 })).toEqual({ amount: 100_000 })
  expect(readGiftAmount({ typed: ' 7500 ' })).toEqual({ amount: 7_500 })
})

test.each([null, { typed: '' }, { typed: 'many' }])('reports a missing amount for %j', (choice) => {
  expect(readGiftAmount(choice)).toEqual({ error: 'Please select or enter an amount.' })
})

test.each(['0', '-5'])('rejects %s as too low', (typed) => {
  expect(readGiftAmount({ typed })).toEqual({ error: 'Amount must be greater than zero.' })
})

test.each(['0.5', '1.5', '1e308'])('rejects %s because it is not a whole number of shillings', (typed) => {
  expect(readGiftAmount({ typed })).toEqual({ error: 'Please enter a whole number of shillings, 1 or more.' })
})

test('returns 50 for the valid code and null for any other code', () => {
  expect(redeemValue('KITABO-GIFT-50')).toBe(50)
  expect(redeemValue('KITABO')).toBeNull()
  expect(redeemValue('')).toBeNull()
})

test('computes the balance as the sum of the transactions', () => {
  const date = new Date()
  expect(
    balanceOf([
      { type: 'purchase', amount: 100_000, date },
      { type: 'redeem', amount: 50, date },
    ]),
  ).toBe(100_050)
})
