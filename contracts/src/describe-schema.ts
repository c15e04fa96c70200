import type { SchemaNode } from './schema.ts'

/** What a schema asks for, in words: `text or null`, `"percent" | "amount"`. */
export function describeExpected(node: SchemaNode): string {
  return node.nullable ? `${describeType(node)} or null` : describeType(node)
}

/** What a schema asks for where the value is not null. */
export function describeType(node: SchemaNode): string {
  switch (node.kind) {
    case 'union':
      return [...new Set(node.members.map(describeExpected))].join(' or ')
    case 'enum':
    case 'literal':
      return node.values.map(quoted).join(' | ')
    case 'array':
      return 'a list'
    case 'object':
    case 'record':
      return 'an object'
    case 'string':
      return node.pattern ? `text like ${node.pattern}` : 'text'
    case 'number': {
      const { isInt, minimum, maximum } = node
      const kind = isInt ? 'a whole number' : 'a number'
      return minimum !== undefined && maximum !== undefined ? `${kind} from ${minimum} to ${maximum}` : kind
    }
    case 'boolean':
      return 'a boolean'
    case 'null':
    case 'unknown':
      return node.kind
    case 'other':
      return node.name
  }
}

function quoted(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}
