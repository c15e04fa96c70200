import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../src/endpoint.ts'
import { findingAt } from '../../src/schema/finding.ts'
import { resultWith } from '../../test/results.ts'
import { addRun, profileRun, quantile, type RunProfile } from './profile.ts'

const list = endpoint({
  method: 'GET',
  path: '/a',
  responses: { 200: z.object({ kind: z.enum(['book', 'pen']), name: z.string() }) },
})
const runOf = (body: object, rule?: 'enum-value' | 'type') =>
  profileRun([
    resultWith({ body }, { endpoint: list, findings: rule ? [findingAt(rule, '$.kind', 'a', 'b')] : [] }),
  ]) as RunProfile
const BOOK = { kind: 'book', name: 'a' }

test('learns from a field with a new value, and not from one with another finding', () => {
  expect(Object.keys(runOf({ ...BOOK, kind: 'map' }, 'enum-value').fields)).toEqual(['$.kind', '$.name'])
  expect(Object.keys(runOf(BOOK, 'type').fields)).toEqual(['$.name'])
})

test('the first run of an endpoint begins its profile, and the earlier one remains as it was', () => {
  const first = addRun({}, { 'a.list': runOf(BOOK) })
  expect(first['a.list']).toMatchObject({
    ...{ kind: 'profile', endpoint: 'a.list', runs: 1, bytes: 2, latency: { samples: [90] } },
    fields: {
      '$.kind': { places: 1, values: ['"book"'], steady: ['"book"'] },
      '$.name': { forms: ['other'] },
    },
  })
  expect(first['a.list']?.fields['$.name']).not.toHaveProperty('steady')
  const both = addRun(
    { ...first, other: first['a.list'] as never },
    { 'a.list': runOf({ ...BOOK, kind: 'pen' }) },
  )
  expect(both['a.list']).toMatchObject({ runs: 2, fields: { '$.kind': { places: 2, steady: [] } } })
  expect(both.other).toBe(first['a.list'])
  expect(first['a.list']?.fields['$.kind']?.places).toBe(1)
})

test('a quantile is the sample at its position, and 0 if there is none', () => {
  const samples = [10, 9, 100]
  expect([0, 0.5, 0.67, 1].map((share) => quantile(samples, share))).toEqual([9, 10, 100, 100])
  expect([quantile([], 0.5), samples]).toEqual([0, [10, 9, 100]])
})
