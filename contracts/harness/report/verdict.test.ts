import { expect, test } from 'vitest'
import { findingAt } from '../../src/schema/finding.ts'
import { resultWith } from '../../test/results.ts'
import type { CheckResult } from '../check-result.ts'
import type { Verdict } from './report.ts'
import { verdictOf } from './verdict.ts'

const finding = findingAt('type', '$.rows[].id', 'integer', 'string')
const body = { rows: [{ id: 1 }] }
const withFinding = (where: string, rule = finding.rule) =>
  resultWith({ body }, { findings: [{ ...finding, where, rule }] })

test.each<[verdict: Verdict, title: string, other: CheckResult | undefined, where?: string]>([
  ['provider drifted', 'a valid response', resultWith({ body })],
  ['provider drifted', 'another finding', withFinding('$.name')],
  ['provider drifted', 'another rule at the same path', withFinding(finding.where, 'null')],
  ['contract wrong', 'the same finding', withFinding(finding.where)],
  ['cannot tell', 'no response', undefined],
  ['cannot tell', 'a skipped case', resultWith({ body }, { state: 'skipped' })],
  ['cannot tell', 'an unreadable response', withFinding('$')],
  ['cannot tell', 'another status', withFinding('$status')],
  ['cannot tell', 'an empty list', resultWith({ body: { rows: [] } })],
  ['cannot tell', 'nulls instead of rows', resultWith({ body: { rows: [null] } })],
  ['provider drifted', 'no body, for the whole body', resultWith({ body: undefined }), '$'],
  ['provider drifted', 'no body, for a header', resultWith({ body: undefined }), '$headers.vary'],
])('a finding means %s if the other side has %s', (verdict, _, other, where = finding.where) => {
  expect(verdictOf({ ...finding, where }, other, 'provider')).toBe(verdict)
})

test('a regression of the provider needs no comparison, and an emulator’s finding is its own', () => {
  const slow = findingAt('observed-slow', '$time', 'a', 'b')
  expect(verdictOf(slow, undefined, 'provider')).toBe('provider drifted')
  expect(verdictOf(slow, undefined, 'emulator')).toBe('cannot tell')
  expect(verdictOf(finding, resultWith({ body }), 'emulator')).toBe('emulator drifted')
})
