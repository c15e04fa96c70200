import type { z } from 'zod'
import { describeShape, isPlainObject, lengthClass } from '../../src/describe-value.ts'
import { describeSchema, type SchemaNode } from '../../src/schema.ts'

export type RecordingOptions = {
  /** A hash that only says "the same as there". */
  hash: (text: string) => string
  /** The names of fields that are kept as they are; every other key may be an e-mail address or a name. */
  declared: ReadonlySet<string>
}

/**
 * A body that may be stored: every text a length class, personal ones a hash, keys that no contract declares a hash too,
 * lists cut to three. Of numbers and booleans the kind is kept only.
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
  const names = new Set<string>()
  const visit = (node: SchemaNode): void => {
    if (node.kind === 'array') visit(node.element)
    else if (node.kind === 'record') visit(node.value)
    else if (node.kind === 'union') node.members.forEach(visit)
    else if (node.kind === 'object')
      for (const field of node.fields) {
        names.add(field.name)
        visit(field.node)
      }
  }
  visit(describeSchema(schema))
  return names
}

/** Fields that say something about a person. */
const PERSONAL =
  /name$|email|phone|number$|address|latitude|longitude|token|password|road|house|floor|note|reference/i
