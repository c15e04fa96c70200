import { z } from 'zod'
import { isPlainObject } from './describe-value.ts'
import { accepts, describeSchema, fieldOf, memberFor, type SchemaNode } from './schema.ts'

/** What a field holds that others should not read: `secret` is never shown, `personal` only as a hash. */
export type Privacy = { keep: 'secret' | 'personal' }

/** Tags of fields. A registry of its own, so that no document repeats them. */
const registry = z.registry<Privacy>()

/**
 * A field whose value must never be shown: passwords, tokens, codes.
 * trap: a later `.meta()` or `.max()` makes another schema without the tag: tag last.
 */
export function secret<S extends z.ZodType>(schema: S): S {
  registry.add(schema, { keep: 'secret' })
  return schema
}

/** A field that says something about a person: names, numbers, addresses, places. */
export function personal<S extends z.ZodType>(schema: S): S {
  registry.add(schema, { keep: 'personal' })
  return schema
}

/** How a field is to be kept, looking through optional and nullable. */
export function privacyOf(node: SchemaNode): Privacy['keep'] | null {
  for (const { schema } of node.layers) {
    const tag = registry.get(schema as z.ZodType)
    if (tag) return tag.keep
  }
  return null
}

/**
 * A copy of a value that can be shown: secrets become `***`, personal texts a short hash (the same text, the same
 * hash), and what the schema does not know only its kind. Of a union the member counts that a check would choose.
 * @param hash makes a short text of a text; passed in, so that this runs in a browser and in Node
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
    // A number in a text's place and the like: not what the contract knows, so not shown either.
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
