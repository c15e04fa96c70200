import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_DEPTH } from '../json-text.ts'
import { checkBody, checkResponse, describeExpected } from './check-body.ts'
import { describeSchema } from './describe-schema.ts'
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
      '$.*: expected integer, got string',
    ])
  })

  test('reports the values of a record once per path, with a count', () => {
    const prices = z.object({ rows: z.record(z.string(), z.object({ price: z.number() })) })
    const rows = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`key ${i}`, { price: 'x', more: 1 }]),
    )
    expect(checkBody(prices, { rows }).map(describeFinding)).toEqual([
      '$.rows.*.price: expected number, got string (300 times)',
      '$.rows.*.more: expected no such field, got integer (300 times)',
    ])
  })

  test('checks the undeclared fields of an object against its catchall', () => {
    const counts = z.object({ id: z.int(), note: z.string().optional() }).catchall(z.array(Item))
    const found = checkBody(counts, { id: 1, a: 'x', b: [{ id: 'x', name: null, more: 1 }] })
    expect(found.map(describeFinding)).toEqual([
      '$.*: expected array, got string',
      '$.*[].id: expected integer, got string',
      '$.*[].more: expected no such field, got integer',
    ])
    expect(checkBody(z.object({ id: z.int() }).catchall(z.unknown()), { id: 1, a: 'x' })).toEqual([])
  })

  test('checks the fields of an intersection of objects, and reports undeclared ones', () => {
    const both = Item.and(
      z.object({ at: z.int() }).refine(({ at }) => at !== 3, { error: 'not 3', path: ['at'] }),
    )
    expect(checkBody(both, { id: 1, name: null, at: 2 })).toEqual([])
    const found = checkBody(z.array(both), [{ id: 1, name: 7, at: 2, password: 'hunter2222' }])
    expect(found.map(({ rule, where }) => `${rule} ${where}`)).toEqual([
      'type $[].name',
      'secret $[].password',
    ])
    expect(checkBody(both, { id: 1, name: null, at: 3 }).map(describeFinding)).toEqual([
      '$.at: expected not 3, got integer',
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

  test('names all values of a discriminator if it has another one', () => {
    const files = z.object({ type: z.literal('file'), size: z.int() })
    const either = z.discriminatedUnion('type', [
      z.object({ type: z.literal('link'), url: z.string() }),
      files,
    ])
    const found = checkBody(z.array(z.object({ at: either.nullable() })), [{ at: { type: 'blob', size: 1 } }])
    expect(found.map(describeFinding)).toEqual(['$[].at.type: expected "link" | "file", got "blob"'])
  })

  test('accepts null in a nullable union that is a member of another union', () => {
    const nullable = z.union([z.object({ x: z.int() }), z.object({ y: z.int() })]).nullable()
    expect(checkBody(z.union([nullable, z.string()]), null)).toEqual([])
    expect(checkBody(z.union([z.union([z.int(), z.boolean()]), z.string()]), null)).toHaveLength(1)
  })

  test('checks a value against the member of a discriminated union that its discriminator names', () => {
    const either = z.discriminatedUnion('type', [
      z.object({ type: z.literal('a'), x: z.string() }),
      z.object({ type: z.enum(['b', 'c']), x: z.int() }),
    ])
    const expected = ['$.x: expected integer, got string']
    for (const schema of [either, either.nullable(), z.union([z.object({ x: z.string() }), either])])
      for (const type of ['b', 'c'])
        expect(checkBody(schema, { type, x: 's' }).map(describeFinding)).toEqual(expected)
    expect(checkBody(either, { type: 'd', x: 's' }).map(describeFinding)).toEqual([
      '$.type: expected "a" | "b" | "c", got "d"',
    ])
    expect(checkBody(z.union([z.object({ x: z.string() }), either]), { x: 's' })).toEqual([])
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
    ...['resetToken', 'accessToken', 'clientSecret', 'passwordHash', 'password_hash', 'sessionId', 'jwt'].map(
      (name): [string, object] => ['secret', { [name]: 'x' }],
    ),
    ...['userPIN', 'APIKey', 'accessKeyId', 'X-Auth-Token'].map((name): [string, object] => [
      name === 'accessKeyId' ? 'extra' : 'secret',
      { [name]: 'x' },
    ]),
    ...['token_type', 'tokenType', 'nextPageToken', 'spin', 'secretary'].map((name): [string, object] => [
      'extra',
      { [name]: 'x' },
    ]),
  ])('reports an undeclared value as %s: %j', (rule, extra) => {
    const findings = checkBody(Item, { id: 1, name: 'a', ...extra })
    expect(new Set(findings.map((finding) => finding.rule))).toEqual(new Set([rule]))
  })

  test('reports an undeclared __proto__ key', () => {
    expect(checkBody(Item, JSON.parse('{"id":1,"name":"a","__proto__":{"x":1}}'))).toHaveLength(1)
  })
})

test('checkResponse reports an undeclared status, and checks a declared one by its schema', () => {
  const declared = endpoint({
    method: 'GET',
    path: '/x',
    auth: 'none',
    summary: '',
    responses: { 200: Item, 404: z.object({}) },
    evidence: { kind: 'assumed', why: 'a test' },
  })
  expect(checkResponse(declared, 418, {})).toEqual([
    { class: 'behaviour', rule: 'status', where: '$status', expected: '200 or 404', actual: '418', count: 1 },
  ])
  expect(checkResponse(declared, 404, {})).toEqual([])
  expect(checkResponse(declared, 200, {})).toHaveLength(2)
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

test('checks a recursive schema with rules at the maximum depth', () => {
  const Folder = z
    .object({
      name: z.string(),
      get inner(): z.ZodOptional<z.ZodUnion<readonly [z.ZodType, z.ZodString]>> {
        return z.union([Folder, z.string()]).optional()
      },
    })
    .refine(({ name }) => name !== '', { error: 'a name', path: ['name'] })
  let body: object = { name: '' }
  for (let depth = 1; depth < MAX_DEPTH; depth++) body = { name: 'a', inner: body }
  expect(checkBody(Folder, body)).toMatchObject([{ rule: 'relation', expected: 'a name' }])
})

test.each<[expected: string, schema: z.ZodType]>([
  ['string', z.string()],
  ['string or null', z.string().nullable()],
  ['email string', z.email()],
  ['string matching /^a/', z.string().regex(/^a/)],
  ['string matching /^id-\\d+$/', z.templateLiteral(['id-', z.string().regex(/^\d+$/)])],
  ['integer', z.int()],
  ['number', z.number().min(1)],
  ['number', z.number().max(9)],
  ['integer(1–9)', z.int().min(1).max(9)],
  ['"a" | "b"', z.enum(['a', 'b'])],
  ['1 | null', z.literal([1, null])],
  ['object', z.record(z.string(), z.int())],
  ['object', z.object({})],
  ['array', z.array(z.int())],
  ['any value', z.unknown()],
  ['any value', z.any()],
  ['boolean', z.boolean()],
  ['undefined', z.undefined()],
  ['string or integer', z.union([z.string(), z.int(), z.string()])],
])('describes an expected value as %s', (expected, schema) => {
  expect(describeExpected(describeSchema(schema))).toBe(expected)
})

const findingsFor = (schema: z.ZodType, body: unknown) =>
  checkBody(schema, body).map((finding) => `${finding.class} ${finding.rule} ${describeFinding(finding)}`)

test.each<[finding: string, schema: z.ZodType, body: unknown]>([
  ['breaking type $: expected object, got array', Item, [1]],
  ['breaking type $: expected array, got object', z.array(Item), {}],
  ['breaking type $: expected array or null, got object', z.array(Item).nullable(), {}],
  ['breaking null $: expected object, got null', z.record(z.string(), z.int()), null],
  ['breaking missing $: expected string or integer, got missing', z.union([z.string(), z.int()]), undefined],
  [
    'breaking type $: expected string or integer or null, got boolean',
    z.union([z.string(), z.int()]).nullable(),
    true,
  ],
  [
    'breaking format $: expected string with at least 1 character, got a shorter string',
    z.string().min(1),
    '',
  ],
  ['breaking format $: expected email string, got string in a different format', z.email(), 'ada'],
  ['breaking length $: expected array(2+), got array', z.array(z.int()).min(2), [1]],
  ['behaviour bounds $: expected integer(1–9), got 0', z.int().min(1).max(9), 0],
  ['behaviour bounds $: expected number >= 0, got -1', z.number().min(0), -1],
  ['behaviour bounds $: expected integer > 0, got 0', z.int().positive(), 0],
  ['behaviour bounds $: expected number <= 9.5, got 10', z.number().max(9.5), 10],
  ['behaviour enum-value $: expected 1, got 2', z.literal(1), 2],
  [
    'breaking format $: expected string with at most 2 characters, got a longer string',
    z.string().max(2, { error: 'too long' }),
    'abc',
  ],
  [
    'breaking format $: expected a file name, got string in a different format',
    z.string().refine(() => false, { error: 'a file name' }),
    '/',
  ],
  ['breaking missing $.more: expected any value, got missing', z.object({ more: z.unknown() }), {}],
  [
    'breaking length $.list: expected array(1+), got empty array',
    z.object({ list: z.array(z.int()).min(1) }).refine(() => true),
    { list: [] },
  ],
  ['breaking unsafe-number $: expected integer up to 2^53, got integer beyond 2^53', z.int(), 2 ** 53],
])('finds %s', (finding, schema, body) => {
  expect(findingsFor(schema, body)).toEqual([finding])
})

test('reports up to two hundred findings of a class, and that others are omitted', () => {
  const body = (size: number) =>
    Object.fromEntries(Array.from({ length: size }, (_, key) => [`k${key}`, 'x']))
  const omitted = (schema: z.ZodType, size: number) => findingsFor(schema, body(size)).slice(200)
  expect(omitted(z.object({}), 200)).toEqual([])
  expect(omitted(z.object({}), 201)).toEqual([
    'additive omitted $: expected findings at up to 200 paths, got more',
  ])
  const fields = Object.fromEntries(Object.keys(body(203)).map((key) => [key, z.int()]))
  expect(omitted(z.object(fields), 203)).toEqual([
    'breaking omitted $: expected findings at up to 200 paths, got more (3 times)',
  ])
})
