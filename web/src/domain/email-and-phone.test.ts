import { expect, test } from 'vitest'
import { store } from '../config/store.ts'
import { isEmail, phoneDigits, validPhone } from './email-and-phone.ts'

test.each([
  '0772123456',
  '+256772123456',
  '256 772123456',
  '+256-772123456',
  '12345678',
  '+2567721234567890',
])('sends the phone number %j as typed', (text) => expect(validPhone(text)).toBe(text))

test.each([
  [' 0772123456 ', '0772123456'],
  [' 256 772123456 ', '256 772123456'],
  ['0772 123456', '0772123456'],
  ['0772 123 456', '0772123456'],
  ['0772-123-456', '0772123456'],
  ['0772.123.456', '0772123456'],
  ['(0772) 123456', '0772123456'],
  ['0772\u00a0123\u202f456', '0772123456'],
  ['0772\u2011123\u2013456', '0772123456'],
  ['+256 772 123456', '+256772123456'],
  ['+256 772 123 456', '+256772123456'],
  ['+256-772-123-456', '+256772123456'],
  ['\u202a+256 772 123456\u202c', '+256772123456'],
  ['+256 (772) 123-456', '+256772123456'],
  ['\u200e256 772 123 456', '256772123456'],
])('sends the phone number %j as %j', (text, sent) => expect(validPhone(text)).toBe(sent))

test.each([
  '',
  '077212345',
  '07721234567',
  '+0772123456',
  'call me',
  '1234567',
  '0772123456x',
  '0772/123456',
])('rejects the phone number %j', (text) => expect(validPhone(text)).toBeNull())

test("accepts the shop's own phone numbers", () => {
  for (const phone of store.phones) expect(validPhone(phone)).toBe(phone.replaceAll(' ', ''))
})

test('passes on the digits and the leading plus of a phone number', () => {
  expect(phoneDigits('+256 772 123 456 (MTN)')).toBe('+256772123456')
  expect(phoneDigits('\u202a+256\u00a0772 123456 / +256 700')).toBe('+256772123456256700')
  expect(phoneDigits('0772-123456')).toBe('0772123456')
  expect(phoneDigits('none')).toBe('')
})

test.each([
  ['a@b.c', true],
  ['', false],
  ['Text', false],
  ['a@b', false],
  ['a b@c.d', false],
  ['a@@b.c', false],
])('recognises %j as an e-mail address: %s', (text, expected) => expect(isEmail(text)).toBe(expected))
