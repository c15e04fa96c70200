import type { z } from 'zod'
import { eachOf, parentOf } from '../../src/json-path.ts'
import { accepts, describeSchema, type SchemaNode } from '../../src/schema.ts'
import { fieldKey, type Seen, type Statistics } from './statistics.ts'
import { acceptsKind, zodOf, zodText } from './zod-text.ts'

/** One line of the table: a path and how often it was there. */
export type FieldCount = {
  path: string
  of: number
  present: number
  nulls: number
  often: 'always' | 'sometimes' | 'never'
}

/** A change that the samples suggest, as a removed and an added line of the contract. */
export type Proposal = { path: string; from: string | null; to: string | null; why: string }

/** Always, sometimes, never for every declared or sent field, and the changes that follow. */
export function compare(
  schema: z.core.$ZodType,
  statistics: Statistics,
): { fields: FieldCount[]; proposals: Proposal[] } {
  const fields: FieldCount[] = []
  const proposals: Proposal[] = []
  const declaredObjects = new Set<string>()
  const seenPaths = new Set<string>()
  visit(describeSchema(schema), '$')
  for (const [key, seen] of statistics) {
    if (!key.endsWith('#') || seenPaths.has(key) || !isUnderDeclared(key)) continue
    const path = key.slice(0, -1)
    const of = statistics.get(parentOf(path))?.places ?? seen.present
    fields.push({
      path,
      of,
      present: seen.present,
      nulls: seen.nulls,
      often: seen.present === of ? 'always' : 'sometimes',
    })
    const tail = `${seen.nulls > 0 ? '.nullable()' : ''}${seen.present < of ? '.optional()' : ''}`
    proposals.push({
      path,
      from: null,
      to: `${zodOf(seen)}${tail}`,
      why: `sent ${seen.present} of ${of} times, not declared`,
    })
  }
  return { fields, proposals }

  function isUnderDeclared(key: string): boolean {
    const parent = parentOf(key.slice(0, -1))
    return declaredObjects.has(parent)
  }

  function wasSent(member: SchemaNode, path: string): boolean {
    if (member.kind !== 'object') return true
    return member.fields.some(({ step }) => statistics.has(fieldKey(path + step)))
  }

  function visit(node: SchemaNode, path: string): void {
    if (node.kind === 'array') visit(node.element, eachOf(path))
    if (node.kind === 'union') {
      // Of a refusal beside a success only what was sent counts: the other member is not "never" but elsewhere.
      for (const member of node.members) if (wasSent(member, path)) visit(member, path)
    }
    if (node.kind !== 'object') return
    if (!node.isOpen) declaredObjects.add(path)
    const of = statistics.get(path)?.places ?? 0
    for (const { step, node: inner } of node.fields) {
      const at = path + step
      const seen = statistics.get(fieldKey(at))
      seenPaths.add(fieldKey(at))
      const present = seen?.present ?? 0
      if (of > 0) {
        const often = present === of ? 'always' : present > 0 ? 'sometimes' : 'never'
        fields.push({ path: at, of, present, nulls: seen?.nulls ?? 0, often })
        const change = proposalFor(inner, seen, present, of)
        if (change) proposals.push({ path: at, ...change })
      }
      visit(inner, at)
    }
  }
}

function proposalFor(
  declared: SchemaNode,
  seen: Seen | undefined,
  present: number,
  of: number,
): Omit<Proposal, 'path'> | null {
  const from = zodText(declared)
  let to = from
  const why: string[] = []
  if (seen) {
    const fresh = declared.kind === 'enum' ? [...seen.words].filter((word) => !accepts(declared, word)) : []
    if (declared.kind === 'enum' && fresh.length > 0) {
      const all = [...declared.values, ...fresh]
      to = to.replace(/z\.enum\(\[[^\]]*\]\)/, `z.enum([${all.map((each) => `'${each}'`).join(', ')}])`)
      why.push(`new value ${fresh.join(', ')}`)
    }
    const unexpected = [...seen.kinds].filter((kind) => !acceptsKind(declared, kind))
    if (unexpected.length > 0) {
      to = zodOf(seen)
      why.push(`sent as ${unexpected.join(' and ')}`)
    }
    if (seen.nulls > 0 && !accepts(declared, null)) {
      to = to.endsWith('.optional()') ? to.replace(/\.optional\(\)$/, '.nullish()') : `${to}.nullable()`
      why.push(`null ${seen.nulls} of ${present} times`)
    }
  }
  if (present < of && !declared.optional) {
    to = `${to}.optional()`
    why.push(`absent ${of - present} of ${of} times`)
  }
  return why.length === 0 ? null : { from, to, why: why.join('; ') }
}
