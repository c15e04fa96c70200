import { expect, test } from 'vitest'
import { RefusedRequest, readJson } from './read-json.ts'

test.each(['', '{', 'text'])('reads %j as no body', (text) => {
  expect(readJson(text)).toBeUndefined()
})

test('removes the key __proto__ at every level', () => {
  expect(JSON.stringify(readJson('{"__proto__":{"a":1},"b":[{"__proto__":2,"c":3}]}'))).toBe(
    '{"b":[{"c":3}]}',
  )
})

test('accepts 64 levels and 10,000 values, and refuses more', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(readJson(nested(64))).toBeInstanceOf(Array)
  expect(() => readJson(nested(65))).toThrow(new RefusedRequest('The body is nested deeper than 64 levels.'))
  const list = (items: number) => JSON.stringify(Array(items).fill(1))
  // The list is a value, too.
  expect(readJson(list(9999))).toHaveLength(9999)
  expect(() => readJson(list(10_000))).toThrow(new RefusedRequest('A body may have at most 10000 values.'))
})
