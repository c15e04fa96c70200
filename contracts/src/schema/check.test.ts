import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { checkBody, checkResponse } from './check.ts'
import { describeFinding } from './finding.ts'

const Item = z.object({ id: z.int(), name: z.string().nullable(), price: z.number().optional() })
const List = z.object({ items: z.array(Item) })

describe('checkBody', () => {
  test('accepts a valid body', () => {
    expect(
      checkBody(List, {
        items: [
          { id: 1, name: null },
          { id: 2, name: 'Atlas', price: 5 },
        ],
      }),
    ).toEqual([])
  })

  test('reports a mismatch in many elements once, with a count', () => {
    const findings = checkBody(List, {
      items: [
        { id: '1', name: 'a' },
        { id: '2', name: 'b' },
      ],
    })
    expect(findings).toEqual([
      {
        class: 'breaking',
        rule: 'type',
        where: '$.items[].id',
        expected: 'integer',
        actual: 'string',
        sample: 'string(1–8)',
        count: 2,
      },
    ])
    expect(describeFinding(findings[0]!)).toBe('$.items[].id: expected integer, got string (2 times)')
  })

  test('classifies an undeclared field as additive', () => {
    expect(checkBody(List, { items: [{ id: 1, name: 'a', colour: 'red' }] })).toMatchObject([
      { class: 'additive', rule: 'extra', where: '$.items[].colour', actual: 'string', count: 1 },
    ])
  })

  test('classifies a new enum value and a number out of bounds as behaviour, and a wrong type as breaking', () => {
    const Order = z.object({ status: z.enum(['paid', 'unpaid']), flag: z.int().min(0).max(1) })
    expect(checkBody(Order, { status: 'refunded', flag: 2 })).toMatchObject([
      { class: 'behaviour', rule: 'enum-value', where: '$.status', actual: '"refunded"' },
      { class: 'behaviour', rule: 'bounds', where: '$.flag', actual: '2' },
    ])
    expect(checkBody(Order, { status: 1, flag: true })).toMatchObject([
      { class: 'breaking', rule: 'type', where: '$.status' },
      { class: 'breaking', rule: 'type', where: '$.flag' },
    ])
  })

  test('accepts lists that are longer than declared, and reports unsafe integers', () => {
    expect(checkBody(z.array(z.int()).max(2), [1, 2, 3])).toEqual([])
    const price = z.object({ price: z.number() })
    expect(checkBody(price, JSON.parse('{"price":9007199254740995}'))).toMatchObject([
      { class: 'breaking', rule: 'unsafe-number', where: '$.price' },
    ])
    expect(checkBody(price, JSON.parse('{"price":1e999}'))).toMatchObject([{ class: 'breaking' }])
  })

  test('checks the values of an object with any keys', () => {
    const counts = z.object({}).catchall(z.int())
    expect(checkBody(counts, { a: 1, b: 'x' }).map(describeFinding)).toEqual([
      '$.b: expected integer, got string',
    ])
  })

  test('distinguishes a missing field from a field that is null', () => {
    expect(checkBody(Item, { id: 1 }).map(describeFinding)).toEqual([
      '$.name: expected string or null, got missing',
    ])
    const kinds = ['', 'a', [], [1], {}, true, 1.5].map(
      (id) => checkBody(Item, { id, name: null })[0]?.actual,
    )
    expect(kinds.join()).toBe('empty string,string,empty array,array,object,boolean,number')
    expect(checkBody(Item, { id: null, name: null }).map(describeFinding)).toEqual([
      '$.id: expected integer, got null',
    ])
  })

  test('checks a value against the closest member of a union', () => {
    const either = z.union([
      z.object({ product: Item }),
      z.object({ errors: z.object({ code: z.string() }) }),
    ])
    expect(checkBody(either, { product: { id: 'x', name: 'a' } }).map((finding) => finding.where)).toContain(
      '$.product.id',
    )
    expect(checkBody(either, { errors: { code: 'gone', hint: 'no' } })).toMatchObject([
      { class: 'additive', rule: 'extra', where: '$.errors.hint', count: 1 },
    ])
    // An object that resembles no member is compared with the first, which is the usual response.
    expect(checkBody(either, { id: 1, name: 'a' }).map(describeFinding)).toEqual([
      '$.product: expected object, got missing',
    ])
    const manyWrong = z.union([
      z.object({ product: Item, related: z.array(Item) }),
      z.object({ errors: Item }),
    ])
    const related = Array.from({ length: 9 }, () => ({ name: 'a' }))
    expect(checkBody(manyWrong, { product: {}, related }).map((finding) => finding.where)).toEqual([
      '$.product.id',
      '$.product.name',
      '$.related[].id',
    ])
  })

  test('never includes a value, because responses contain personal data', () => {
    const [finding] = checkBody(z.object({ phone: z.int() }), { phone: '0772 000 000' })
    expect(JSON.stringify(finding)).not.toContain('0772')
  })

  test('reports a value in an invalid format once, although the object around it has rules', () => {
    const file = z.string().refine((text) => !text.includes('/'), { error: 'a file name' })
    const ruled = z.object({ files: z.array(file), file }).refine(() => true)
    expect(checkBody(ruled, { files: ['a', '/b', '/c'], file: '/d' })).toMatchObject([
      { rule: 'format', where: '$.files[]', count: 2 },
      { rule: 'format', where: '$.file', count: 1 },
    ])
  })

  test.each<[rule: string, extra: object]>([
    ['secret', { password: 'x' }],
    ['secret', { api_key: 'x' }],
    ['secret', { any: '$2y$10$abcdefgh' }],
    ['secret', { any: 'eyJhbGciOi.eyJzdWIi.c2ln' }],
    ['secret', { rows: [{ user: { remember_token: 'x' } }] }],
    ['secret', { passwd: { value: 1, pin: 'x' } }],
    ['extra', { rows: [[{ user: { pin: 'too deep' } }]] }],
    ['extra', { password: '' }],
    ['extra', { password: null, token: 7 }],
    ['extra', { passwords: 'x' }],
  ])('reports an undeclared value as %s: %j', (rule, extra) => {
    const findings = checkBody(Item, { id: 1, name: 'a', ...extra })
    expect(new Set(findings.map((finding) => finding.rule))).toEqual(new Set([rule]))
  })

  test('reports an undeclared __proto__ key', () => {
    expect(checkBody(Item, JSON.parse('{"id":1,"name":"a","__proto__":{"x":1}}'))).toHaveLength(1)
  })
})

test('checkResponse reports an undeclared status', () => {
  const declared = endpoint({
    method: 'GET',
    path: '/x',
    auth: 'none',
    summary: '',
    responses: { 200: Item },
    evidence: { kind: 'assumed', why: 'a test' },
  })
  expect(checkResponse(declared, 418, {})).toEqual([
    { class: 'behaviour', rule: 'status', where: '$status', expected: '200', actual: '418', count: 1 },
  ])
})

test('checks every level of a recursive schema', () => {
  const Folder = z.object({
    name: z.string(),
    get folders() {
      return z.array(Folder).optional()
    },
  })
  const body = { name: 'a', folders: [{ name: 'b', folders: [{ name: 7 }] }] }
  expect(checkBody(Folder, body).map(describeFinding)).toEqual([
    '$.folders[].folders[].name: expected string, got integer',
  ])
})
