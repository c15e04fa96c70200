import { expect, test } from 'vitest'
import { nonEmpty } from './non-empty.ts'

test('gives a list with something in it, and throws where there is nothing', () => {
  expect(nonEmpty(new Set([1, 2]))).toEqual([1, 2])
  expect(() => nonEmpty([])).toThrow('the list is empty')
})
