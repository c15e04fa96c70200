import { describeSchema, type SchemaNode } from 'contracts/schema'
import type { Dice } from 'mock-server/dice'
import type { z } from 'zod'

/** Texts that have broken servers before. */
const HOSTILE = [
  '',
  ' ',
  '\0',
  "' OR 1=1 --",
  '"; DROP TABLE orders; --',
  '../../../../etc/passwd',
  '%00',
  '%',
  '_',
  '*',
  '"',
  "''",
  'NEAR(',
  'a OR b AND NOT',
  '<script>alert(1)</script>',
  '{{origin}}',
  '$\u007b7*7}',
  'ŋŋŋ',
  '\u202e\ud83d\ude00',
  '\ud800',
  'x'.repeat(5000),
  '9'.repeat(400),
  '-1',
  '0',
  '1e309',
  'NaN',
  'null',
  'undefined',
  '__proto__',
  'constructor',
]

const ODD: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53 + 2,
  [],
  {},
  [[]],
  { a: { b: {} } },
  ...HOSTILE,
]

export function pick<T>(dice: Dice, list: readonly T[]): T {
  return list[Math.floor(dice.fraction() * list.length)] as T
}

export function hostileText(dice: Dice): string {
  return pick(dice, HOSTILE)
}

/** Something of anything: what no schema expects. */
export function oddValue(dice: Dice): unknown {
  return dice.fraction() < 0.02 ? nested(200) : pick(dice, ODD)
}

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { value }
  return value
}

/** A value that a schema mostly accepts; now and then, anywhere inside, one that it does not. */
export function valueFor(schema: z.core.$ZodType, dice: Dice, known: { productId: string }): unknown {
  return valueOfNode(describeSchema(schema))

  function valueOfNode(node: SchemaNode): unknown {
    if (dice.fraction() < 0.06) return oddValue(dice)
    if (node.optional && dice.fraction() < 0.4) return undefined
    if (node.nullable && dice.fraction() < 0.3) return null
    switch (node.kind) {
      case 'object': {
        const filled = node.fields.map(({ name, node: inner }): [string, unknown] => [
          name,
          name === 'product_id' ? known.productId : valueOfNode(inner),
        ])
        if (dice.fraction() < 0.1)
          filled.push([pick(dice, ['extra', '__proto__', 'constructor', 'toString']), oddValue(dice)])
        return Object.fromEntries(filled.filter(() => dice.fraction() > 0.04))
      }
      case 'array':
        return Array.from({ length: Math.floor(dice.fraction() * 4) }, () => valueOfNode(node.element))
      case 'union':
        return valueOfNode(pick(dice, node.members))
      case 'enum':
        return pick(dice, node.values)
      case 'literal':
        return node.values[0]
      case 'number':
        return pick(dice, [1, 2, 7, 100, 100_001, Math.floor(dice.fraction() * 600)])
      case 'boolean':
        return dice.fraction() < 0.5
      case 'string':
        return pick(dice, [...PLAUSIBLE, hostileText(dice)])
      default:
        return oddValue(dice)
    }
  }
}

const PLAUSIBLE = ['demo@kitabo.example', 'kitabo-demo', '0772123456', '1', '7', 'Home', 'book']
