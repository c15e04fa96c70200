import { expect, test } from 'vitest'
import { readIsbn } from './isbn.ts'

test.each([
  ['978-9970-760-45-9', '9789970760459'],
  [' 9789970760459 ', '9789970760459'],
  ['0-19-853453-x', '019853453X'],
])('reads the figures of %s', (text, figures) => {
  expect(readIsbn(text)).toBe(figures)
})

test.each(['', 'atlas', '2024', '12345678901', '9779970760459', null])('takes %s for no ISBN', (text) => {
  expect(readIsbn(text)).toBeNull()
})
