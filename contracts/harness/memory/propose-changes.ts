import type { z } from 'zod'
import { eachOf, parentOf } from '../../src/schema/json-path.ts'
import { accepts, describeSchema, type SchemaNode } from '../../src/schema/schema.ts'
import { type BodyCounts, type FieldCounts, often } from './count-fields.ts'
import type { Often } from './records.ts'

/** One line of the table: a path and how often it was there. */
export type FieldCount = { path: string; of: number; present: number; nulls: number; often: Often }

/** A change that the samples suggest, as a removed and an added line of the contract. */
export type Proposal = { path: string; from: string | null; to: string | null; why: string }

/** Always, sometimes, never for every declared or sent field, and the changes that follow. */
export function proposeChanges(
  schema: z.core.$ZodType,
  { objects, fields: counted }: BodyCounts,
): { fields: FieldCount[]; proposals: Proposal[] } {
  const fields: FieldCount[] = []
  const proposals: Proposal[] = []
  const closedObjects = new Set<string>()
  visit(describeSchema(schema), '$')
  for (const [path, { isDeclared, present, nulls, types }] of counted) {
    if (isDeclared || !closedObjects.has(parentOf(path))) continue
    const of = objects.get(parentOf(path)) ?? present
    fields.push({ path, of, present, nulls, often: often(present, of) })
    const tail = `${nulls > 0 ? '.nullable()' : ''}${present < of ? '.optional()' : ''}`
    const why = `sent ${present} of ${of} times, not declared`
    proposals.push({ path, from: null, to: `${zodOf(types)}${tail}`, why })
  }
  return { fields, proposals }

  function visit(node: SchemaNode, path: string): void {
    if (node.kind === 'array') visit(node.element, eachOf(path))
    if (node.kind === 'union') {
      // Of a refusal and a success only the one that was sent counts: the other is not "never" but elsewhere.
      const wasSent = (member: SchemaNode) =>
        member.kind !== 'object' || member.fields.some(({ step }) => counted.get(path + step)?.present)
      for (const member of node.members) if (wasSent(member)) visit(member, path)
    }
    if (node.kind !== 'object') return
    if (!node.isOpen) closedObjects.add(path)
    const of = objects.get(path) ?? 0
    for (const { step, node: inner } of node.fields) {
      const at = path + step
      const field = counted.get(at)
      const present = field?.present ?? 0
      if (of > 0) {
        fields.push({ path: at, of, present, nulls: field?.nulls ?? 0, often: often(present, of) })
        const change = proposalFor(inner, field, present, of)
        if (change) proposals.push({ path: at, ...change })
      }
      visit(inner, at)
    }
  }
}

function proposalFor(
  declared: SchemaNode,
  counted: FieldCounts | undefined,
  present: number,
  of: number,
): Omit<Proposal, 'path'> | null {
  const from = zodText(declared)
  let to = from
  const why: string[] = []
  if (counted && present > 0) {
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
  if (present < of && !declared.optional) {
    to = `${to}.optional()`
    why.push(`absent ${of - present} of ${of} times`)
  }
  return why.length === 0 ? null : { from, to, why: why.join('; ') }
}

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
