import { expect, test } from 'vitest'
import { z } from 'zod'
import { nonEmpty } from '../../test/non-empty.ts'
import { api } from '../api.ts'
import type { Endpoint } from '../endpoint.ts'
import { checkBody } from './check.ts'
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

test('redacts a union value by the member that a check selects', () => {
  const response = z.union([
    z.object({ token: secret(z.string()), status: z.boolean() }),
    z.object({ message: z.string() }),
  ])
  const value = { token: 'abc', status: 'yes' }
  expect(checkBody(response, value).map((finding) => finding.where)).toEqual(['$.status'])
  expect(maskBySchema(response, value, hash)).toEqual({ token: '***', status: '(string)' })
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
