import { expect, test } from 'vitest'
import {
  describeFinding,
  findingAt,
  isWholeResponse,
  joinKinds,
  keepsTypes,
  leavesBodyIntact,
} from './finding.ts'
import { RULES, type Rule } from './rules.ts'

const finding = findingAt('type', '$.rows[].id', 'integer', 'string')

test('describes a finding, with its count if it occurred several times', () => {
  expect(describeFinding(finding)).toBe('$.rows[].id: expected integer, got string')
  expect(describeFinding({ ...finding, count: 2 })).toBe(
    '$.rows[].id: expected integer, got string (2 times)',
  )
})

test('undeclared fields and values leave the declared fields as the contract says', () => {
  expect(keepsTypes({ ...finding, class: 'additive' })).toBe(true)
  const rules = Object.keys(RULES) as Rule[]
  const keepingRules = rules.filter((rule) => keepsTypes({ ...finding, rule }))
  expect(keepingRules).toEqual(['bounds', 'enum-value', 'extra'])
})

test.each<[where: string, isWhole: boolean, isOutside: boolean]>([
  ['$', true, false],
  ['$status', true, false],
  ['$headers.etag', true, true],
  ['$redirect', true, false],
  ['$time', true, true],
  ['$connection', true, false],
  ['$.status', false, false],
  ['$.a$time', false, false],
  ['$timeline', false, false],
])(
  'a finding at %s is about the whole response: %s, and leaves its body intact: %s',
  (where, ...expected) => {
    expect([isWholeResponse(where), leavesBodyIntact(where)]).toEqual(expected)
  },
)

test('joins up to four kinds, each once', () => {
  expect(joinKinds('null', 'string')).toBe('null or string')
  expect(joinKinds('null or string', 'string')).toBe('null or string')
  expect(joinKinds('a or b or c', 'd')).toBe('a or b or c or d')
  expect(joinKinds('a or b or c or d', 'e')).toBe('a or b or c or d')
})
