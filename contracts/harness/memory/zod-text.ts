import type { z } from 'zod'
import type { SchemaNode } from '../../src/schema.ts'

/** Whether a schema accepts values of a kind. */
export function acceptsKind(node: SchemaNode, kind: string): boolean {
  switch (node.kind) {
    case 'union':
      return node.members.some((member) => acceptsKind(member, kind))
    case 'string':
    case 'enum':
      return kind === 'text'
    case 'number':
      return kind === 'whole number' || (kind === 'fraction' && !node.isInt)
    case 'boolean':
      return kind === 'boolean'
    case 'array':
      return kind === 'list'
    case 'object':
    case 'record':
      return kind === 'object'
    default:
      return true
  }
}

/** Zod's spelling of the types that a field had. */
export function zodOf(types: ReadonlySet<string>): string {
  const kinds = [...types]
  const one = (kind: string) =>
    ({
      text: 'z.string()',
      'whole number': 'z.int()',
      fraction: 'z.number()',
      boolean: 'z.boolean()',
      list: 'z.array(z.unknown())',
    })[kind] ?? 'z.record(z.string(), z.unknown())'
  const numbers = kinds.includes('whole number') && kinds.includes('fraction')
  const texts = [...new Set(kinds.filter((kind) => !(numbers && kind === 'whole number')).map(one))]
  if (texts.length === 0) return 'z.unknown()'
  return texts.length === 1 ? (texts[0] as string) : `z.union([${texts.join(', ')}])`
}

/** Zod's spelling of a declared field; a named part is called by its name. */
export function zodText(node: SchemaNode): string {
  const named = node.layers.findIndex(({ schema }) => nameOf(schema) !== undefined)
  const layer = node.layers[named]
  const base = layer ? (nameOf(layer.schema) as string) : typeText(node)
  const outside = node.layers.slice(0, layer ? named : -1).map(({ wrapper }) => `.${wrapper}()`)
  return base + outside.reverse().join('')
}

function nameOf(schema: z.core.$ZodType): string | undefined {
  return (schema as z.ZodType).meta?.()?.id
}

function typeText(node: SchemaNode): string {
  switch (node.kind) {
    case 'array':
      return `z.array(${zodText(node.element)})`
    case 'enum':
      return `z.enum([${node.values.map((each) => `'${each}'`).join(', ')}])`
    case 'union':
      return `z.union([${node.members.map(zodText).join(', ')}])`
    case 'number':
      return node.isInt ? 'z.int()' : 'z.number()'
    case 'other':
      return `z.${node.name}()`
    default:
      return `z.${node.kind}()`
  }
}
