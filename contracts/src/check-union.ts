import type { z } from 'zod'
import { isPlainObject } from './describe.ts'

export function fits(schema: z.core.$ZodType, value: unknown): boolean {
  return (schema as z.ZodType).safeParse(value).success
}

/**
 * The option of a union that a value was meant to be, or undefined when it is of none of their types.
 * Objects are told apart by their keys: an option is meant when most of the value's keys are its own, however
 * wrong their insides are. (Counting complaints would send a list of ten wrong products to the refusal beside it.)
 */
export function optionFor(options: readonly z.core.$ZodType[], value: unknown): z.core.$ZodType | undefined {
  const typed = options.filter((option) => isOfType(option, value))
  if (typed.length <= 1) return typed[0]
  if (!isPlainObject(value)) return typed.find((option) => fits(option, value)) ?? typed[0]
  let best: { option: z.core.$ZodType; known: number; lacking: number } | undefined
  for (const option of typed) {
    const { known, lacking } = overlap(option, value)
    if (!best || known > best.known || (known === best.known && lacking < best.lacking))
      best = { option, known, lacking }
  }
  return best?.option
}

/** How many of the value's keys an object schema knows, and how many of its own required keys are absent. */
function overlap(
  schema: z.core.$ZodType,
  value: Record<string, unknown>,
): { known: number; lacking: number } {
  const { def } = (unwrap(schema) as z.core.$ZodTypes)._zod
  if (def.type === 'union') {
    const inner = optionFor(def.options, value)
    return inner ? overlap(inner, value) : { known: 0, lacking: 0 }
  }
  if (def.type !== 'object') return { known: 0, lacking: 0 }
  const shape: Record<string, z.core.$ZodType> = def.shape
  // A list where an object is declared (or the reverse) is a sign of the other option: errors [] and errors {}.
  const known = Object.keys(value).filter(
    (key) => Object.hasOwn(shape, key) && isOfType(shape[key] as z.core.$ZodType, value[key]),
  ).length
  const named = Object.keys(value).filter((key) => Object.hasOwn(shape, key)).length
  const lacking = Object.entries(shape).filter(
    ([key, inner]) => !Object.hasOwn(value, key) && !fits(inner, undefined),
  ).length
  return { known: named + known / 100, lacking }
}

/** Whether the outermost type agrees; the inside may be as wrong as it likes. */
function isOfType(schema: z.core.$ZodType, value: unknown): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
      return value === undefined || isOfType(def.innerType, value)
    case 'nullable':
      return value === null || isOfType(def.innerType, value)
    case 'nonoptional':
    case 'readonly':
      return isOfType(def.innerType, value)
    case 'union':
      return def.options.some((option) => isOfType(option, value))
    case 'object':
    case 'record':
      return isPlainObject(value)
    case 'array':
      return Array.isArray(value)
    case 'string':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'enum':
      return Object.values(def.entries).some((each) => typeof each === typeof value)
    default:
      return fits(schema, value)
  }
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'optional' || def.type === 'nullable' || def.type === 'readonly'
    ? unwrap(def.innerType)
    : schema
}
