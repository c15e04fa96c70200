import type { z } from 'zod'
import { describeSchema, type SchemaNode } from './describe-schema.ts'
import { ANY_KEY, eachOf } from './json-path.ts'

/** Types without contents, although `describeSchema` has no kind for them. */
const SUPPORTED = new Set(['undefined', 'void', 'never'])

const ADVICE: Record<string, string> = {
  intersection: 'only objects with different fields can be intersected; use extend',
  tuple: 'declare an array, for example with length',
  pipe: 'declare the type before preprocess',
}

/**
 * Finds a type in a response schema whose contents would not be checked, so that drift and secrets in them would be
 * missed.
 * @returns an explanation with its JSON path, or null
 */
export function findUnsupported(root: z.core.$ZodType): string | null {
  const visited = new Set<z.core.$ZodType>()
  return findIn(describeSchema(root), '$')

  function findIn(node: SchemaNode, path: string): string | null {
    const { kind, schema } = node
    if (visited.has(schema)) return null
    visited.add(schema)
    if (kind === 'other') return SUPPORTED.has(node.name) ? null : explain(node.name, path)
    // A coerced type accepts every value.
    if ((schema._zod.def as { coerce?: boolean }).coerce) return explain('coerce', path)
    for (const [inner, innerPath] of contentsOf(node, path)) {
      const explanation = findIn(inner, innerPath)
      if (explanation !== null) return explanation
    }
    return null
  }
}

function contentsOf(node: SchemaNode, path: string): [SchemaNode, path: string][] {
  const describeAt = (schema: z.core.$ZodType, at: string): [SchemaNode, string] => [
    describeSchema(schema),
    at,
  ]
  switch (node.kind) {
    case 'object': {
      const fields = node.fields.map(({ step, schema }) => describeAt(schema, path + step))
      return node.catchall ? [...fields, describeAt(node.catchall, path + ANY_KEY)] : fields
    }
    case 'array':
      return [describeAt(node.element, eachOf(path))]
    case 'record':
      return [describeAt(node.value, path + ANY_KEY)]
    case 'union':
      return node.members.map((member) => [member, path])
    default:
      return []
  }
}

function explain(name: string, path: string): string {
  return `${name} at ${path} is not supported: ${ADVICE[name] ?? 'declare the JSON type of the response'}`
}
