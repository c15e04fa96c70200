import { expect, test } from 'vitest'
import { z } from 'zod'
import { validationMap } from './failures.ts'

const Schema = z.object({
  first_name: z.string().max(3),
  age: z.int(),
  email: z.string().regex(/@/, 'The email must be a valid email address.'),
})
const failuresOf = (input: object) => {
  const { error } = Schema.safeParse(input, { reportInput: true })
  return error && validationMap(error)
}

test('the first message of each field is listed, and the message counts the others', () => {
  expect(failuresOf({ first_name: 'abcd', age: 'x', email: 'x' })).toEqual({
    message: '((The first name must not be greater than 3 characters.)) (and 2 more errors)',
    errors: {
      first_name: ['((The first name must not be greater than 3 characters.))'],
      age: ['The age is invalid.'],
      email: ['The email must be a valid email address.'],
    },
  })
})

test('a missing field is required, and one further error is singular', () => {
  expect(failuresOf({ email: '@', age: null })?.message).toBe(
    'The first name field is required. (and 1 more error)',
  )
  expect(failuresOf({ first_name: '', email: '@' })?.message).toBe('The age field is required.')
})
