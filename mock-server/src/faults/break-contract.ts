import { isPlainObject } from 'contracts/describe-value'
import { eachOf } from 'contracts/json-path'
import { describeSchema, memberFor, type SchemaNode } from 'contracts/schema'
import type { z } from 'zod'
import type { CONTRACT_BREAKS } from '../control/faults-contract.ts'
import type { RandomSource } from '../world/random-source.ts'

export type ContractBreak = (typeof CONTRACT_BREAKS)[number]

/** A place in a response where the contract can be violated in one way. */
type Break = { path: string; apply: () => void }

/**
 * Changes a body in one place so that it violates the schema. The place is the given one (`$.products[].price`) or random.
 * Returns an unchanged copy if there is no such place.
 */
export function breakContract(
  schema: z.ZodType,
  body: unknown,
  kind: ContractBreak,
  random: RandomSource,
  at: string | undefined,
): unknown {
  const root = { $: structuredClone(body) }
  const breaks: Break[] = []
  collect(describeSchema(schema), root, '$', '$', kind, breaks)
  const fitting = at === undefined ? breaks : breaks.filter((each) => each.path === at)
  // A given place is changed in every element, a random one in a single element.
  if (at !== undefined) for (const each of fitting) each.apply()
  else fitting[Math.floor(random.fraction() * fitting.length)]?.apply()
  return root.$
}

type Holder = Record<string | number, unknown>

function collect(
  node: SchemaNode,
  holder: object,
  key: string | number,
  path: string,
  kind: ContractBreak,
  found: Break[],
) {
  const slot = holder as Holder
  const value = slot[key]
  const set = (next: unknown) => found.push({ path, apply: () => (slot[key] = next) })
  if ((value === undefined && node.optional) || (value === null && node.nullable)) return
  const isRequired = !node.nullable && path !== '$'
  switch (node.kind) {
    case 'union': {
      const member = memberFor(node.members, value)
      // Null violates a union only if no member accepts null.
      if (member)
        collect(node.nullable ? { ...member, nullable: true } : member, holder, key, path, kind, found)
      return
    }
    case 'object':
      if (!isPlainObject(value)) return
      for (const { name, step, node: inner } of node.fields) {
        if (!Object.hasOwn(value, name)) continue
        if (kind === 'missing-field' && !inner.optional)
          found.push({ path: path + step, apply: () => delete (value as Holder)[name] })
        collect(inner, value, name, path + step, kind, found)
      }
      break
    case 'array':
      if (!Array.isArray(value)) return
      if (kind === 'empty-list' && value.length > 0) set([])
      if (kind === 'missing-image' && /\.image$/.test(path)) set(['missing-on-purpose.webp'])
      for (const index of value.keys()) collect(node.element, value, index, eachOf(path), kind, found)
      break
    case 'enum':
      if (kind === 'unknown-enum') set('unheard_of')
      break
    case 'number':
      if (kind === 'number-as-text') set(String(value))
      break
    default:
      if (kind === 'missing-image' && /\.image$/.test(path)) set('missing-on-purpose.webp')
  }
  if (kind === 'null-in-required' && isRequired) set(null)
}
