import { isPlainObject } from '../../src/describe-value.ts'
import { eachOf, pathStep } from '../../src/json-path.ts'

/** What one JSON path held over all samples. */
export type Seen = {
  /** How many objects could have had it, and how many did. */
  places: number
  present: number
  nulls: number
  /** Kinds other than null: text, whole number, fraction, boolean, list, object. */
  kinds: Set<string>
  /** The words seen, while they are few enough to be an enumeration. */
  words: Set<string>
}

/** Statistics of one endpoint's bodies. */
export type Statistics = Map<string, Seen>

const MAX_WORDS = 12

export function addSample(statistics: Statistics, body: unknown): void {
  walk(statistics, body, '$', 0)
}

function walk(statistics: Statistics, value: unknown, path: string, depth: number): void {
  if (depth > 8) return
  if (Array.isArray(value)) {
    for (const item of value) walk(statistics, item, eachOf(path), depth + 1)
    return
  }
  if (!isPlainObject(value)) return
  const objects = statistics.get(path) ?? emptySeen()
  objects.places++
  statistics.set(path, objects)
  for (const [key, inner] of Object.entries(value)) {
    const at = path + pathStep(key)
    const seen = statistics.get(fieldKey(at)) ?? emptySeen()
    statistics.set(fieldKey(at), seen)
    seen.present++
    if (inner === null) seen.nulls++
    else seen.kinds.add(kindOf(inner))
    if (typeof inner === 'string' && /^[a-z][a-z_ -]{0,30}$/i.test(inner) && seen.words.size <= MAX_WORDS)
      seen.words.add(inner)
    walk(statistics, inner, at, depth + 1)
  }
}

/** A field has an entry of its own beside the one of the objects at its path. */
export function fieldKey(path: string): string {
  return `${path}#`
}

function emptySeen(): Seen {
  return { places: 0, present: 0, nulls: 0, kinds: new Set(), words: new Set() }
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') return Number.isInteger(value) ? 'whole number' : 'fraction'
  return typeof value === 'string' ? 'text' : typeof value
}
