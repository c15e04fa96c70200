import type { z } from 'zod'
import type { FAULT_KINDS } from './control/faults-contract.ts'
import type { Dice } from './dice.ts'

export type FaultKind = (typeof FAULT_KINDS)[number]

/** A place in an answer where the contract can be broken in one way. */
type Break = { path: string; apply: () => void }

/**
 * Breaks a body in one place, as the schema says it must not be. The place is the one asked for (`$.products[].price`)
 * or chosen by the dice. Answers the same body when there is no such place.
 */
export function breakContract(
  schema: z.ZodType,
  body: unknown,
  kind: FaultKind,
  dice: Dice,
  at: string | undefined,
): unknown {
  const root = { $: structuredClone(body) }
  const breaks: Break[] = []
  collect(schema, root, '$', '$', kind, breaks)
  const fitting = at === undefined ? breaks : breaks.filter((each) => each.path === at)
  // A place asked for by name breaks in every element; one chosen by chance in one.
  if (at !== undefined) for (const each of fitting) each.apply()
  else fitting[Math.floor(dice.fraction() * fitting.length)]?.apply()
  return root.$
}

type Holder = Record<string | number, unknown>

function collect(
  schema: z.core.$ZodType,
  holder: object,
  key: string | number,
  path: string,
  kind: FaultKind,
  found: Break[],
) {
  const slot = holder as Holder
  const value = slot[key]
  const set = (next: unknown) => found.push({ path, apply: () => (slot[key] = next) })
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
      if (value !== undefined) collect(def.innerType, holder, key, path, kind, found)
      return
    case 'nullable':
      // Null is allowed here; every other way to break it is not.
      if (value !== null && kind !== 'null-in-required')
        collect(def.innerType, holder, key, path, kind, found)
      else if (value !== null && isContainer(def.innerType))
        collect(def.innerType, holder, key, path, kind, found)
      return
    case 'union': {
      const fitting = def.options.find((option) => (option as z.ZodType).safeParse(value).success)
      if (fitting) collect(fitting, holder, key, path, kind, found)
      return
    }
    case 'object':
      if (value === null || typeof value !== 'object') return
      for (const [name, inner] of Object.entries(def.shape as Record<string, z.core.$ZodType>)) {
        if (!Object.hasOwn(value, name)) continue
        const required = !(inner as z.ZodType).safeParse(undefined).success
        if (kind === 'missing-field' && required) {
          found.push({ path: `${path}.${name}`, apply: () => delete (value as Holder)[name] })
        }
        collect(inner, value, name, `${path}.${name}`, kind, found)
      }
      if (kind === 'null-in-required' && path !== '$') set(null)
      return
    case 'array':
      if (!Array.isArray(value)) return
      if (kind === 'empty-list' && value.length > 0) set([])
      if (kind === 'missing-image' && /\.image$/.test(path)) set(['missing-on-purpose.webp'])
      for (const index of value.keys()) collect(def.element, value, index, `${path}[]`, kind, found)
      if (kind === 'null-in-required' && path !== '$') set(null)
      return
    case 'enum':
      if (kind === 'unknown-enum') set('unheard_of')
      if (kind === 'null-in-required') set(null)
      return
    case 'number':
      if (kind === 'number-as-text') set(String(value))
      if (kind === 'null-in-required') set(null)
      return
    default:
      if (kind === 'null-in-required') set(null)
      if (kind === 'missing-image' && /\.image$/.test(path)) set('missing-on-purpose.webp')
  }
}

function isContainer(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'object' || def.type === 'array'
}
