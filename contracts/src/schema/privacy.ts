import { z } from 'zod'
import { accepts, fieldOf, type SchemaNode } from './describe-schema.ts'
import { isPlainObject } from './describe-value.ts'
import { visit } from './visit.ts'

/** Privacy of a field: `secret` is never shown, `personal` only as a hash. */
export type Privacy = { level: 'secret' | 'personal' }

/** Separate from Zod's global registry, so that generated documents do not contain these tags. */
const registry = z.registry<Privacy>()

/**
 * Marks a field that must never be shown, such as a password, token or code. Trap: `.meta()` and `.max()` return a new
 * schema without the tag, so the tag must be added last.
 */
export function secret<S extends z.ZodType>(schema: S): S {
  registry.add(schema, { level: 'secret' })
  return schema
}

/** Marks personal data, such as a name, phone number, address or location. */
export function personal<S extends z.ZodType>(schema: S): S {
  registry.add(schema, { level: 'personal' })
  return schema
}

/** Returns the privacy of a field, including tags inside optional and nullable wrappers. */
export function privacyOf(node: SchemaNode): Privacy['level'] | null {
  for (const schema of node.layers) {
    const tag = registry.get(schema as z.ZodType)
    if (tag) return tag.level
  }
  return null
}

/**
 * Returns a copy of a value that is safe to show. Secrets become `***`, personal strings a short hash (equal strings
 * have equal hashes), and undeclared fields their type. Union members are selected as in a check.
 * @param hash injected, because browsers and Node have different hash functions
 */
export function maskBySchema(
  schema: z.core.$ZodType | undefined,
  value: unknown,
  hash: (text: string) => string,
): unknown {
  if (value === null || value === undefined) return value
  if (!schema) return `(${kindOf(value)})`
  const root = { $: structuredClone(value) }
  visit(schema, root, {
    enter: ({ node, declared, holder, key }) => {
      const inner = holder[key]
      if (inner === null || inner === undefined) return false
      const level = privacyOf(declared) ?? privacyOf(node)
      if (level === 'secret') holder[key] = '***'
      else if (level === 'personal') holder[key] = `#${hash(JSON.stringify(inner))}`
      else if (node.kind === 'object' && isPlainObject(inner)) {
        for (const name of node.catchall ? [] : Object.keys(inner))
          if (!fieldOf(node, name)) hideField(inner, name)
        return true
      } else if (node.kind === 'array' && Array.isArray(inner)) return true
      else if (node.kind === 'record' && isPlainObject(inner)) return true
      // A value of an undeclared or of the wrong type could contain anything, so only its type is shown.
      else if (node.kind === 'unknown' || !accepts(node, inner)) holder[key] = `(${kindOf(inner)})`
      return false
    },
  })
  return root.$
}

/** Replaces an undeclared field by its type. Trap: an assignment to __proto__ changes no field. */
function hideField(object: Record<string, unknown>, name: string): void {
  const value = object[name]
  if (value === null || value === undefined) return
  Object.defineProperty(object, name, { value: `(${kindOf(value)})` })
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}
