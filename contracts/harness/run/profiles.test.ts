import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../src/endpoint.ts'
import { findingAt } from '../../src/schema/finding.ts'
import { hostWith, responseWith, resultWith } from '../../test/results.ts'
import { addRun, type Profile, profileRun, type RunProfile } from '../check/profile.ts'
import type { CheckResult } from '../check-result.ts'
import { runProfiles } from './profiles.ts'

const list = endpoint({ method: 'GET', path: '/a', responses: { 200: z.array(z.string()) } })

/** A response with the given headers of those that a profile contains. */
const response = (headers: string[], ms = 10, body: unknown = ['a']) =>
  responseWith({
    body,
    ms,
    headers: new Map([['content-type', 'application/json'], ...headers.map((name) => [name, 'x'] as const)]),
  })
const BOTH = ['etag', 'vary']
const read = (headers: string[], change: Partial<CheckResult> = {}) =>
  resultWith(response(headers), { endpoint: list, request: {}, ms: 10, ...change })

function profileOf(name: string, runs = 3): Profile {
  const run = { [name]: profileRun([read(BOTH)]) as RunProfile }
  let profiles: Record<string, Profile> = {}
  for (let count = 0; count < runs; count++) profiles = addRun(profiles, run)
  return profiles[name] as Profile
}

/** Compares results with profiles of earlier runs, and repeats the reads with the given responses. */
async function compareWithProfiles(
  results: CheckResult[],
  again: ReturnType<typeof response>[],
  change = {},
) {
  const names = [...new Set(results.map(({ name }) => name))]
  const endpoints = Object.fromEntries(names.map((name) => [name, list]))
  const profiles = Object.fromEntries(names.map((name) => [name, { ...profileOf(name), ...change }]))
  const { host, sent } = hostWith(
    { endpoints },
    [...results],
    (_, number) => again[number - 1] ?? response([]),
  )
  const run = await runProfiles(host, profiles)
  return { run, sent: sent.length, added: host.results.slice(results.length) }
}

test('notes the regressions that fewer than two of three responses have', async () => {
  const { added } = await compareWithProfiles([read([])], [response(BOTH), response(BOTH)])
  expect(added[0]).toMatchObject({
    state: 'completed',
    findings: [],
    note: '$headers.etag missing in 1 of 3 responses; $headers.vary missing in 1 of 3 responses',
  })
  const later = await compareWithProfiles([read(['etag'])], [response(['vary']), response([])])
  expect(later.added[0]?.findings).toMatchObject([
    { where: '$headers.vary', responses: { with: 2, of: 3 } },
    { where: '$headers.etag', responses: { with: 2, of: 3 } },
  ])
  expect(later.added[0]?.note).toBeUndefined()
})

test('a slow response with another regression is requested three times, and counts if all are slow', async () => {
  const slowResponse = (ms: number) => response(['etag'], ms)
  const result = { ...read(['etag']), ms: 900 }
  const two = await compareWithProfiles([result], [slowResponse(10), slowResponse(900)])
  expect(two.sent).toBe(2)
  expect(two.added[0]?.findings.map(({ where }) => where)).toEqual(['$headers.vary'])
  expect(two.added[0]?.note).toBe('$time 900 ms in 2 of 3 responses')
  const three = await compareWithProfiles([result], [slowResponse(800), slowResponse(900)])
  expect(three.added[0]?.findings.map(({ where }) => where).sort()).toEqual(['$headers.vary', '$time'])
  expect(three.run['a.list']?.ms).toBe(800)
})

test('a repeated response that cannot be compared has no regression', async () => {
  const page = response([], 10, {})
  const { added } = await compareWithProfiles([read([])], [page, page])
  expect(added[0]?.findings).toEqual([])
  expect(added[0]?.note).toContain('$headers.etag missing in 1 of 3 responses')
})

test('the reads of up to eight endpoints are repeated', async () => {
  const results = Array.from({ length: 9 }, (_, index) => read([], { name: `list.${index}` }))
  const { sent, added } = await compareWithProfiles(results, [])
  expect(sent).toBe(16)
  expect(added.map(({ findings }) => findings[0]?.responses)).toEqual([
    ...Array(8).fill({ with: 3, of: 3 }),
    { with: 1, of: 1 },
  ])
})

test('a regression of a read that is not repeated is a note, unless repeated reads confirm its kind', async () => {
  const results = Array.from({ length: 9 }, (_, index) => read(BOTH, { name: `list.${index}`, ms: 900 }))
  const { sent, added } = await compareWithProfiles(results, Array(16).fill(response(BOTH)))
  expect(sent).toBe(8)
  expect(added.flatMap(({ findings }) => findings)).toEqual([])
  expect(added.at(-1)?.note).toBe('$time 900 ms in 1 of 1 responses')
})

test('all reads of an endpoint are repeated, unless one of them writes', async () => {
  const both = [read([]), read([], { testCase: { title: 'again', status: 200 } })]
  expect((await compareWithProfiles(both, [])).sent).toBe(4)
  const write = read([], { endpoint: { ...list, method: 'POST' } })
  const { sent, added } = await compareWithProfiles([read([]), write], [])
  expect([sent, added[0]?.findings.length]).toEqual([0, 2])
})

test('an endpoint without enough runs is learned, and its result is skipped', async () => {
  const { run, added } = await compareWithProfiles([read([], { curl: 'curl a' })], [], { runs: 2 })
  expect(Object.keys(run)).toEqual(['a.list'])
  expect(added).toMatchObject([
    {
      name: 'a.list',
      state: 'skipped',
      curl: 'curl a',
      testCase: { title: 'responds as in earlier runs', status: 200 },
    },
  ])
  const enough = await compareWithProfiles([read(BOTH, { curl: 'curl a' })], [])
  expect(enough.added).toMatchObject([{ state: 'completed', findings: [] }])
})

test('an endpoint whose responses have a finding is left out with the reason', async () => {
  const flawed = read([], { findings: [findingAt('type', '$', 'array', 'object')] })
  const { run, added } = await compareWithProfiles([flawed], [])
  expect(run).toEqual({})
  expect(added).toMatchObject([
    { state: 'skipped', reason: 'its responses have a finding', isLeftOut: true, curl: '' },
  ])
})
