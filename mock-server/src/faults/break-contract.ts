import { parsePath, valuesAt } from 'contracts/json-path'
import { type Position, visit } from 'contracts/visit'
import type { z } from 'zod'
import type { ContractBreak } from '../control-api/faults.ts'

/** The value of `at` that changes every possible position instead of one. */
const EVERYWHERE = '*'

/** Breaks a copy of a body at a path, at every possible position (`*`), or at a random one, if there is any. */
export function breakContract(
  schema: z.ZodType,
  body: unknown,
  { contract: kind, at }: ContractBreak,
  fraction: () => number,
): unknown {
  const root = { $: structuredClone(body) }
  const breaks: (() => void)[] = []
  visit(schema, root, {
    enter: (position) => {
      const isMeant = at === undefined || at === EVERYWHERE || at === position.path
      const apply = isMeant ? breakOf(kind, position) : null
      if (apply) breaks.push(apply)
      return true
    },
  })
  if (at !== undefined) for (const apply of breaks) apply()
  else breaks[Math.floor(fraction() * breaks.length)]?.()
  return root.$
}

/**
 * Sets the values at a path of the body; undefined removes them.
 * @returns the body, or the value itself for the path `$`
 */
export function setAtPath(body: unknown, path: string, value: unknown): unknown {
  const root = { $: body }
  const steps = [{ key: '$' }, ...parsePath(path)]
  const last = steps.pop()
  for (const holder of valuesAt(root, steps)) {
    if (last === undefined || holder === null || typeof holder !== 'object') continue
    if (Array.isArray(holder)) {
      if (!('each' in last)) continue
      if (value === undefined) holder.length = 0
      else holder.fill(value)
    } else if ('key' in last) {
      if (value === undefined) Reflect.deleteProperty(holder, last.key)
      // Trap: assignment to __proto__ creates no key.
      else
        Object.defineProperty(holder, last.key, {
          value,
          enumerable: true,
          configurable: true,
          writable: true,
        })
    }
  }
  return root.$
}

/** Returns a function that violates the contract at a position, or null if this violation is not possible there. */
function breakOf(kind: ContractBreak['contract'], position: Position): (() => void) | null {
  const { node, holder, key, path, container } = position
  const value = holder[key]
  const set = (next: unknown) => () => {
    holder[key] = next
  }
  if (value === undefined || container === 'record') return null
  if (kind === 'missing-field')
    return container === 'object' && !node.isOptional ? () => delete holder[key] : null
  if (node.kind === 'union' || (value === null && node.isNullable)) return null
  switch (kind) {
    case 'null-in-required':
      return node.isNullable || path === '$' ? null : set(null)
    case 'number-as-text':
      return node.kind === 'number' ? set(String(value)) : null
    case 'unknown-enum':
      return node.kind === 'enum' ? set('unheard_of') : null
    case 'empty-list':
      return Array.isArray(value) && node.kind === 'array' && value.length > 0 ? set([]) : null
    case 'missing-image':
      return container === 'object' && withMissingFiles(value) !== null && IMAGE_FIELD.test(String(key))
        ? () => hideImage(holder, String(key))
        : null
  }
}

/** Fields with the file names of images, or with their URLs. */
const IMAGE_FIELD = /(?:^|_)(?:images?|logo)(?:_fullpath)?$/

/** Replaces the files of an image in both of its fields, because a client may read either. */
function hideImage(holder: Position['holder'], key: string): void {
  const name = key.replace(/_fullpath$/, '')
  for (const field of [name, `${name}_fullpath`]) {
    const replaced = withMissingFiles(holder[field])
    if (replaced !== null) holder[field] = replaced
  }
}

/** Replaces the file in a name, a URL or a list of them. Returns null if the value names no file. */
function withMissingFiles(value: unknown): string | string[] | null {
  if (typeof value === 'string')
    return value === '' ? null : value.replace(/[^/]*$/, 'missing-on-purpose.webp')
  if (!Array.isArray(value) || value.length === 0 || value.some((each) => typeof each !== 'string'))
    return null
  return value.map((each: string) => each.replace(/[^/]*$/, 'missing-on-purpose.webp'))
}
