import { expect, test } from 'vitest'
import { resetFault } from './reset.ts'

test('the stored email is judged first', () => {
  expect(resetFault('', 'a', 'b')).toEqual({
    text: 'Invalid email address. Please start the reset process again.',
    toast: 'Invalid email address',
  })
})

test('then the two passwords are compared', () => {
  expect(resetFault('a@kitabo.example', 'a', 'b')?.toast).toBe('Passwords do not match')
})

test('then the length is judged', () => {
  expect(resetFault('a@kitabo.example', '1234567', '1234567')?.toast).toBe('Password too short')
  expect(resetFault('a@kitabo.example', '12345678', '12345678')).toBeNull()
})
