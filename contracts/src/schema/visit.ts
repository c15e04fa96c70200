import type { z } from 'zod'
import { isPlainObject } from './describe-value.ts'
import { eachOf, pathStep } from './json-path.ts'
import { describeSchema, memberFor, type SchemaNode } from './schema.ts'

/** A declared place in a body: `holder[key]`, which is undefined for an absent field. */
export type Place = {
  /** The matching member of a union, or the union if none matches. `optional` and `nullable` come from the union. */
  node: SchemaNode
  /** The declared schema, which is the union of a member. */
  declared: SchemaNode
  holder: Record<string | number, unknown>
  key: string | number
  path: string
  /** What kind of container `holder` is. */
  of: 'body' | 'object' | 'array' | 'record'
  /** Whether the place is outside all lists or in the first item of each list around it. */
  isFirst: boolean
}

export type Visitor = {
  /** Called before the contents. Returns false to skip them, and `leave`. */
  enter?: (place: Place) => boolean | undefined
  /** Called after the contents. */
  leave?: (place: Place) => void
  /** Selects the member of a union. Defaults to the one that matches best. */
  memberOf?: (members: readonly SchemaNode[], place: Place) => SchemaNode | undefined
}

/**
 * Visits the declared values in a body, in preorder. Skips undeclared values. Checks, redaction, profiles and faults
 * use this function, so that they select the same union members.
 * @param root an object with the body at `$`, so that a visitor can replace the body
 * @example
 * visit(schema, { $: body }, { enter: ({ node, path }) => void console.log(path, node.kind) })
 */
export function visit(schema: z.core.$ZodType, root: { $: unknown }, visitor: Visitor): void {
  const { enter, leave, memberOf } = visitor
  const node = describeSchema(schema)
  visitPlace({ node, declared: node, holder: root, key: '$', path: '$', of: 'body', isFirst: true })

  function visitPlace(place: Place): void {
    if (place.node.kind === 'union') place.node = selected(place)
    if (enter?.(place) === false) return
    const { node, holder, key, path, isFirst } = place
    const value = holder[key]
    if (node.kind === 'object' && isPlainObject(value))
      for (const { name, step, node: inner } of node.fields)
        visitPlace(placeIn(inner, value, name, path + step, 'object', isFirst))
    else if (node.kind === 'record' && isPlainObject(value))
      for (const name of Object.keys(value))
        visitPlace(placeIn(node.value, value, name, path + pathStep(name), 'record', isFirst))
    else if (node.kind === 'array' && Array.isArray(value)) {
      const [items, itemPath] = [value as unknown as Place['holder'], eachOf(path)]
      for (let index = 0; index < value.length; index++)
        visitPlace(placeIn(node.element, items, index, itemPath, 'array', isFirst && index === 0))
    }
    leave?.(place)
  }

  function selected(place: Place): SchemaNode {
    const { node, holder, key } = place
    if (node.kind !== 'union') return node
    const member = memberOf ? memberOf(node.members, place) : memberFor(node.members, holder[key])
    if (!member) return node
    const flagged = { ...member, nullable: node.nullable || member.nullable, optional: node.optional }
    return member.kind === 'union' ? selected({ ...place, node: flagged }) : flagged
  }
}

function placeIn(
  node: SchemaNode,
  holder: Place['holder'],
  key: string | number,
  path: string,
  of: Place['of'],
  isFirst: boolean,
): Place {
  return { node, declared: node, holder, key, path, of, isFirst }
}
