import type { z } from 'zod'
import { fieldKey, type Seen, type Statistics } from './statistics.ts'
import { acceptsKind, innermost, zodOf, zodText } from './zod-text.ts'

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
  visit(schema, '$')
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

  function wasSent(option: z.core.$ZodType, path: string): boolean {
    const { def } = (innermost(option) as z.core.$ZodTypes)._zod
    if (def.type !== 'object') return true
    return Object.keys(def.shape).some((key) => statistics.has(fieldKey(`${path}.${key}`)))
  }

  function visit(node: z.core.$ZodType, path: string): void {
    const { def } = (innermost(node) as z.core.$ZodTypes)._zod
    if (def.type === 'array') visit(def.element, `${path}[]`)
    if (def.type === 'union') {
      // Of a refusal beside a success only what was sent counts: the other option is not "never" but elsewhere.
      for (const option of def.options) if (wasSent(option, path)) visit(option, path)
    }
    if (def.type !== 'object') return
    if (def.catchall === undefined) declaredObjects.add(path)
    const of = statistics.get(path)?.places ?? 0
    for (const [key, inner] of Object.entries(def.shape as Record<string, z.core.$ZodType>)) {
      const at = `${path}.${key}`
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

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('.'))
}

function proposalFor(
  declared: z.core.$ZodType,
  seen: Seen | undefined,
  present: number,
  of: number,
): Omit<Proposal, 'path'> | null {
  const from = zodText(declared)
  const accepts = (value: unknown) => (declared as z.ZodType).safeParse(value).success
  let to = from
  const why: string[] = []
  if (seen) {
    const { def } = (innermost(declared) as z.core.$ZodTypes)._zod
    const fresh = def.type === 'enum' ? [...seen.words].filter((word) => !accepts(word)) : []
    if (fresh.length > 0) {
      const all = [
        ...Object.values((def as unknown as { entries: Record<string, string> }).entries),
        ...fresh,
      ]
      to = to.replace(/z\.enum\(\[[^\]]*\]\)/, `z.enum([${all.map((each) => `'${each}'`).join(', ')}])`)
      why.push(`new value ${fresh.join(', ')}`)
    }
    const strange = [...seen.kinds].filter((kind) => !acceptsKind(innermost(declared), kind))
    if (strange.length > 0) {
      to = zodOf(seen)
      why.push(`sent as ${strange.join(' and ')}`)
    }
    if (seen.nulls > 0 && !accepts(null)) {
      to = to.endsWith('.optional()') ? to.replace(/\.optional\(\)$/, '.nullish()') : `${to}.nullable()`
      why.push(`null ${seen.nulls} of ${present} times`)
    }
  }
  if (present < of && !accepts(undefined)) {
    to = `${to}.optional()`
    why.push(`absent ${of - present} of ${of} times`)
  }
  return why.length === 0 ? null : { from, to, why: why.join('; ') }
}
