import { expect, test } from 'vitest'
import { z } from 'zod'
import { contractViolations, validateInput } from './contract-input.ts'

const Body = z.object({ email: z.string(), quantity: z.int(), isGift: z.boolean().optional() })
const parse = (input: object) => validateInput(Body, input).data

test('reads numbers and booleans of a form, numbers as text, and trims text', () => {
  const read = { email: '772', quantity: 2, isGift: true }
  expect(parse({ email: ' 772 ', quantity: ' 2 ', isGift: '1' })).toEqual(read)
  expect(parse({ email: 772, quantity: 2, isGift: 'true' })).toEqual(read)
  expect(parse({ email: 'a', quantity: '2', isGift: 0 })).toEqual({ email: 'a', quantity: 2, isGift: false })
})

test('does not read words and empty text as numbers', () => {
  for (const quantity of ['', ' ', 'two', 'Infinity']) expect(parse({ email: 'a', quantity })).toBeUndefined()
})

test('changes no input', () => {
  const input = { email: ' a ', quantity: '2' }
  parse(input)
  expect(input).toEqual({ email: ' a ', quantity: '2' })
})

test('lists undeclared fields and invalid values of query and body, fifty at most', () => {
  const query = z.object({ limit: z.string() })
  const violationsOf = (body: unknown) =>
    contractViolations({ query, body: Body }, { query: { page: '1' }, body })
  expect(violationsOf({ email: 'a', colour: 'red' })).toEqual([
    'query.page is not in the contract',
    expect.stringMatching(/^query\.limit: /),
    'body.colour is not in the contract',
    expect.stringMatching(/^body\.quantity: /),
  ])
  expect(violationsOf(null)).toContain('the body is missing')
  expect(violationsOf('text')).toContain('the body is not an object')
  const fields = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`a${index}`, 1]))
  expect(violationsOf(fields)).toHaveLength(50)
})
