import { expect, test } from 'vitest'
import { isPhone, PHONE_EXAMPLE } from './address.ts'

test.each([
  '0772123456',
  '+256772123456',
  '256 772123456',
  '+256-772123456',
  ' 0772123456 ',
  '12345678',
  '+2567721234567890',
])('%j is a phone number', (text) => expect(isPhone(text)).toBe(true))

test('the numbers of the hint are valid', () => {
  const numbers = PHONE_EXAMPLE.match(/\+?\d[\d ]*\d/g) ?? []
  expect(numbers).toHaveLength(2)
  expect(numbers.map(isPhone)).toEqual([true, true])
})

test.each([
  '',
  '077212345',
  '07721234567',
  '+0772123456',
  '+256 772 123456',
  '0772-123456',
  'call me',
  '1234567',
  '0772123456x',
])('%j is not a phone number', (text) => expect(isPhone(text)).toBe(false))
