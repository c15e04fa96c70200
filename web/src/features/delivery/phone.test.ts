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
])('accepts %j', (text) => expect(isPhone(text)).toBe(true))

test('accepts the numbers in the hint', () => {
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
])('rejects %j', (text) => expect(isPhone(text)).toBe(false))
