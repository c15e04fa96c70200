import type { z } from 'zod'
import { type Bounds, isWithin } from '../../src/bounds.ts'
import type { Contracts } from '../../src/contracts.ts'
import { type Finding, findingAt } from '../../src/schema/finding.ts'
import { parsePath } from '../../src/schema/json-path.ts'
import { privacyOf } from '../../src/schema/privacy.ts'
import { type Position, visit } from '../../src/schema/visit.ts'

/** Maximum difference between the clocks of the host and this machine. */
const CLOCK_TOLERANCE_MS = 86_400_000
const YEAR_2000 = Date.UTC(2000)

type BoundsTable = NonNullable<Contracts['bounds']>
/** A field's name and value. `at`: Unix time of the request in milliseconds. */
type Field = { name: string; value: unknown; at: number }

/** The check of each kind of bounds. Returns the valid range of a field whose value is outside it, else undefined. */
const EXPLANATIONS: {
  [Kind in keyof BoundsTable]-?: (table: Pick<BoundsTable, Kind>, field: Field) => string | undefined
} = {
  numbers: ({ numbers }, { name, value }) => {
    const bounds = Object.hasOwn(numbers, name) ? numbers[name] : undefined
    return bounds && explainOutOfBounds(value, bounds)
  },
  pastTimes: ({ pastTimes }, { name, value, at }) =>
    pastTimes.includes(name) ? explainOutsidePast(value, at) : undefined,
}

/**
 * Returns a finding for each declared field of a body whose value makes no sense, although its type is correct.
 * @param pathsWithFindings their values are not checked
 * @param at Unix time of the request in milliseconds; if it is NaN, no time counts as in the future
 */
export function checkBounds(
  schema: z.core.$ZodType,
  body: unknown,
  table: BoundsTable,
  { pathsWithFindings, at }: { pathsWithFindings: ReadonlySet<string>; at: number },
): Finding[] {
  const findings = new Map<string, Finding>()
  const enter = (position: Position): boolean => {
    const { holder, key, path, container } = position
    // The numbers of a record have the bounds of the record.
    const name = container === 'record' ? recordNameOf(path) : String(key)
    const field = { name, value: holder[key], at }
    const expected = Object.values(EXPLANATIONS)
      .map((explain) => explain(table, field))
      .find(Boolean)
    if (!expected || pathsWithFindings.has(path)) return true
    const earlier = findings.get(path)
    if (earlier) earlier.count++
    else findings.set(path, findingAt('bounds', path, expected, describePosition(position)))
    return true
  }
  visit(schema, { $: body }, { enter })
  return [...findings.values()]
}

function recordNameOf(path: string): string {
  const step = parsePath(path).at(-2)
  return step && 'key' in step ? step.key : ''
}

/** Returns the expected range if a number, or a text, is outside it; undefined for other values and an empty text. */
function explainOutOfBounds(value: unknown, bounds: Bounds): string | undefined {
  const hasBounds = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
  if (!hasBounds || isWithin(Number(value), bounds)) return undefined
  return `a number from ${bounds.map(formatNumber).join(' to ')}`
}

/** Returns the expected range if a time is before the year 2000 or later than the request. */
function explainOutsidePast(value: unknown, at: number): string | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  const isPast = time >= YEAR_2000 && !(time > at + CLOCK_TOLERANCE_MS)
  return Number.isNaN(time) || isPast ? undefined : 'a time after the year 2000 and not in the future'
}

/** Formats a number with commas, because the redactor takes long runs of digits for phone numbers. */
const formatNumber = (number: number) => number.toLocaleString('en', { maximumFractionDigits: 10 })

/** Returns the value, or its type if it is personal, such as a coordinate. */
function describePosition({ declared, node, holder, key }: Position): string {
  const isPersonal = (privacyOf(declared) ?? privacyOf(node)) !== null
  const value = holder[key]
  if (isPersonal) return Number.isNaN(Number(value)) ? 'other text' : 'another number'
  return typeof value === 'number' ? formatNumber(value) : JSON.stringify(value)
}
