import { describeSchema, type SchemaNode } from 'contracts/schema'
import type { RandomSource } from 'mock-server/world/random-source'
import type { z } from 'zod'

/** Strings that have broken servers before. */
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
  'x'.repeat(15_500),
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
  9.3e18,
  'x'.repeat(900_000),
  [],
  {},
  [[]],
  { a: { b: {} } },
  ...HOSTILE,
]

export function pick<T>(random: RandomSource, list: readonly T[]): T {
  return list[Math.floor(random.fraction() * list.length)] as T
}

export function hostileText(random: RandomSource): string {
  return pick(random, HOSTILE)
}

/** Returns a value that is unlikely to match any schema. */
export function oddValue(random: RandomSource): unknown {
  return random.fraction() < 0.02 ? nested(200) : pick(random, ODD)
}

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { value }
  return value
}

/** Returns a value that usually matches the schema, but sometimes contains an invalid part. */
export function valueFor(
  schema: z.core.$ZodType,
  random: RandomSource,
  known: { productId: string },
): unknown {
  return valueOfNode(describeSchema(schema))

  function valueOfNode(node: SchemaNode): unknown {
    if (random.fraction() < 0.06) return oddValue(random)
    if (node.optional && random.fraction() < 0.4) return undefined
    if (node.nullable && random.fraction() < 0.3) return null
    switch (node.kind) {
      case 'object': {
        const filled = node.fields.map(({ name, node: inner }): [string, unknown] => [
          name,
          name === 'product_id' ? known.productId : valueOfNode(inner),
        ])
        if (random.fraction() < 0.1)
          filled.push([pick(random, ['extra', '__proto__', 'constructor', 'toString']), oddValue(random)])
        return Object.fromEntries(filled.filter(() => random.fraction() > 0.04))
      }
      case 'array':
        return Array.from({ length: Math.floor(random.fraction() * 4) }, () => valueOfNode(node.element))
      case 'union':
        return valueOfNode(pick(random, node.members))
      case 'enum':
        return pick(random, node.values)
      case 'literal':
        return node.values[0]
      case 'number':
        return random.fraction() < 0.05
          ? pick(random, [0.3, -90_000, 9.3e18, -9.3e18, 1e308])
          : pick(random, [1, 2, 7, 100, 100_001, Math.floor(random.fraction() * 600)])
      case 'boolean':
        return random.fraction() < 0.5
      case 'string':
        return pick(random, [...PLAUSIBLE, hostileText(random)])
      default:
        return oddValue(random)
    }
  }
}

const PLAUSIBLE = ['demo@kitabo.example', 'kitabo-demo', '0772123456', '1', '7', 'Home', 'book']
