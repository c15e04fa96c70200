import { expect, test, vi } from 'vitest'
import { findPasswordError, passwordReset } from './password-reset.ts'

test('validates the stored e-mail address first', () => {
  expect(findPasswordError('', 'a', 'b')).toEqual({
    text: 'Invalid email address. Please start the reset process again.',
    toast: 'Invalid email address',
  })
})

test('compares the two passwords second', () => {
  expect(findPasswordError('a@kitabo.example', 'a', 'b')?.toast).toBe('Passwords do not match')
})

test('validates the length of the password last', () => {
  expect(findPasswordError('a@kitabo.example', '1234567', '1234567')?.toast).toBe('Password too short')
  expect(findPasswordError('a@kitabo.example', '12345678', '12345678')).toBeNull()
})

test('stores the state of a reset in this tab for 15 minutes', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  passwordReset.storeEmail('a@kitabo.example')
  passwordReset.storeToken('1234')
  expect(sessionStorage.getItem('resetEmail')).toBe('a@kitabo.example')
  expect(sessionStorage.getItem('resetToken')).toBe('1234')
  expect(localStorage).toHaveLength(0)
  vi.setSystemTime(1_000_000 + 899_999)
  expect(passwordReset.getEmail()).toBe('a@kitabo.example')
  expect(passwordReset.getToken()).toBe('1234')
  vi.setSystemTime(1_000_000 + 900_000)
  expect(passwordReset.getEmail()).toBe('')
  expect(passwordReset.getToken()).toBe('')
  expect(sessionStorage).toHaveLength(0)
})

test('treats an expiry time that is invalid or too far in the future as expired', () => {
  for (const until of ['9e15', 'soon', '']) {
    passwordReset.storeToken('1234')
    sessionStorage.setItem('resetUntil', until)
    expect(passwordReset.getToken()).toBe('')
  }
})

test('moves values that were stored by an earlier version into this tab', () => {
  localStorage.setItem('resetToken', '1234')
  expect(passwordReset.getToken()).toBe('1234')
  expect(localStorage.getItem('resetToken')).toBeNull()
  expect(sessionStorage.getItem('resetToken')).toBe('1234')
})

test('moves a value of an earlier version also if the other one is already in this tab, and deletes both', () => {
  passwordReset.storeEmail('a@kitabo.example')
  localStorage.setItem('resetToken', '1234')
  expect(passwordReset.getToken()).toBe('1234')
  expect(localStorage).toHaveLength(0)
  localStorage.setItem('resetEmail', 'b@kitabo.example')
  passwordReset.clear()
  expect([passwordReset.getEmail(), passwordReset.getToken()]).toEqual(['', ''])
})
