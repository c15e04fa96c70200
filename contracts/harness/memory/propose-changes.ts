import type { z } from 'zod'
import { eachOf, parentOf } from '../../src/schema/json-path.ts'
import { accepts, describeSchema, type SchemaNode } from '../../src/schema/schema.ts'
import { type BodyCounts, type FieldCount, type FieldCounts, fieldCount } from './count-fields.ts'

/** A proposed change to a contract, consisting of a removed line and an added line. */
export type Proposal = { path: string; from: string | null; to: string | null; why: string }

/**
 * Returns how often each field was present, and proposes changes so that the contract accepts all counted bodies.
 * @example
 * countBody(counts, describeSchema(schema), body)
 * proposeChanges(schema, counts).proposals // [{ path: '$[].title', from: 'z.string()', to: 'z.string().nullable()',
 * why: 'null 2 of 9 times' }]
 */
export function proposeChanges(
  schema: z.core.$ZodType,
  counts: BodyCounts,
): { fields: FieldCount[]; proposals: Proposal[] } {
  const fields: FieldCount[] = []
  const proposals: Proposal[] = []
  const closedObjects = new Set<string>()
  visit(describeSchema(schema), '$')
  for (const [path, field] of counts.fields) {
    if (field.isDeclared || !closedObjects.has(parentOf(path))) continue
    const row = fieldCount(counts, path, field)
    const { places, present, nulls } = row
    fields.push(row)
    const tail = `${nulls > 0 ? '.nullable()' : ''}${present < places ? '.optional()' : ''}`
    const why = `sent ${present} of ${places} times, not declared`
    proposals.push({ path, from: null, to: `${zodOf(field.types)}${tail}`, why })
  }
  return { fields, proposals }

  function visit(node: SchemaNode, path: string): void {
    if (node.kind === 'array') visit(node.element, eachOf(path))
    if (node.kind === 'union') {
      // Ignores union members that no body matched. Otherwise, the fields of an error body would be counted as missing
      // from successful responses.
      const wasSent = (member: SchemaNode) =>
        member.kind !== 'object' || member.fields.some(({ step }) => counts.fields.get(path + step)?.present)
      for (const member of node.members) if (wasSent(member)) visit(member, path)
    }
    if (node.kind !== 'object') return
    if (!node.isOpen) closedObjects.add(path)
    for (const { step, node: inner } of node.fields) {
      const field = counts.fields.get(path + step)
      if (field) {
        const row = fieldCount(counts, path + step, field)
        fields.push(row)
        const change = proposalFor(inner, field, row)
        if (change) proposals.push({ path: path + step, ...change })
      }
      visit(inner, path + step)
    }
  }
}

function proposalFor(
  declared: SchemaNode,
  counted: FieldCounts,
  { present, places }: FieldCount,
): Omit<Proposal, 'path'> | null {
  const from = zodText(declared)
  let to = from
  const why: string[] = []
  if (present > 0) {
    const fresh =
      declared.kind === 'enum' ? [...counted.words].filter((word) => !accepts(declared, word)) : []
    if (declared.kind === 'enum' && fresh.length > 0) {
      const all = [...declared.values, ...fresh]
      to = to.replace(/z\.enum\(\[[^\]]*\]\)/, `z.enum([${all.map((each) => `'${each}'`).join(', ')}])`)
      why.push(`new value ${fresh.join(', ')}`)
    }
    const unexpected = [...counted.types].filter((kind) => !acceptsKind(declared, kind))
    if (unexpected.length > 0) {
      to = zodOf(counted.types)
      why.push(`sent as ${unexpected.join(' and ')}`)
    }
    if (counted.nulls > 0 && !accepts(declared, null)) {
      to = to.endsWith('.optional()') ? to.replace(/\.optional\(\)$/, '.nullish()') : `${to}.nullable()`
      why.push(`null ${counted.nulls} of ${present} times`)
    }
  }
  if (present < places && !declared.optional) {
    to = `${to}.optional()`
    why.push(`absent ${places - present} of ${places} times`)
  }
  return why.length === 0 ? null : { from, to, why: why.join('; ') }
}

/** Whether a schema accepts values of a type, given by its name. */
export function acceptsKind(node: SchemaNode, kind: string): boolean {
  switch (node.kind) {
    case 'union':
      return node.members.some((member) => acceptsKind(member, kind))
    case 'string':
    case 'enum':
      return kind === 'string'
    case 'number':
      return kind === 'integer' || (kind === 'number' && !node.isInt)
    case 'boolean':
      return kind === 'boolean'
    case 'array':
      return kind === 'array'
    case 'object':
    case 'record':
      return kind === 'object'
    default:
      return true
  }
}

export function zodOf(types: ReadonlySet<string>): string {
  const kinds = [...types]
  const one = (kind: string) =>
    ({
      string: 'z.string()',
      integer: 'z.int()',
      number: 'z.number()',
      boolean: 'z.boolean()',
      array: 'z.array(z.unknown())',
    })[kind] ?? 'z.record(z.string(), z.unknown())'
  const isNumber = kinds.includes('number')
  const texts = [...new Set(kinds.filter((kind) => !(isNumber && kind === 'integer')).map(one))]
  if (texts.length === 0) return 'z.unknown()'
  return texts.length === 1 ? (texts[0] as string) : `z.union([${texts.join(', ')}])`
}

/** Formats a declared field as Zod source. Named schemas are referred to by name. */
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
