import { expect, test } from 'vitest'
import { registrationErrors } from './registration.ts'

const good = {
  f_name: 'Amina',
  l_name: 'Okello',
  email: 'amina@kitabo.example',
  phone: '',
  password: 'secret',
}

test('a complete registration has no error, with or without a phone', () => {
  expect(registrationErrors(good)).toEqual({})
})

test('requires both names, and spaces do not count', () => {
  expect(registrationErrors({ ...good, f_name: ' ', l_name: '' })).toEqual({
    f_name: 'First name is required',
    l_name: 'Last name is required',
  })
})

test.each([
  '',
  'amina',
  'amina@',
  'amina@kitabo',
  '@kitabo.example',
  'a b@kitabo.example',
  'a@@kitabo.example',
])('%j is not an email address', (email) =>
  expect(registrationErrors({ ...good, email })).toEqual({ email: 'Invalid email address' }),
)

test('a password of fewer than 6 characters is too weak', () => {
  expect(registrationErrors({ ...good, password: '12345' })).toEqual({ password: 'Password is too weak' })
  expect(registrationErrors({ ...good, password: '123456' })).toEqual({})
})
