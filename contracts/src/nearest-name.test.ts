import { expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

test.each([
  ['prot', 'port'],
  ['TARGET', 'target'],
  ['tagret', 'target'],
  ['targ', 'target'],
  ['hsitroy', 'history'],
  ['bananas', null],
  ['', null],
  ['at', null],
])('the name that %j most likely means is %j', (given, meant) => {
  expect(nearestName(given, ['target', 'port', 'ports', 'history'])).toBe(meant)
})
