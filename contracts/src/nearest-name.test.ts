import { expect, test } from 'vitest'
import { editDistance, nearestName } from './nearest-name.ts'

test.each([
  ['prot', 'port'],
  ['TARGET', 'target'],
  ['tagret', 'target'],
  ['targ', 'target'],
  ['hsitroy', 'history'],
  ['ports', 'ports'],
  ['poxxs', 'ports'],
  ['bananas', null],
  ['', null],
  ['at', null],
])('the name that %j most likely means is %j', (given, meant) => {
  expect(nearestName(given, ['target', 'port', 'ports', 'history'])).toBe(meant)
})

test.each([
  ['', 'abc', 3],
  ['abc', 'abc', 0],
  ['ab', 'ba', 1],
  ['ab', 'cd', 2],
  ['abx', 'bay', 2],
  ['xab', 'yba', 2],
  ['abcd', 'badc', 2],
  ['abab', 'cbad', 2],
  ['ca', 'abc', 3],
])('from %j to %j takes %i edits', (from, to, count) => {
  expect(editDistance(from, to)).toBe(count)
})
