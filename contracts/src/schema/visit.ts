import type { z } from 'zod'
import { describeSchema, fieldOf, findMember, type SchemaNode } from './describe-schema.ts'
import { isPlainObject } from './describe-value.ts'
import { ANY_KEY, eachOf } from './json-path.ts'

/** A declared position in a body: `holder[key]`, which is undefined for an absent field. */
export type Position = {
  /**
   * The matching member of a union, or the union if none matches. `isOptional` comes from the union, `isNullable` from
   * both.
   */
  node: SchemaNode
  /** The declared schema, which is the union of a member. */
  declared: SchemaNode
  holder: Record<string | number, unknown>
  key: string | number
  path: string
  /** The kind of container that `holder` is. */
  container: 'body' | 'object' | 'array' | 'record'
  /** Whether the position is outside all lists or in the first item of each list around it. */
  isFirst: boolean
}

export type Visitor = {
  /** Called before the contents. Returns false to skip them, and `leave`. */
  enter?: (position: Position) => boolean | undefined
  /** Called after the contents. */
  leave?: (position: Position) => void
  /** Selects the member of a union. Defaults to the one that matches best. */
  memberOf?: (members: readonly SchemaNode[], position: Position) => SchemaNode | undefined
}

/**
 * Visits the declared values in a body, in preorder. Skips undeclared values, except those with a catchall. Checks,
 * redaction, profiles and faults use this function, so that they select the same union members.
 * @param root an object with the body at `$`, so that a visitor can replace the body
 * @example
 * visit(schema, { $: body }, { enter: ({ node, path }) => void console.log(path, node.kind) })
 */
export function visit(schema: z.core.$ZodType, root: { $: unknown }, visitor: Visitor): void {
  const { enter, leave, memberOf } = visitor
  visitPosition(positionIn(schema, root, '$', '$', 'body', true))

  function visitPosition(position: Position): void {
    const { declared, holder, key, path, isFirst } = position
    if (declared.kind === 'union') {
      const { members, isNullable, isOptional } = declared
      const member = memberOf ? memberOf(members, position) : findMember(members, holder[key])
      if (member) position.node = { ...member, isNullable: isNullable || member.isNullable, isOptional }
    }
    if (enter?.(position) === false) return
    const { node } = position
    const value = holder[key]
    if (node.kind === 'object' && isPlainObject(value)) {
      for (const { name, step, schema: inner } of node.fields)
        visitPosition(positionIn(inner, value, name, path + step, 'object', isFirst))
      for (const name of node.catchall ? Object.keys(value) : [])
        if (node.catchall && !fieldOf(node, name))
          visitPosition(positionIn(node.catchall, value, name, path + ANY_KEY, 'record', isFirst))
    } else if (node.kind === 'record' && isPlainObject(value))
      for (const name of Object.keys(value))
        visitPosition(positionIn(node.value, value, name, path + ANY_KEY, 'record', isFirst))
    else if (node.kind === 'array' && Array.isArray(value)) {
      const [items, itemPath] = [value as unknown as Position['holder'], eachOf(path)]
      for (let index = 0; index < value.length; index++)
        visitPosition(positionIn(node.element, items, index, itemPath, 'array', isFirst && index === 0))
    }
    leave?.(position)
  }
}

function positionIn(
  schema: z.core.$ZodType,
  holder: Position['holder'],
  key: string | number,
  path: string,
  container: Position['container'],
  isFirst: boolean,
): Position {
  const node = describeSchema(schema)
  return { node, declared: node, holder, key, path, container, isFirst }
}
