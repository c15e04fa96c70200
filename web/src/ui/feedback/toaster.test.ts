import { expect, test } from 'vitest'
import { toastDuration } from './toaster.tsx'

test('lasts 5 s in the header, and 3 s in the footer and on the home page', () => {
  expect(toastDuration('error', 'header')).toBe(5000)
  expect(toastDuration('success', 'footer')).toBe(3000)
  expect(toastDuration('success', 'home')).toBe(3000)
})

test('lasts 2 s for a success elsewhere, and 4 s for other messages', () => {
  expect(toastDuration('success', 'page')).toBe(2000)
  expect(toastDuration('error', 'page')).toBe(4000)
  expect(toastDuration('info', 'password')).toBe(4000)
})
