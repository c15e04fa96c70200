import { expect, test } from 'vitest'
import { toastDuration } from './notify.ts'

test('gives the header 5 s, the footer and the home page 3 s', () => {
  expect(toastDuration('error', 'header')).toBe(5000)
  expect(toastDuration('success', 'footer')).toBe(3000)
  expect(toastDuration('success', 'home')).toBe(3000)
})

test('gives a success 2 s and everything else 4 s in other places', () => {
  expect(toastDuration('success', 'page')).toBe(2000)
  expect(toastDuration('error', 'page')).toBe(4000)
  expect(toastDuration('info', 'password')).toBe(4000)
})
