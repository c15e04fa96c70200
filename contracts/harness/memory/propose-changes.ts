import type { z } from 'zod'
import { eachOf, parentOf } from '../../src/json-path.ts'
import { accepts, describeSchema, type SchemaNode } from '../../src/schema.ts'
import { type BodyCounts, type FieldCounts, often } from './count-fields.ts'
import type { Often } from './records.ts'
import { acceptsKind, zodOf, zodText } from './zod-text.ts'

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
