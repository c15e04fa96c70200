import { describeKey } from './describe-value.ts'

/**
 * JSON paths as findings, reports and fault requests write them: `$.products[].price`. `[]` stands for every element
 * of a list, `[3]` for one of them, and a key that is no plain word is quoted: `$["a key"]`.
 */

/** One step of a path: a key (a list position is one too), or every element of a list. */
export type PathStep = { key: string } | { each: true }

/** `.price`, or `["a key"]`. A key of more than 60 characters is described and not repeated. */
export function pathStep(key: string): string {
  return /^[\w$-]{1,60}$/.test(key) ? `.${key}` : `[${JSON.stringify(describeKey(key))}]`
}

/** The path of the elements of a list. */
export function eachOf(path: string): string {
  return `${path}[]`
}

/** The path of the object that a field is in: `$.a` for `$.a.b`. */
export function parentOf(path: string): string {
  return path.replace(/(\.[\w$-]+|\["(?:[^"\\]|\\.)*"\])$/, '')
}

/** Formats keys and list positions as a path: `['items', 3, 'price']` is `$.items[3].price`. */
export function formatPath(keys: readonly PropertyKey[], start = '$'): string {
  return keys.reduce<string>(
    (path, key) => path + (typeof key === 'number' ? `[${key}]` : pathStep(String(key))),
    start,
  )
}

/** The steps of a path after its `$`. */
export function parsePath(path: string): PathStep[] {
  const parts = path.slice(1).match(/\[\]|\[\d+\]|\["(?:[^"\\]|\\.)*"\]|\.[\w$-]+/g) ?? []
  return parts.map((part): PathStep => {
    if (part === '[]') return { each: true }
    if (part.startsWith('.')) return { key: part.slice(1) }
    return { key: String(JSON.parse(part.slice(1, -1))) }
  })
}

/** Every value that the steps lead to; steps that lead nowhere are left out. */
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
