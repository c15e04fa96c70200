import { expect, test } from 'vitest'
import { readIsbn, readIsbnStart } from './isbn.ts'

test.each([
  ['978-9970-760-45-9', '9789970760459'],
  [' 9789970760459 ', '9789970760459'],
  ['0-19-853453-x', '019853453X'],
])('reads the digits of %s', (text, digits) => {
  expect(readIsbn(text)).toBe(digits)
})

test.each(['', 'atlas', '2024', '12345678901', '9779970760459', null])('reads no ISBN in %j', (text) => {
  expect(readIsbn(text)).toBeNull()
})

test.each([
  ['978-997', '978997'],
  ['978-9970-7', '97899707'],
  ['978-9970-760', '9789970760'],
  ['978 9970 760 45 9', '9789970760459'],
  ['ISBN: 978-9970-760-45-9', '9789970760459'],
  ['ISBN-13 9789970760459', '9789970760459'],
  ['0-19-853453-1', '9780198534532'],
  ['043942089X', '9780439420891'],
])('reads %s as the complete or partial ISBN %s', (text, digits) => {
  expect(readIsbnStart(text)).toBe(digits)
})

test.each(['', '978', '97899', '2024', 'atlas 9789970', '123456'])(
  'reads no complete or partial ISBN in %j',
  (text) => {
    expect(readIsbnStart(text)).toBeNull()
  },
)
