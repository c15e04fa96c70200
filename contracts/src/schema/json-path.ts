import { describeKey, isPlainObject } from './describe-value.ts'

// JSON paths in findings, reports and fault requests: `$.products[].price`. `[]` stands for all items of a list and
// `[3]` for a single one, `.*` for all values of an object with any keys. Keys that are not plain words are quoted:
// `$["a key"]`.

/** A step of a path: a key, a list index, all items of a list, or all values of an object. */
export type PathStep = { key: string } | { each: true } | { anyKey: true }

/** The step of the values of an object with any keys. */
export const ANY_KEY = '.*'

/** Returns `.price`, or `["a key"]`. Keys longer than 60 characters are replaced by a description. */
export function pathStep(key: string): string {
  return /^[\w$-]{1,60}$/.test(key) ? `.${key}` : `[${JSON.stringify(describeKey(key))}]`
}

/** Returns the path of all items of a list. */
export function eachOf(path: string): string {
  return `${path}[]`
}

/** Formats keys and list positions as a path: `['items', 3, 'price']` is `$.items[3].price`. */
export function formatPath(keys: readonly PropertyKey[], start = '$'): string {
  return keys.reduce<string>(
    (path, key) => path + (typeof key === 'number' ? `[${key}]` : pathStep(String(key))),
    start,
  )
}

const partsOf = (path: string): readonly string[] =>
  path.slice(1).match(/\[\]|\[\d+\]|\["(?:[^"\\]|\\.)*"\]|\.[\w$-]+|\.\*/g) ?? []

/** Returns the steps of a path after `$`. */
export function parsePath(path: string): PathStep[] {
  return partsOf(path).map((part): PathStep => {
    if (part === '[]') return { each: true }
    if (part === ANY_KEY) return { anyKey: true }
    if (part.startsWith('.')) return { key: part.slice(1) }
    return { key: String(JSON.parse(part.slice(1, -1))) }
  })
}

/** Returns all values at a path. Objects without the key are skipped. */
export function valuesAt(root: unknown, steps: readonly PathStep[]): unknown[] {
  let values: unknown[] = [root]
  for (const step of steps) {
    values = values.flatMap((value) => {
      if ('each' in step) return Array.isArray(value) ? value : []
      if ('anyKey' in step) return isPlainObject(value) ? Object.values(value) : []
      return value !== null && typeof value === 'object' && Object.hasOwn(value, step.key)
        ? [(value as Record<string, unknown>)[step.key]]
        : []
    })
  }
  return values
}

/** Whether one of two paths contains the other: `$.rows[]` contains `$.rows[].id`. */
export function overlaps(path: string, other: string): boolean {
  // The root of a path outside the body is a different one: `$headers.vary`.
  const [parts = [], otherParts = []] = [path, other].map((each) => [
    ...(/^\$\w*/.exec(each) ?? []),
    ...partsOf(each),
  ])
  const isEqual = (part: string, at: string) =>
    part === at || (part !== '[]' && at !== '[]' && (part === ANY_KEY || at === ANY_KEY))
  const length = Math.min(parts.length, otherParts.length)
  return parts.slice(0, length).every((part, index) => isEqual(part, otherParts[index] as string))
}
