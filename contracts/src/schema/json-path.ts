import { describeKey } from './describe-value.ts'

// JSON paths in findings, reports and fault requests: `$.products[].price`. `[]` stands for all items of a list and
// `[3]` for a single one. Keys that are not plain words are quoted: `$["a key"]`.

/** A step of a path: a key, a list index, or all items of a list. */
export type PathStep = { key: string } | { each: true }

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

/** Returns the steps of a path after `$`. */
export function parsePath(path: string): PathStep[] {
  const parts = path.slice(1).match(/\[\]|\[\d+\]|\["(?:[^"\\]|\\.)*"\]|\.[\w$-]+/g) ?? []
  return parts.map((part): PathStep => {
    if (part === '[]') return { each: true }
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
      return value !== null && typeof value === 'object' && Object.hasOwn(value, step.key)
        ? [(value as Record<string, unknown>)[step.key]]
        : []
    })
  }
  return values
}

/** Whether one of two paths contains the other: `$.rows[]` contains `$.rows[].id`. */
export function overlaps(path: string, other: string): boolean {
  const [outer, inner] = path.length < other.length ? [path, other] : [other, path]
  return inner.startsWith(outer) && /^(?:[.[]|$)/.test(inner.slice(outer.length))
}
