import { expect, test } from 'vitest'
import { findRegistrationErrors } from './register-form.tsx'

const good = {
  f_name: 'Amina',
  l_name: 'Okello',
  email: 'amina@kitabo.example',
  phone: '',
  password: 'secret',
}

test('accepts a complete registration without a phone number', () => {
  expect(findRegistrationErrors(good)).toEqual({})
})

test('requires both names and rejects blank names', () => {
  expect(findRegistrationErrors({ ...good, f_name: ' ', l_name: '' })).toEqual({
    f_name: 'First name is required',
    l_name: 'Last name is required',
  })
})

test.each(['', 'amina@kitabo'])('rejects the email address %j', (email) =>
  expect(findRegistrationErrors({ ...good, email })).toEqual({ email: 'Invalid email address' }),
)

test('rejects passwords with fewer than 6 characters', () => {
  expect(findRegistrationErrors({ ...good, password: '12345' })).toEqual({ password: 'Password is too weak' })
  expect(findRegistrationErrors({ ...good, password: '123456' })).toEqual({})
})
