import { expect, test } from 'vitest'
import { nonEmpty } from './non-empty.ts'

test('returns the items, and throws for an empty list', () => {
  expect(nonEmpty(new Set([1, 2]))).toEqual([1, 2])
  expect(() => nonEmpty([])).toThrow('the list is empty')
})
