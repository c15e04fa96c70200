import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../src/endpoint.ts'
import { describeFinding, findingAt } from '../../src/schema/finding.ts'
import { RULES } from '../../src/schema/rules.ts'
import { findingWith, reportWith, rowWith } from '../../test/reports.ts'
import { hostWith, JSON_HEADERS, responseWith, resultWith } from '../../test/results.ts'
import type { CheckResult } from '../check-result.ts'
import { acceptFindings } from '../report/baseline.ts'
import { runProfiles } from '../run/profiles.ts'
import type { HostResponse, SendFailure } from '../send/request.ts'
import { addRun, type Profile, profileRun, type RunProfile } from './profile.ts'
import { isRegression, regressionsOf } from './regression.ts'

const Row = z.object({
  id: z.union([z.int(), z.string()]),
  kind: z.enum(['book', 'pen']).nullable(),
  mail: z.string().nullable().optional(),
  created_at: z.string(),
})
const list = endpoint({
  method: 'GET',
  path: '/rows',
  responses: { 200: z.object({ rows: z.array(Row), note: z.string().optional() }) },
})
type Body = { rows: object[]; note?: string }
type Given = {
  body?: Body
  status?: number
  headers?: string[]
  size?: number
  ms?: number
  findings?: CheckResult['findings']
}

const day = (index: number) => `2026-11-${19 - index}`
const row = (index: number, change: object = {}) => ({
  id: index,
  kind: index % 2 ? 'pen' : 'book',
  mail: `a${index}@b.test`,
  created_at: day(index),
  ...change,
})
const rows = (change: object = {}, length = 6) => Array.from({ length }, (_, index) => row(index, change))

const resultOf = ({
  body = { rows: rows(), note: 'new' },
  status = 200,
  headers = ['vary', 'etag'],
  size = 500,
  ms = 90,
  findings = [],
}: Given = {}) =>
  resultWith(
    { status, headers: new Map(headers.map((name) => [name, 'x'])), size, body },
    { name: 'rows.list', endpoint: list, findings, ms },
  )
const runOf = (given?: Given) => profileRun([resultOf(given)]) as RunProfile

function learnProfile(...runs: Given[]): Profile {
  const profiles = runs.reduce<Record<string, Profile>>(
    (known, run) => addRun(known, { 'rows.list': runOf(run) }),
    {},
  )
  return profiles['rows.list'] as Profile
}
const EARLIER = learnProfile({}, {}, { ms: 100 })

const findRegressions = (given: Given, { earlier = EARLIER, usesEarlierValue = false } = {}) =>
  regressionsOf(earlier, runOf(given), usesEarlierValue).map((finding) => {
    expect(isRegression(finding)).toBe(true)
    return `${finding.rule.replace('observed-', '')} ${describeFinding(finding)}`
  })

test.each<[title: string, Given]>([
  ['the same response', {}],
  [
    'another number of rows, more headers and fewer bytes',
    { body: { rows: rows({}, 9), note: 'x' }, headers: ['vary', 'etag', 'cache-control'], size: 50 },
  ],
  ['a field that some rows lack', { body: { rows: [row(0, { mail: undefined }), ...rows()], note: 'x' } }],
  ['null in some rows', { body: { rows: [row(0, { mail: null }), ...rows()], note: 'x' } }],
  [
    'a type in some rows',
    { body: { rows: [row(9, { id: 'x', created_at: day(-1) }), ...rows()], note: 'x' } },
  ],
  ['ten times the bytes', { size: 5000 }],
  ['a body that grows by 100 kB but not tenfold', { size: 100_400 }],
  ['three times the time, but only 400 ms more', { ms: 490 }],
  ['half a second more', { ms: 600 }],
  ['too few rows for a missing value', { body: { rows: rows({ kind: 'pen' }, 4), note: 'x' } }],
  ['too few rows for a missing field', { body: { rows: rows({ mail: undefined }, 2), note: 'x' } }],
])('accepts %s', (_, given) => {
  expect(findRegressions(given)).toEqual([])
})

/** Differences from earlier runs, each with its finding, which begins with the rule's name without `observed-`. */
const REGRESSIONS: [finding: string, Given][] = [
  [
    'missing $.rows[].mail: expected the field, as in every earlier run, got missing',
    { body: { rows: rows({ mail: undefined }), note: 'x' } },
  ],
  ['missing $.note: expected the field, as in every earlier run, got missing', { body: { rows: rows() } }],
  [
    'null $.rows[].mail: expected a value, as in every earlier run, got null',
    { body: { rows: rows({ mail: null }), note: 'x' } },
  ],
  ['type $.rows[].id: expected number, got string', { body: { rows: rows({ id: 'x' }), note: 'x' } }],
  [
    'form $.rows[].mail: expected string in e-mail format, got string in other format',
    { body: { rows: rows({ mail: 'write to us' }), note: 'x' } },
  ],
  [
    'value $.rows[].kind: expected "book" among its values, as in every earlier run, got other values only',
    { body: { rows: rows({ kind: 'pen' }), note: 'x' } },
  ],
  [
    'empty $.rows: expected items, as in every earlier run, got empty array',
    { body: { rows: [], note: 'x' } },
  ],
  [
    'order $.rows: expected newest first, as in every earlier run, got a different order',
    { body: { rows: rows().reverse(), note: 'x' } },
  ],
  ['header $headers.etag: expected the header, as in every earlier run, got missing', { headers: ['vary'] }],
  ['size $: expected at most 500 bytes, as in every earlier run, got 100501 bytes', { size: 100_501 }],
  ['slow $time: expected about 100 ms (95th percentile of earlier runs), got 601 ms', { ms: 601 }],
  ['status $status: expected 200, got 201', { status: 201 }],
]

test('there is a regression for every rule that compares with earlier runs', () => {
  const rules = REGRESSIONS.map(([finding]) => `observed-${finding.split(' ', 1)[0]}`)
  expect(new Set(rules)).toEqual(new Set(Object.keys(RULES).filter((rule) => rule.startsWith('observed-'))))
})

test.each(REGRESSIONS)('reports %s', (finding, given) => {
  expect(findRegressions(given)).toEqual([finding])
  // An accepted finding becomes part of the profile.
  const findings = regressionsOf(EARLIER, runOf(given), false).map(findingWith)
  const report = reportWith({ endpoints: [rowWith({ name: 'rows.list', findings })] })
  const baseline = { accepted: [], profiles: { 'rows.list': EARLIER } }
  const by = { reason: 'announced', owner: 'Ada', only: null, at: '2026-11-20' }
  const accepted = acceptFindings(baseline, report, by)
  expect(accepted.added).toHaveLength(1)
  expect(findRegressions(given, { earlier: accepted.baseline.profiles['rows.list'] as Profile })).toEqual([])
})

test('compares after three runs only, and no values if the request contained an id of an earlier response', () => {
  const broken = { body: { rows: rows({ mail: null }), note: 'x' } }
  expect(findRegressions(broken, { earlier: learnProfile({}, {}) })).toEqual([])
  expect(findRegressions(broken, { usesEarlierValue: true })).toEqual([])
  expect(
    findRegressions({ body: { rows: rows({ mail: undefined }), note: 'x' } }, { usesEarlierValue: true }),
  ).toHaveLength(1)
})

test('a response is slow only if it took more than three times as long', () => {
  const earlier = learnProfile({ ms: 400 }, { ms: 400 }, { ms: 400 })
  expect(findRegressions({ ms: 1200 }, { earlier })).toEqual([])
  expect(findRegressions({ ms: 1201 }, { earlier })).toHaveLength(1)
  expect(findRegressions({ ms: 1201 }, { earlier: { ...earlier, runs: 2 } })).toEqual([])
})

test('a larger body is a finding only if it is ten times as large and 100 kB larger', () => {
  const earlier = learnProfile({ size: 20_000 }, { size: 20_000 }, { size: 20_000 })
  expect(findRegressions({ size: 150_000 }, { earlier })).toEqual([])
  expect(findRegressions({ size: 200_000 }, { earlier })).toEqual([])
  expect(findRegressions({ size: 200_001 }, { earlier })).toHaveLength(1)
  expect(findRegressions({ size: 100_500 })).toEqual([])
})

test('a list that had two rows may become empty', () => {
  const short = { body: { rows: rows({}, 2), note: 'x' } }
  const earlier = learnProfile(short, short, short)
  expect(findRegressions({ body: { rows: [], note: 'x' } }, { earlier })).toEqual([])
  const three = { body: { rows: rows({}, 3), note: 'x' } }
  expect(
    findRegressions({ body: { rows: [], note: 'x' } }, { earlier: learnProfile(three, three, three) }),
  ).toHaveLength(1)
})

test('three rows are enough for a missing field, and five for a missing value', () => {
  expect(findRegressions({ body: { rows: rows({ mail: undefined }, 3), note: 'x' } })).toHaveLength(1)
  expect(findRegressions({ body: { rows: rows({ kind: 'pen' }, 5), note: 'x' } })).toHaveLength(1)
})

/**
 * Compares the results of a run with profiles. `again` has the repeated responses; by default, the first is repeated.
 */
async function compareResults(
  results: CheckResult[],
  profiles: Record<string, Profile> | null = { 'rows.list': EARLIER },
  again: (Partial<HostResponse> | SendFailure)[] = [],
) {
  const { host, sent } = hostWith({ endpoints: { 'rows.list': list } }, [...results], (_, number) => {
    const reply = again[number - 1]
    if (reply?.kind === 'failed') return reply
    const headers = new Map([...(results[0]?.response?.headers ?? []), ...JSON_HEADERS])
    return responseWith({ ...results[0]?.response, headers, ...reply } as Partial<HostResponse>)
  })
  const run = await runProfiles(host, profiles)
  const added = host.results.slice(results.length)
  return {
    run,
    sent: sent.length,
    added,
    rules: added.flatMap(({ findings }) => findings.map(({ rule }) => rule)),
  }
}
const finding = {
  class: 'behaviour',
  rule: 'slow',
  where: '$time',
  expected: 'a',
  actual: 'b',
  count: 1,
} as const

test('adds a result with the regressions of an endpoint', async () => {
  const { run, added } = await compareResults([resultOf({ headers: ['vary'] })])
  expect(Object.keys(run)).toEqual(['rows.list'])
  expect(added).toMatchObject([
    {
      name: 'rows.list',
      state: 'completed',
      kind: 'regression',
      isUnreported: false,
      findings: [{ rule: 'observed-header' }],
    },
  ])
  expect(added[0]?.note).toBeUndefined()
})

test.each<[why: string, results: CheckResult[]]>([
  ['had no response in one case', [resultOf(), { ...resultOf(), state: 'error' }]],
  ['was not validated', [{ ...resultOf(), state: 'skipped' }]],
  ['was refused', [resultOf({ status: 300 })]],
  ['was requested for values only', [{ ...resultOf(), isUnreported: true }]],
  ['is another one', [{ ...resultOf(), name: 'rows.other' }]],
])('an endpoint that %s is not compared', async (_, results) => {
  expect(await compareResults(results)).toMatchObject({ run: {}, added: [] })
})

const missing = findingAt('missing', '$.rows[].shelf', 'string', 'missing', 'breaking')

test.each<[what: string, rules: string[], given: Given, kind?: 'probe']>([
  [
    'an undeclared field',
    ['observed-header'],
    { findings: [{ ...finding, class: 'additive', rule: 'extra' }] },
  ],
  ['a missing field', ['observed-header'], { findings: [missing] }],
  ['a header', ['observed-header'], { findings: [{ ...finding, where: '$headers.content-type' }] }],
  ['a probe', ['observed-header'], { findings: [finding] }, 'probe'],
  [
    'a missing field',
    ['observed-null'],
    { findings: [missing], body: { rows: rows({ mail: null }) }, headers: ['vary', 'etag'] },
  ],
  [
    'the same field',
    [],
    {
      findings: [{ ...missing, where: '$.rows[].mail' }],
      body: { rows: rows({ mail: null }), note: 'x' },
      headers: ['vary', 'etag'],
    },
  ],
  [
    'a whole list',
    [],
    { findings: [{ ...missing, where: '$.rows' }], body: { rows: [], note: 'x' }, headers: ['vary', 'etag'] },
  ],
])('a finding of %s leaves the other regressions as they are: %j', async (_, rules, given, origin) => {
  const flawed = resultOf({ body: { rows: rows(), note: 'x' }, headers: ['vary'], ...given })
  const results = origin
    ? [
        { ...flawed, findings: [] },
        { ...flawed, origin },
      ]
    : [flawed]
  expect((await compareResults(results)).rules.filter((rule) => rule !== 'observed-missing')).toEqual(rules)
})

test('an endpoint whose whole response has a finding is named as not compared', async () => {
  const flawed = resultOf({ status: 500, findings: [findingAt('status', '$status', '200', '500')] })
  const leftOut = { kind: 'regression', state: 'skipped', isLeftOut: true, findings: [] }
  expect((await compareResults([flawed])).added).toMatchObject([leftOut])
  // An endpoint without a profile would not be compared either.
  expect((await compareResults([flawed], {})).added).toEqual([])
  expect((await compareResults([flawed], null)).added).toEqual([])
})

const empty = { rows: [], note: 'x' }

test('a regression is a finding if at least two of three responses have it, otherwise a note', async () => {
  const healthy = { body: { rows: rows(), note: 'x' } }
  const results = [resultOf({ body: empty })]
  const [once] = (await compareResults(results, undefined, [healthy, healthy])).added
  expect(once).toMatchObject({ findings: [], note: '$.rows empty array in 1 of 3 responses' })
  const twice = await compareResults(results, undefined, [healthy])
  expect([twice.sent, twice.added[0]?.findings]).toMatchObject([2, [{ responses: { with: 2, of: 3 } }]])
  const rate = { kind: 'failed', cause: 'rate', reason: 'rate limit', ms: 1 } as const
  expect((await compareResults(results, undefined, [rate])).added).toMatchObject([
    { state: 'error', reason: 'a regression could not be confirmed: rate limit', findings: [] },
  ])
  // A write is not repeated.
  const write = results.map((each) => ({ ...each, endpoint: { ...list, method: 'POST' as const } }))
  expect(await compareResults(write)).toMatchObject({ sent: 0, rules: ['observed-empty'] })
})

test('values are not compared if the first case contained one of an earlier response', async () => {
  const body = { rows: rows({ mail: null }), note: 'x' }
  const result = resultOf({ body })
  const chosen = { ...result, testCase: { ...result.testCase, inputs: ['id'] } }
  expect((await compareResults([chosen])).added[0]?.findings).toEqual([])
  expect((await compareResults([resultOf({ body })])).added[0]?.findings).toHaveLength(1)
})

test('reports the number of missing runs, except while learning the profile', async () => {
  const note = 'not compared with earlier runs: its profile has 2 of 3 runs; add one with --update-baseline'
  expect((await compareResults([resultOf()], { 'rows.list': learnProfile({}, {}) })).added[0]?.note).toBe(
    note,
  )
  expect((await compareResults([resultOf()], {})).added[0]?.note).toContain('has 0 of 3 runs')
  expect((await compareResults([resultOf()], null)).added[0]?.note).toBeUndefined()
})

test('a slow response is a finding only if two more are slow, and the fastest counts', async () => {
  const slow = [resultOf({ ms: 2000 })]
  const three = await compareResults(slow, undefined, [{ ms: 1500 }, { ms: 1800 }])
  expect([three.sent, three.run['rows.list']?.ms, three.added[0]?.findings.length]).toEqual([2, 1500, 1])
  const two = await compareResults(slow, undefined, [{ ms: 90 }])
  expect([two.sent, two.added[0]?.findings]).toEqual([1, []])
  expect((await compareResults(slow, null)).sent).toBe(0)
})

test('learns what every run had in common', () => {
  const earlier = learnProfile(
    {},
    { headers: ['etag'], status: 201, size: 900 },
    { body: { rows: rows({ kind: 'book' }) } },
  )
  expect(earlier).toMatchObject({
    runs: 3,
    statuses: [200, 201],
    headers: ['etag'],
    bytes: 900,
    latency: { median: 90, p95: 90, samples: [90, 90, 90] },
    fields: {
      '$.rows[].kind': { values: ['"book"', '"pen"'], steady: ['"book"'] },
      '$.note': { present: 'sometimes' },
      '$.rows': { newestFirst: true, length: { least: 6, most: 6 } },
    },
  })
})

test('a run has the statuses, common headers, largest body and fastest request of its responses', () => {
  const slow = resultOf({ status: 203, headers: ['etag', 'vary'], size: 500, ms: 900 })
  const fast = resultOf({ status: 200, headers: ['vary', 'x-other', 'cache-control'], size: 300 })
  const refused = { ...resultOf({ size: 9000 }), testCase: { title: 'refuses', status: 300 } }
  expect(profileRun([slow, { ...fast, ms: 270, requests: 3 }, refused])).toMatchObject({
    statuses: [200, 203],
    headers: ['vary'],
    bytes: 500,
    ms: 90,
  })
  expect(profileRun([{ ...fast, ms: 80, requests: 0 }])?.ms).toBe(80)
  expect(profileRun([refused])).toBeNull()
})

test('a profile has the times of the latest twenty runs, and its fields by name', () => {
  const times = Array.from({ length: 22 }, (_, index) => ({ ms: 100 - index }))
  const { latency, fields, runs } = learnProfile(...times)
  expect(runs).toBe(22)
  expect(latency.samples).toEqual(times.slice(2).map(({ ms }) => ms))
  expect([latency.median, latency.p95]).toEqual([89, 98])
  expect(Object.keys(fields)).toEqual(Object.keys(fields).toSorted())
  expect(learnProfile({ ms: 7 }).latency).toEqual({ median: 7, p95: 7, samples: [7] })
})

test('does not learn from a field or a whole response with a finding', () => {
  expect(profileRun([resultOf({ findings: [findingAt('status', '$status', '200', '500')] })])).toBeNull()
  const fields = (where: string) =>
    Object.keys(profileRun([resultOf({ findings: [{ ...missing, where }] })])?.fields ?? {})
  expect(fields('$.rows[].mail')).toEqual(fields('$.other').filter((path) => path !== '$.rows[].mail'))
  expect(
    profileRun([resultOf({ findings: [{ ...finding, class: 'additive', rule: 'extra' }] })]),
  ).not.toBeNull()
})
