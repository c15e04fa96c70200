import type { Schema } from './document.ts'

const INDENT = '  '

/** A schema as people write one down: `{ id: integer, name?: string | null }`, one field a line. Named parts keep their name. */
export function schemaText(schema: Schema, indent = ''): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) as string
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.anyOf) return [...new Set(schema.anyOf.map((each) => schemaText(each, indent)))].join(' | ')
  if (schema.type === 'array') {
    const item = schemaText(schema.items ?? {}, indent)
    return /^[\w-]+$/.test(item) || item.startsWith('{') ? `${item}[]` : `(${item})[]`
  }
  if (schema.properties) {
    const fields = Object.entries(schema.properties)
    if (fields.length === 0) return '{}'
    const inner = indent + INDENT
    const lines = fields.map(([name, field]) => {
      const open = schema.required?.includes(name) ? '' : '?'
      const note = field.description ? `   // ${field.description}` : ''
      return `${inner}${name}${open}: ${schemaText(field, inner)}${note}`
    })
    return `{\n${lines.join('\n')}\n${indent}}`
  }
  if (schema.additionalProperties) return `map of ${schemaText(schema.additionalProperties, indent)}`
  if (schema.type === undefined) return 'anything'
  return [schema.type].flat().join(' | ')
}

/** The named parts that a schema is made of, those of its parts included, each once. */
export function namedParts(schema: unknown, all: Record<string, Schema>, seen = new Set<string>()): string[] {
  for (const [key, value] of Object.entries(schema ?? {})) {
    if (key === '$ref' && typeof value === 'string') {
      const name = value.split('/').at(-1) as string
      if (seen.has(name) || !all[name]) continue
      seen.add(name)
      namedParts(all[name], all, seen)
    } else if (value !== null && typeof value === 'object') namedParts(value, all, seen)
  }
  return [...seen]
}
