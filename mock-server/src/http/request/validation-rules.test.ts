import { expect, test } from 'vitest'
import type { Rule } from './validation-rules.ts'
import { failuresOf, max, min, oneOf, refuseInvalid, required, unique } from './validation-rules.ts'

const failureOf = (value: unknown, ...rules: Rule[]) =>
  failuresOf({ first_name: value }, { first_name: rules })?.[0]?.message ?? null

test.each([null, undefined, [], {}])('%j is no value of a required field', (value) => {
  expect(failureOf(value, required())).toBe('The first name field is required.')
  expect(failureOf(value, required('Name it'))).toBe('Name it')
})

test.each(['a', 0, false, [0], { a: 1 }])('%j is a value of a required field', (value) => {
  expect(failureOf(value, required())).toBeNull()
})

test.each([
  ['abc', null, null],
  ['ab', 'The first name must be at least 3 characters.', null],
  ['abcd', null, 'The first name must not be greater than 3 characters.'],
  [[1, 2], 'The first name must have at least 3 items.', null],
  [[1, 2, 3, 4], null, 'The first name must not have more than 3 items.'],
  [null, 'The first name must be at least 3 characters.', null],
  [1234, null, 'The first name must not be greater than 3 characters.'],
  // Counts characters, not UTF-16 units.
  ['\u{1f4d8}\u{1f4d8}\u{1f4d8}', null, null],
])(
  'the length of %j with a minimum of 3 has the failure %j, with a maximum of 3 %j',
  (value, short, long) => {
    expect([failureOf(value, min(3)), failureOf(value, max(3))]).toEqual([short, long])
  },
)

test('a selection is one of the named values, not a list of them', () => {
  const message = 'The selected first name is invalid.'
  expect(['a', 'c', ['a']].map((value) => failureOf(value, oneOf('a', 'b')))).toEqual([
    null,
    message,
    message,
  ])
})

test('each field has the failure of its first broken rule only, in the order of the rules', () => {
  const fields = { email: 'x', phone: '07', name: 'Amina' }
  const refused = refuseInvalid(fields, {
    phone: [required(), min(6), unique(() => true)],
    name: [required()],
    email: [unique((value) => value === 'x')],
  })
  expect(refused).toEqual({
    status: 403,
    body: {
      errors: [
        { code: 'phone', message: 'The phone must be at least 6 characters.' },
        { code: 'email', message: 'The email has already been taken.' },
      ],
    },
  })
  expect(refuseInvalid(fields, { name: [required()] })).toBeNull()
})
