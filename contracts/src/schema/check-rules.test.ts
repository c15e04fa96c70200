import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkBody } from './check-body.ts'
import { describeFinding } from './finding.ts'

const findingsFor = (schema: z.ZodType, body: unknown) =>
  checkBody(schema, body).map((finding) => `${finding.class} ${finding.rule} ${describeFinding(finding)}`)

const Item = z.object({ id: z.int(), name: z.string().nullable(), price: z.number().optional() })

test('a rule of a whole object is checked only if the object is complete', () => {
  const Ruled = z
    .object({ id: z.int(), a: z.string().optional(), b: z.string().optional() })
    .refine(({ a, b }) => a !== undefined || b !== undefined, { error: 'a or b', path: ['a'] })
  expect(findingsFor(Ruled, { id: 1, b: 'x' })).toEqual([])
  expect(findingsFor(z.array(Ruled), [{ id: 1 }, { id: 2 }])).toEqual([
    'breaking missing $[].a: expected a or b, got missing (2 times)',
  ])
  expect(findingsFor(Ruled, {})).toEqual(['breaking missing $.id: expected integer, got missing'])
  expect(findingsFor(Ruled, { id: 1, a: 7 })).toEqual(['breaking type $.a: expected string, got integer'])
})

const isEven = { error: 'an even number' }
const even = (value: unknown) => typeof value !== 'number' || value % 2 === 0
const Pair = z.object({ a: z.int(), b: z.int() })
const differ = ({ a, b }: z.infer<typeof Pair>) => a !== b

test.each<[title: string, findings: string[], schema: z.ZodType, body: unknown]>([
  [
    'a record',
    ['$: expected no a, got object'],
    z.record(z.string(), z.int()).refine((it) => !('a' in it), 'no a'),
    { a: 1 },
  ],
  [
    'a union',
    ['$: expected an even number, got integer'],
    z.union([z.string(), z.int()]).refine(even, isEven),
    3,
  ],
  [
    'an optional value',
    ['$.n: expected an even number, got integer'],
    z.object({ n: z.int().optional().refine(even, isEven) }),
    { n: 3 },
  ],
  [
    'an absent value',
    ['$.n: expected a value, got missing'],
    z.object({
      n: z
        .int()
        .optional()
        .refine((n) => n !== undefined, 'a value'),
    }),
    {},
  ],
  [
    'a nullable value',
    ['$: expected no null, got null'],
    z
      .int()
      .nullable()
      .refine((n) => n !== null, 'no null'),
    null,
  ],
  [
    'a bound of an optional value',
    ['$: expected Too small: expected number to be >=5, got integer'],
    z
      .int()
      .optional()
      .check(z.gte(5) as never),
    3,
  ],
  [
    'a nullable object',
    ['$: expected a to differ, got object'],
    Pair.nullable().refine((it) => it === null || differ(it), 'a to differ'),
    { a: 1, b: 1 },
  ],
  [
    'a union of objects',
    ['$: expected a to differ, got object'],
    z.union([Pair, z.string()]).refine((it) => typeof it === 'string' || differ(it), 'a to differ'),
    { a: 1, b: 1 },
  ],
  [
    'an object in a union',
    ['$: expected a to differ, got object'],
    z.union([Pair.refine(differ, 'a to differ'), z.string()]),
    { a: 1, b: 1 },
  ],
  [
    'keys of a record',
    ['$.b: expected integer, got missing', '$.c: expected no such field, got integer'],
    z.record(z.enum(['a', 'b']), z.int()),
    { a: 1, c: 2 },
  ],
  [
    'keys of a partial record',
    ['$.c: expected no such field, got integer'],
    z.partialRecord(z.enum(['a', 'b']), z.int()),
    { a: 1, c: 2 },
  ],
  [
    'keys in a format',
    ['$.c: expected no such field, got integer'],
    z.record(z.string().regex(/^a/), z.int()),
    { a: 1, c: 2 },
  ],
  ['numbers as keys', [], z.record(z.number(), z.int()), { 7: 1 }],
  [
    'a value of another type',
    ['$: expected integer, got string'],
    z.int().optional().refine(even, isEven),
    'x',
  ],
  ['any value', ['$: expected an even number, got integer'], z.unknown().refine(even, isEven), 3],
])('checks the rules of %s', (_, findings, schema, body) => {
  expect(checkBody(schema, body).map(describeFinding)).toEqual(findings)
  expect(checkBody(z.array(schema), [body]).map(describeFinding)).toEqual(
    findings.map((finding) => finding.replace('$', '$[]')),
  )
})

test('values of an object that contradict each other are not missing', () => {
  const Range = z.object({ from: z.int(), to: z.int() })
  const Whole = Range.refine(({ from, to }) => from <= to, { error: 'from at most to' })
  const Field = Range.refine(({ from, to }) => from <= to, { error: 'at most to', path: ['from'] })
  const body = { from: 2, to: 1 }
  expect(findingsFor(Whole, body)).toEqual(['breaking relation $: expected from at most to, got object'])
  expect(findingsFor(Field, body)).toEqual(['breaking relation $.from: expected at most to, got integer'])
})

test('a rule that reports an issue of Zod about a field is a finding at the field', () => {
  const about = { origin: 'number', inclusive: true, message: 'at most b' } as const
  const Ordered = Pair.check(({ value, issues }) => {
    if (value.a > value.b)
      issues.push({ ...about, code: 'too_big', maximum: value.b, input: value, path: ['a'] })
  })
  expect(findingsFor(Ordered, { a: 1, b: 2 })).toEqual([])
  expect(findingsFor(z.array(Ordered), [{ a: 3, b: 2 }])).toEqual([
    'breaking relation $[].a: expected at most b, got integer',
  ])
  expect(findingsFor(Ordered, { a: 'x', b: 2 })).toEqual(['breaking type $.a: expected integer, got string'])
})

test('a missing field has no sample', () => {
  expect(checkBody(Item, { name: null })).toEqual([
    { class: 'breaking', rule: 'missing', where: '$.id', expected: 'integer', actual: 'missing', count: 1 },
  ])
})

test('a rule of a list that several rows violate is one finding', () => {
  const Rows = z.array(z.int()).superRefine((rows, { addIssue }) => {
    for (const at of rows.keys()) addIssue({ code: 'custom', message: 'unique', path: [at] })
  })
  expect(
    checkBody(
      Rows,
      Array.from({ length: 12 }, () => 7),
    ),
  ).toMatchObject([{ rule: 'relation', where: '$[]', expected: 'unique', count: 12 }])
})

test('a rule that fails or returns a promise is a finding, not an error', () => {
  const fails = 'a value for which the rule of its schema does not fail'
  const promises = 'a rule without a promise, because asynchronous rules are not supported'
  const failing = (value: unknown) => (value as { b: { c: number } }).b.c > 1
  expect(findingsFor(z.array(z.object({ a: z.int() }).refine(failing)), [{ a: 1 }, { a: 2 }])).toEqual([
    `breaking relation $[]: expected ${fails}, got object (2 times)`,
  ])
  expect(findingsFor(z.string().refine(failing), 'x')).toEqual([
    `breaking format $: expected ${fails}, got string in a different format`,
  ])
  expect(findingsFor(z.int().refine(failing), 1)).toEqual([
    `breaking relation $: expected ${fails}, got integer`,
  ])
  expect(
    findingsFor(
      z.string().refine(async () => true),
      'x',
    ),
  ).toEqual([`breaking format $: expected ${promises}, got string in a different format`])
  expect(
    findingsFor(
      Pair.superRefine(async () => {}),
      { a: 1, b: 2 },
    ),
  ).toEqual([`breaking relation $: expected ${promises}, got object`])
  expect(
    findingsFor(
      z.string().transform(async () => 1),
      'x',
    ),
  ).toEqual([`breaking relation $: expected ${promises}, got string`])
  expect(findingsFor(z.union([z.string().refine(failing), z.int()]), 'x')).toHaveLength(1)
})

test('a transform is checked by its input, which is visited', () => {
  const User = z.object({ id: z.string().transform(Number), at: z.iso.date().pipe(z.coerce.date()) })
  expect(
    findingsFor(
      User.transform(({ id }) => id),
      { id: 1, at: '2026-01-02', password: 'x' },
    ),
  ).toEqual([
    'breaking type $.id: expected string, got integer',
    'behaviour secret $.password: expected no such field, got string',
  ])
})
