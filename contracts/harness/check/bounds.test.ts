import { expect, test } from 'vitest'
import { z } from 'zod'
import { providerContracts } from '../../cases/provider.ts'
import { BOUNDS, PAST_TIMES } from '../../src/bounds.ts'
import { describeSchema } from '../../src/schema/describe-schema.ts'
import { describeFinding } from '../../src/schema/finding.ts'
import { personal } from '../../src/schema/privacy.ts'
import { checkBounds } from './bounds.ts'

const Body = z.object({
  price: z.number(),
  discount_percentage: z.union([z.number(), z.string()]).nullish(),
  latitude: personal(z.string()).nullable(),
  longitude: personal(z.union([z.number(), z.string()])),
  created_at: z.string().nullable(),
  rating_group_count: z.record(z.string(), z.number()),
  rows: z.array(z.object({ price: z.number() })),
})
const healthy = {
  price: 0,
  discount_percentage: '100',
  latitude: '-0.3476',
  longitude: '32.5825',
  created_at: '2024-03-14T09:26:53.000000Z',
  rating_group_count: { 5: 2 },
  rows: [{ price: 5 }],
}
const TABLE = { numbers: BOUNDS, pastTimes: PAST_TIMES }
const AT = Date.UTC(2026, 0, 31)
const findingsFor = (change: object) =>
  checkBounds(Body, { ...healthy, ...change }, TABLE, { pathsWithFindings: new Set(), at: AT }).map(
    describeFinding,
  )

test('accepts values at their bounds, null, an empty text, and fields that are not in the table', () => {
  expect(findingsFor({})).toEqual([])
  expect(findingsFor({ price: 100_000_000, latitude: '', created_at: null })).toEqual([])
  expect(findingsFor({ discount_percentage: null, latitude: '90' })).toEqual([])
  expect(findingsFor({ created_at: 'yesterday' })).toEqual([])
  expect(findingsFor({ created_at: '2000-01-01T00:00:00.000Z' })).toEqual([])
  // A number has a finding of its type, although it could be parsed as a year.
  expect(findingsFor({ created_at: 1950 })).toEqual([])
  const positive = { numbers: { latitude: [1, 90] as const }, pastTimes: [] }
  for (const latitude of ['', ' '])
    expect(
      checkBounds(Body, { ...healthy, latitude }, positive, { pathsWithFindings: new Set(), at: AT }),
    ).toEqual([])
})

test('accepts times until a day after the request, because clocks differ', () => {
  expect(findingsFor({ created_at: '2026-01-31T23:00:00.000Z' })).toEqual([])
  expect(findingsFor({ created_at: '2026-02-01T01:00:00.000Z' })).toHaveLength(1)
})

test('accepts every time after the year 2000 if the time of the request is unknown', () => {
  const options = { pathsWithFindings: new Set<string>(), at: Number.NaN }
  expect(checkBounds(Body, { ...healthy, created_at: '2099-01-01' }, TABLE, options)).toEqual([])
  expect(checkBounds(Body, { ...healthy, created_at: '1970-01-01' }, TABLE, options)).toHaveLength(1)
})

test('reports no value that already has a finding', () => {
  const options = { pathsWithFindings: new Set(['$.price']), at: AT }
  expect(checkBounds(Body, { ...healthy, price: -1 }, TABLE, options)).toEqual([])
})

test.each<[finding: string, change: object]>([
  ['$.price: expected a number from 0 to 100,000,000, got -1', { price: -1 }],
  [
    '$.rows[].price: expected a number from 0 to 100,000,000, got -1 (2 times)',
    { rows: [{ price: -1 }, { price: 5 }, { price: -2 }] },
  ],
  ['$.price: expected a number from 0 to 100,000,000, got 100,000,001', { price: 100_000_001 }],
  ['$.discount_percentage: expected a number from 0 to 100, got "101"', { discount_percentage: '101' }],
  ['$.price: expected a number from 0 to 100,000,000, got -0.12345', { price: -0.12345 }],
  ['$.latitude: expected a number from -90 to 90, got another number', { latitude: '91' }],
  ['$.longitude: expected a number from -180 to 180, got another number', { longitude: '181' }],
  ['$.latitude: expected a number from -90 to 90, got other text', { latitude: '0,3476' }],
  [
    '$.created_at: expected a time after the year 2000 and not in the future, got "2099-01-01T00:00:00.000000Z"',
    { created_at: '2099-01-01T00:00:00.000000Z' },
  ],
  [
    '$.created_at: expected a time after the year 2000 and not in the future, got "1970-01-01T00:00:00.000000Z"',
    { created_at: '1970-01-01T00:00:00.000000Z' },
  ],
  [
    '$.rating_group_count.*: expected a number from 0 to 10,000,000, got -2',
    { rating_group_count: { 15: -2 } },
  ],
])('reports %s', (finding, change) => {
  expect(findingsFor(change)).toEqual([finding])
})

/** Numbers without bounds: ids, flags, positions, and values that the shop does not read. */
const UNBOUNDED =
  /(^|_)id$|^status$|^is_|^position$|^self_pickup$|_status$|^checked$|^dm_|^(google|facebook)$|^tax$|^offset$|^limit$|^ecommerce_phone$|^min_version$/

test('the table has every amount, rate, count, coordinate and time of the responses', () => {
  const missing = new Set<string>()
  const walk = (schema: z.core.$ZodType, name: string): void => {
    const node = describeSchema(schema)
    if (node.kind === 'object') for (const field of node.fields) walk(field.schema, field.name)
    else if (node.kind === 'array') walk(node.element, name)
    else if (node.kind === 'record') walk(node.value, name)
    else if (node.kind === 'union') for (const member of node.members) walk(member.schema, name)
    const isBounded = node.kind === 'number' && node.minimum !== undefined && node.maximum !== undefined
    const isNumber = node.kind === 'number' && !isBounded
    const isKnown = Object.hasOwn(BOUNDS, name) || PAST_TIMES.includes(name) || UNBOUNDED.test(name)
    if ((isNumber || /_at$|itude$/.test(name)) && !isKnown) missing.add(name)
  }
  for (const { responses } of Object.values(providerContracts.endpoints))
    for (const schema of Object.values(responses)) walk(schema, '')
  expect([...missing]).toEqual([])
})
