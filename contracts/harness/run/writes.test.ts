import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../src/endpoint.ts'
import { findingAt } from '../../src/schema/finding.ts'
import { hostWith, resultWith } from '../../test/results.ts'
import type { CheckResult } from '../check-result.ts'
import { recordWrite, reportMissingEffects } from './writes.ts'

const responses = { 200: z.unknown() }
const list = endpoint({ method: 'GET', path: '/notes', readOnly: 'a list', responses })
const add = endpoint({ method: 'POST', path: '/notes', responses })
const effect = findingAt('effect', '$', 'the added note', 'no such row')
const mismatch = findingAt('type', '$', 'array', 'object')
const reads = { title: 'lists', status: 200, outputs: ['noteId'] }
const removes = { title: 'removes', status: 200, removes: 'note', inputs: ['other', 'noteId'] }

test.each<[hasEffect: boolean, what: string, read?: Partial<CheckResult>, removal?: Partial<CheckResult>]>([
  [true, 'the read lists no id of the data'],
  [false, 'the removal was sent', {}, { state: 'completed' }],
  [false, 'the step removes nothing', {}, { testCase: { ...removes, removes: undefined } as never }],
  [false, 'other data was written', {}, { testCase: { ...removes, removes: 'order' } }],
  [false, 'the read has no response', { state: 'error' }],
  [false, 'a write returns the id', { endpoint: add }],
  [false, 'the read has another finding', { findings: [mismatch] }],
  [false, 'the read returns other values', { testCase: { ...reads, outputs: ['name'] } }],
  [false, 'the read returns no values', { testCase: { title: 'lists', status: 200 } }],
])('written data that cannot be removed is a finding: %s, if %s', (hasEffect, _, read, removal) => {
  const results = [
    resultWith({}, { endpoint: list, testCase: reads, ...read }),
    resultWith({}, { endpoint: add, testCase: removes, state: 'skipped', ...removal }),
    resultWith({}, { endpoint: add, testCase: { ...removes, removes: 'order' }, state: 'skipped' }),
  ]
  const { host } = hostWith({}, [...results], () => {
    throw new Error('nothing is sent')
  })
  host.leftBehind.set('note', 'note 7')
  reportMissingEffects(host)
  const [first, ...others] = results as [CheckResult, ...CheckResult[]]
  expect(host.results).toEqual([hasEffect ? { ...first, findings: [effect] } : first, ...others])
})

test.each([
  ['throws', () => JSON.parse('')],
  ['returns nothing', () => undefined as never],
])('written data is described by its request if the function of the case %s', (_, text) => {
  const { host } = hostWith({}, [], () => {
    throw new Error('nothing is sent')
  })
  const testCase = { title: 'adds', status: 200, leaves: { what: 'note', text } }
  recordWrite(host, resultWith({}, { endpoint: add, testCase }))
  expect([...host.leftBehind]).toEqual([['note', 'data of POST /notes']])
})
