import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkBody } from './check-body.ts'
import { describeFinding } from './finding.ts'
import { secret } from './privacy.ts'

const Item = z.object({ id: z.int(), name: z.string().nullable(), price: z.number().optional() })
const findingsFor = (schema: z.ZodType, body: unknown) =>
  checkBody(schema, body).map((finding) => `${finding.class} ${finding.rule} ${describeFinding(finding)}`)

test('undeclared fields replace no finding of another class', () => {
  const more = Object.fromEntries(Array.from({ length: 205 }, (_, key) => [`k${key}`, 1]))
  const rows = [
    { id: 1, name: 'a', ...more },
    { id: '2', name: 'b', password: 'x' },
  ]
  expect(findingsFor(z.array(Item), rows).slice(200)).toEqual([
    'breaking type $[].id: expected integer, got string',
    'behaviour secret $[].password: expected no such field, got string',
    'additive omitted $: expected findings at up to 200 paths, got more (5 times)',
  ])
})

test('undeclared fields are not findings of an open object, or of one without any required field', () => {
  expect(findingsFor(z.looseObject({ id: z.int() }), { id: 1, more: 1 })).toEqual([])
  expect(findingsFor(Item, { more: 1 })).toEqual([
    'breaking missing $.id: expected integer, got missing',
    'breaking missing $.name: expected string or null, got missing',
  ])
  expect(findingsFor(Item, { id: 1, more: 1 })).toEqual([
    'breaking missing $.name: expected string or null, got missing',
    'additive extra $.more: expected no such field, got integer',
  ])
  expect(findingsFor(z.object({ id: z.int().optional() }), { more: 1 })).toEqual([
    'additive extra $.more: expected no such field, got integer',
  ])
})

test('an undeclared token next to a declared secret is not a secret, but a password or a hash is', () => {
  const Login = z.object({ id: z.int(), token: secret(z.string()) })
  expect(
    findingsFor(Login, { id: 1, token: 'a', refresh_token: 'b', password: 'c', token_hash: '$2b$10$x' }),
  ).toEqual([
    'additive extra $.refresh_token: expected no such field, got string',
    'behaviour secret $.password: expected no such field, got string',
    'behaviour secret $.token_hash: expected no such field, got string',
  ])
  expect(findingsFor(Item, { id: 1, name: null, refresh_token: 'b' })).toEqual([
    'behaviour secret $.refresh_token: expected no such field, got string',
  ])
})

test('searches the first fifty values of an undeclared field for secrets', () => {
  const rulesOf = (length: number) => {
    const more = Array.from({ length }, (_, index) => ({ pin: index + 1 === length ? 'x' : 7 }))
    return checkBody(Item, { id: 1, name: 'a', more }).map(({ rule }) => rule)
  }
  expect([rulesOf(50), rulesOf(51)]).toEqual([['secret'], ['extra']])
})
