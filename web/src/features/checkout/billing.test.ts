import { expect, test } from 'vitest'
import { billingOf, billingOfPayer, findBillingErrors } from './billing.ts'

const payer = { f_name: 'Amina', l_name: 'Nakato', email: 'amina@kitabo.example', phone: '0772123456' }

test("the shopper's changes replace the account's details, unless they are no texts or longer than 1,000", () => {
  expect(billingOf({}, null)).toEqual({ f_name: '', l_name: '', email: '', phone: '' })
  expect(billingOf({ f_name: 'Ada', l_name: 7 as never, phone: '7'.repeat(1_001) }, payer)).toEqual({
    ...payer,
    f_name: 'Ada',
  })
  expect(billingOf({ phone: '7'.repeat(1_000) }, payer).phone).toHaveLength(1_000)
})

test('the first name of a payer is the first word', () => {
  const { f_name, l_name } = billingOfPayer({ name: 'Amina Nakato Okello', email: '', phone_number: '' })
  expect([f_name, l_name]).toEqual(['Amina', 'Nakato Okello'])
})

test('a first name and an email address are required, with or without spaces around them', () => {
  expect(findBillingErrors({ ...payer, email: ' amina@kitabo.example ' })).toEqual({})
  expect(findBillingErrors({ ...payer, f_name: ' ', email: 'amina' })).toEqual({
    f_name: 'First name is required',
    email: 'Invalid email address',
  })
})
