import { expect, test } from 'vitest'
import { z } from 'zod'
import { nonEmpty } from '../../test/non-empty.ts'
import { api } from '../api.ts'
import type { Endpoint } from '../endpoint.ts'
import { checkBody } from './check-body.ts'
import { maskBySchema, personal, secret } from './privacy.ts'

const hash = (text: string) => String(text.length)
const Person = z.object({
  id: z.int(),
  phone: personal(z.string()).nullable(),
  token: secret(z.string()).optional(),
  list: z.array(z.object({ email: personal(z.string()) })).optional(),
})

test('removes secrets, hashes personal values and keeps the rest', () => {
  expect(
    maskBySchema(Person, { id: 7, phone: '0772', token: 'abc', list: [{ email: 'a@b.c' }] }, hash),
  ).toEqual({
    id: 7,
    phone: '#6',
    token: '***',
    list: [{ email: '#7' }],
  })
})

test('shows only the type of undeclared values', () => {
  expect(maskBySchema(Person, { id: '0772 123', pin: '1234', more: [1] }, hash)).toEqual({
    id: '(string)',
    pin: '(string)',
    more: '(array)',
  })
  expect(maskBySchema(undefined, { password: 'x' }, hash)).toBe('(object)')
})

test('keeps absent values, and hides what replaces an object, a list or a record', () => {
  const Anything = z.object({
    object: z.object({}),
    list: z.array(z.int()),
    record: z.record(z.string(), z.int()),
  })
  const mask = (value: unknown) => maskBySchema(Anything, value, hash)
  expect(mask({ object: 'a', list: { pin: 1 }, record: [1] })).toEqual({
    object: '(string)',
    list: '(object)',
    record: '(array)',
  })
  expect(mask({ object: {}, list: [7, 'x'], record: { a: 7, b: 'x' }, more: null })).toEqual({
    object: {},
    list: [7, '(string)'],
    record: { a: 7, b: '(string)' },
    more: null,
  })
  expect(mask({ object: null })).toEqual({ object: null })
  expect([maskBySchema(undefined, null, hash), mask(undefined)]).toEqual([null, undefined])
})

test('redacts a union value by the member that a check selects', () => {
  const response = z.union([
    z.object({ token: secret(z.string()), status: z.boolean() }),
    z.object({ message: z.string() }),
  ])
  const value = { token: 'abc', status: 'yes' }
  expect(checkBody(response, value).map((finding) => finding.where)).toEqual(['$.status'])
  expect(maskBySchema(response, value, hash)).toEqual({ token: '***', status: '(string)' })
})

test('a value of an undeclared type is shown as its type', () => {
  const Order = z.object({ delivery_man: z.record(z.string(), z.unknown()).nullable(), more: z.unknown() })
  const value = { delivery_man: { f_name: 'Okello', identity_number: 7 }, more: [{ f_name: 'Okello' }] }
  expect(maskBySchema(Order, value, hash)).toEqual({
    delivery_man: { f_name: '(string)', identity_number: '(number)' },
    more: '(array)',
  })
})

test('every personal or secret request field is tagged', () => {
  const PRIVATE_NAMES =
    /password|token|email|phone|f_name|l_name|contact_person|^address$|latitude|longitude|customer_name|coordinates|note|customizations|details/
  const endpoints: Endpoint[] = Object.values(api).flatMap((resource) => Object.values(resource))
  const fields = endpoints.flatMap(({ path, body }) =>
    Object.entries(body?.shape ?? {}).map(([field, schema]) => ({
      path,
      field,
      schema: schema as z.ZodType,
    })),
  )
  for (const { path, field, schema } of nonEmpty(fields.filter((each) => PRIVATE_NAMES.test(each.field)))) {
    const shown = JSON.stringify(maskBySchema(z.object({ field: schema }), { field: 'PRIVATE' }, hash))
    expect(shown, `${path} ${field}`).not.toContain('PRIVATE')
    expect(shown, `${path} ${field}`).toMatch(/\*\*\*|#/)
  }
})
