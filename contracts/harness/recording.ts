import type { z } from 'zod'
import { describeShape, isPlainObject, lengthClass } from '../src/describe.ts'
import { innermost } from './zod-text.ts'

export type RecordingOptions = {
  /** A hash that only says "the same as there". */
  hash: (text: string) => string
  /** The names of fields that are kept as they are; every other key may be an e-mail address or a name. */
  declared: ReadonlySet<string>
}

/**
 * A body for keeping: every text a length class, personal ones a hash, keys that no contract declares a hash too,
 * lists cut to three. Numbers and booleans keep their kind only.
 */
export function recordingOf(value: unknown, options: RecordingOptions, key = '', depth = 0): unknown {
  const { hash, declared } = options
  if (depth > 8) return '…'
  if (typeof value === 'string') return PERSONAL.test(key) ? `hash ${hash(value)}` : lengthClass(value)
  if (typeof value === 'number' && PERSONAL.test(key)) return `hash ${hash(String(value))}`
  if (Array.isArray(value)) return value.slice(0, 3).map((each) => recordingOf(each, options, key, depth + 1))
  if (!isPlainObject(value)) return describeShape(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      declared.has(name) ? name : `hash ${hash(name)}`,
      recordingOf(inner, options, name, depth + 1),
    ]),
  )
}

/** Every field name that a schema declares, at any depth. */
export function declaredKeys(schema: z.core.$ZodType): Set<string> {
  const { def } = (innermost(schema) as z.core.$ZodTypes)._zod
  const all = (schemas: readonly z.core.$ZodType[]) => schemas.flatMap((each) => [...declaredKeys(each)])
  switch (def.type) {
    case 'object':
      return new Set([...Object.keys(def.shape), ...all(Object.values(def.shape))])
    case 'array':
      return declaredKeys(def.element)
    case 'record':
      return declaredKeys(def.valueType)
    case 'union':
      return new Set(all(def.options))
    default:
      return new Set()
  }
}

/** Fields that say something of somebody. */
const PERSONAL =
  /name$|email|phone|number$|address|latitude|longitude|token|password|road|house|floor|note|reference/i
