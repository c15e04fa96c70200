import { expect, test } from 'vitest'
import { Results } from './results.ts'

const linesAfter = (add: (results: Results) => void) => {
  const results = new Results()
  add(results)
  return [results.hasPassed, ...results.lines()]
}

test('a run passes if nothing failed, and lists what was skipped', () => {
  expect(
    linesAfter((results) => {
      results.addCheck('types', true)
      results.addCheck('OpenAPI by Redocly', null)
      results.addTests('unit tests', true, { passed: 40, failed: 0, skipped: 0 })
      results.addEndToEnd('end to end', true, { passed: 7, failed: 0, flaky: 0, skipped: 3 })
    }),
  ).toEqual([
    true,
    'skipped OpenAPI by Redocly: 1',
    'skipped end to end: 3',
    '',
    '48 passed, 0 failed, 4 skipped',
  ])
})

test('a failed check fails the run', () => {
  expect(linesAfter((results) => results.addCheck('types', false))).toEqual([
    false,
    'FAILED  types: 1',
    '',
    '0 passed, 1 failed',
  ])
})

test('a test runner that ends without a report, or with an error although all tests passed, fails the run', () => {
  expect(linesAfter((results) => results.addTests('unit tests', true, {}))).toEqual([
    false,
    'FAILED  unit tests: 1',
    '',
    '0 passed, 1 failed',
  ])
  expect(linesAfter((results) => results.addTests('unit tests', false, { passed: 2 })).at(-1)).toBe(
    '2 passed, 1 failed',
  )
})

test('two end-to-end tests may pass on retry only, a third fails the run', () => {
  const withFlaky = (flaky: number) =>
    linesAfter((results) => results.addEndToEnd('end to end', true, { passed: 7, flaky }))
  expect(withFlaky(2)).toEqual([true, '', '9 passed, 0 failed'])
  expect(withFlaky(3)).toEqual([false, 'FAILED  end to end: 3', '', '7 passed, 3 failed'])
})
