import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkBody, describeExpected } from './check-body.ts'
import { describeSchema } from './describe-schema.ts'

const Point = z.strictObject({ x: z.int(), y: z.number().optional() })
const Named = z.strictObject({ name: z.string().min(2).nullable() })

/** Schemas of all supported types. Objects are strict, because checkBody reports undeclared fields of all. */
const SCHEMAS: readonly z.ZodType[] = [
  z.string(),
  z.string().min(2).max(4),
  z.string().regex(/^\d+$/).nullable(),
  z.iso.date(),
  z.email().or(z.literal('')),
  z.int(),
  z.int().min(1).max(9),
  z.number().gt(0.5).multipleOf(5),
  z.coerce.number(),
  z.boolean().nullish(),
  z.null(),
  z.unknown(),
  z.enum(['cat', 'dog']),
  z.literal([1, 2, 'x']),
  z.templateLiteral(['id-', z.int()]),
  z.array(z.int().nullable()).min(2),
  z.array(Point),
  Point,
  Point.readonly().nullable(),
  Point.extend({ tag: z.string().default('none'), at: z.iso.date().prefault('2026-01-01') }),
  Point.partial().refine(({ x }) => x !== 1, 'not 1'),
  Point.and(z.strictObject({ name: z.string() })),
  Point.or(Named),
  z.union([z.array(Point), Named, z.string().max(3)]),
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('a'), x: z.int() }),
    z.strictObject({ kind: z.literal('b'), name: z.string() }),
  ]),
  z.strictObject({ id: z.int() }).catchall(z.array(z.int())),
  z.record(z.string(), z.int()),
  z.record(z.string().regex(/^[xy]$/), z.unknown()),
  z.record(z.enum(['x', 'y']), z.int()),
  z.partialRecord(z.enum(['x', 'y']), z.int()),
  z.lazy(() => Point),
  z.string().pipe(z.iso.date()),
  z.string().transform((text, context) => {
    if (text === 'cat') context.addIssue('no cat')
    return text.length
  }),
  z.strictObject({ x: z.string().transform(Number).optional(), name: Named.transform(({ name }) => name) }),
  z.strictObject({ name: z.undefined().optional(), x: z.never().optional() }),
]

const SCALARS = [null, true, 0, 1, 2, 10, 0.2, -3, '', 'x', 'cat', '12', 'id-4', 'a@b.example', '2026-02-03']
const VALUES: readonly unknown[] = [
  ...SCALARS,
  [],
  [1],
  [1, null],
  ['x', 2],
  [{ x: 1 }],
  [{ x: 2 }, { x: '2' }],
  [[]],
  ...SCALARS.flatMap((value) => [{ x: value }, { x: 2, y: value }, { name: value }, { x: 2, name: value }]),
  ...SCALARS.flatMap((value) => [
    { kind: value },
    { kind: 'a', x: value },
    { kind: 'b', name: value },
    { id: value, more: [1] },
  ]),
  {},
  { id: 1, more: [value()] },
  { x: {} },
  { x: 1, name: { name: 'Ada' } },
  { name: { name: 'A' } },
  { x: 3, tag: 1 },
  { x: 3, at: 'soon' },
  { x: 3, at: '2026-02-03' },
  { toString: 1 },
]

function value() {
  return 'text'
}

test.each(SCHEMAS.map((schema) => [describeExpected(describeSchema(schema)), schema] as const))(
  'reports something exactly if Zod rejects a value: %s',
  (_, schema) => {
    const different = VALUES.filter(
      (each) => schema.safeParse(each).success !== (checkBody(schema, each).length === 0),
    )
    expect(different).toEqual([])
  },
)
