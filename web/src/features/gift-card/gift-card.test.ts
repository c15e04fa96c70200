import { expect, test } from 'vitest'
import { balanceOf, readAmount, redeemValue } from './gift-card.ts'

test('an amount is a preset or the typed amount', () => {
  expect(readAmount({ preset: 100_000 })).toEqual({ amount: 100_000 })
  expect(readAmount({ typed: ' 7500 ' })).toEqual({ amount: 7_500 })
})

test.each([null, { typed: '' }, { typed: 'many' }])('%j is not an amount', (choice) => {
  expect(readAmount(choice)).toEqual({ error: 'Please select or enter an amount.' })
})

test.each(['0', '-5'])('an amount of %s is too low', (typed) => {
  expect(readAmount({ typed })).toEqual({ error: 'Amount must be greater than zero.' })
})

test.each(['0.5', '1.5', '1e308'])('an amount of %s is not a whole number of shillings', (typed) => {
  expect(readAmount({ typed })).toEqual({ error: 'Please enter a whole number of shillings, 1 or more.' })
})

test('the valid code is worth 50, and any other nothing', () => {
  expect(redeemValue('KITABO-GIFT-50')).toBe(50)
  expect(redeemValue('KITABO')).toBeNull()
  expect(redeemValue('')).toBeNull()
})

test('the balance is the sum of the transactions', () => {
  const date = new Date()
  expect(
    balanceOf([
      { type: 'purchase', amount: 100_000, date },
      { type: 'redeem', amount: 50, date },
    ]),
  ).toBe(100_050)
})
