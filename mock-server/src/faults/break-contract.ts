import { parsePath, valuesAt } from 'contracts/json-path'
import { type Place, visit } from 'contracts/visit'
import type { z } from 'zod'
import type { CONTRACT_BREAKS } from '../control/faults-contract.ts'
import type { RandomSource } from '../world/random-source.ts'

export type ContractBreak = (typeof CONTRACT_BREAKS)[number]

/**
 * Returns a copy of a body that violates the schema in one place: at the given path (`$.products[].price`) or a random
 * one. The copy is unchanged if there is no such place.
 */
export function breakContract(
  schema: z.ZodType,
  body: unknown,
  kind: ContractBreak,
  random: RandomSource,
  at: string | undefined,
): unknown {
  const root = { $: structuredClone(body) }
  const breaks: (() => void)[] = []
  visit(schema, root, {
    enter: (place) => {
      if (at === undefined || at === place.path) breaks.push(...[breakOf(kind, place) ?? []].flat())
      return true
    },
  })
  // A given path is changed in every list element, a random place in only one.
  if (at !== undefined) for (const apply of breaks) apply()
  else breaks[Math.floor(random.fraction() * breaks.length)]?.()
  return root.$
}

/**
 * Sets all places of a body at a JSON path to a value, or removes them if it is undefined. Modifies the body.
 * @returns the body, which is the value itself for the path `$`
 */
export function changePlaces(body: unknown, path: string, value: unknown): unknown {
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
      // trap: assignment to __proto__ creates no key.
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

/** Returns a function that violates the contract at a place, or null if this violation is not possible there. */
function breakOf(kind: ContractBreak, { node, holder, key, path, of }: Place): (() => void) | null {
  const value = holder[key]
  const set = (next: unknown) => () => {
    holder[key] = next
  }
  if (value === undefined || of === 'record') return null
  if (kind === 'missing-field') return of === 'object' && !node.optional ? () => delete holder[key] : null
  if (node.kind === 'union' || (value === null && node.nullable)) return null
  const isImage = path.endsWith('.image') && !['object', 'enum', 'number'].includes(node.kind)
  switch (kind) {
    case 'null-in-required':
      return node.nullable || path === '$' ? null : set(null)
    case 'number-as-text':
      return node.kind === 'number' ? set(String(value)) : null
    case 'unknown-enum':
      return node.kind === 'enum' ? set('unheard_of') : null
    case 'empty-list':
      return Array.isArray(value) && node.kind === 'array' && value.length > 0 ? set([]) : null
    case 'missing-image':
      return isImage
        ? set(node.kind === 'array' ? ['missing-on-purpose.webp'] : 'missing-on-purpose.webp')
        : null
  }
}
