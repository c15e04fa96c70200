import { expect, test } from 'vitest'
import { readIsbn, readIsbnStart } from './isbn.ts'

test.each([
  ['978-9970-760-45-9', '9789970760459'],
  [' 9789970760459 ', '9789970760459'],
  ['0-19-853453-x', '019853453X'],
])('reads the figures of %s', (text, measurements) => {
  expect(readIsbn(text)).toBe(measurements)
})

test.each(['', 'atlas', '2024', '12345678901', '9779970760459', null])('takes %s for no ISBN', (text) => {
  expect(readIsbn(text)).toBeNull()
})

test.each([
  ['978-9970-7', '97899707'],
  ['978-9970-760', '9789970760'],
  ['978 9970 760 45 9', '9789970760459'],
  ['ISBN: 978-9970-760-45-9', '9789970760459'],
  ['ISBN-13 9789970760459', '9789970760459'],
  ['0-19-853453-1', '9780198534532'],
  ['043942089X', '9780439420891'],
])('reads %s as the ISBN, or the beginning of one, %s', (text, measurements) => {
  expect(readIsbnStart(text)).toBe(measurements)
})

test.each(['', '978', '97899', '2024', 'atlas 9789970', '123456'])('takes %s for no ISBN', (text) => {
  expect(readIsbnStart(text)).toBeNull()
})
