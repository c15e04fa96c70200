import { z } from 'zod'
import { isPlainObject } from './describe-value.ts'
import { accepts, describeSchema, fieldOf, memberFor, type SchemaNode } from './schema.ts'

/** Privacy of a field: `secret` is never shown, `personal` only as a hash. */
export type Privacy = { keep: 'secret' | 'personal' }

/** Separate from Zod's global registry, so that generated documents do not contain these tags. */
const registry = z.registry<Privacy>()

/**
 * Marks a field that must never be shown, such as a password, token or code. trap: `.meta()` and `.max()` return a new
 * schema without the tag, so the tag must be added last.
 */
export function secret<S extends z.ZodType>(schema: S): S {
  registry.add(schema, { keep: 'secret' })
  return schema
}

/** Marks personal data, such as a name, phone number, address or location. */
export function personal<S extends z.ZodType>(schema: S): S {
  registry.add(schema, { keep: 'personal' })
  return schema
}

/** Returns the privacy of a field, including tags inside optional and nullable wrappers. */
export function privacyOf(node: SchemaNode): Privacy['keep'] | null {
  for (const schema of node.layers) {
    const tag = registry.get(schema as z.ZodType)
    if (tag) return tag.keep
  }
  return null
}

/**
 * Returns a copy of a value that is safe to show. Secrets become `***`, personal strings a short hash (equal strings
 * have equal hashes), and undeclared fields their type. Union members are selected as in a check.
 * @param hash injected, because browsers and Node have different hash functions
 */
export function redact(
  schema: z.core.$ZodType | undefined,
  value: unknown,
  hash: (text: string) => string,
): unknown {
  return redactNode(schema && describeSchema(schema), value)

  function redactNode(node: SchemaNode | undefined, inner: unknown): unknown {
    if (inner === null || inner === undefined) return inner
    if (!node) return `(${kindOf(inner)})`
    const keep = privacyOf(node)
    if (keep === 'secret') return '***'
    if (keep === 'personal') return `#${hash(JSON.stringify(inner))}`
    if (node.kind === 'union') return redactNode(memberFor(node.members, inner), inner)
    if (node.kind === 'array' && Array.isArray(inner))
      return inner.map((item) => redactNode(node.element, item))
    if (node.kind === 'record' && isPlainObject(inner)) return redactFields(inner, () => node.value)
    if (node.kind === 'object' && isPlainObject(inner))
      return redactFields(inner, (name) => fieldOf(node, name)?.node)
    // A value of the wrong type could contain anything, so only its type is shown.
    return accepts(node, inner) ? inner : `(${kindOf(inner)})`
  }

  function redactFields(object: object, nodeOf: (name: string) => SchemaNode | undefined): unknown {
    return Object.fromEntries(
      Object.entries(object).map(([name, inner]) => [name, redactNode(nodeOf(name), inner)]),
    )
  }
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}
