import { expect, test } from 'vitest'
import { type Finding, findingAt } from '../../src/schema/finding.ts'
import { hostWith } from '../../test/results.ts'
import { EARLIER, type GivenResponse, learnProfile, list, resultOf, rows } from '../../test/rows.ts'
import type { Profile } from '../check/profile.ts'
import type { CheckResult } from '../check-result.ts'
import type { HostResponse, SendFailure } from '../send/request.ts'
import { runProfiles } from './profiles.ts'

const WRITE = { ...list, method: 'POST' as const }
const NO_HEADERS = { headers: [] }

/**
 * Compares results with profiles of earlier runs, by default of enough runs of each endpoint.
 * @param again the repeated responses; the first result is repeated for those that are not given
 */
async function compareResults(
  results: CheckResult[],
  again: (GivenResponse | SendFailure)[] = [],
  profiles?: Record<string, Profile> | null,
) {
  const names = [...new Set(results.map(({ name }) => name))]
  const endpoints = Object.fromEntries(names.map((name) => [name, list]))
  const { host, sent } = hostWith({ endpoints }, [...results], (_, number) => {
    const reply = again[number - 1]
    if (reply && 'kind' in reply) return reply
    return (reply ? resultOf(reply) : results[0])?.response as HostResponse
  })
  const earlier = profiles === undefined ? Object.fromEntries(names.map((name) => [name, EARLIER])) : profiles
  const run = await runProfiles(host, earlier)
  const added = host.results.slice(results.length)
  const findings = added.flatMap((result) => result.findings)
  return { run, sent: sent.length, added, rules: findings.map(({ rule }) => rule) }
}

test('adds a result with the regressions of an endpoint', async () => {
  const { run, added } = await compareResults([resultOf({ headers: ['vary'] }, { curl: 'curl a' })])
  expect(Object.keys(run)).toEqual(['rows.list'])
  expect(added).toMatchObject([
    {
      name: 'rows.list',
      testCase: { title: 'responds as in earlier runs', status: 200 },
      state: 'completed',
      kind: 'regression',
      isUnreported: false,
      findings: [{ rule: 'observed-header' }],
      curl: 'curl a',
    },
  ])
  expect(added[0]?.note).toBeUndefined()
  expect((await compareResults([resultOf()])).added).toMatchObject([{ state: 'completed', findings: [] }])
})

const refused = { testCase: { title: 'refuses', status: 300 } }

test.each<[why: string, results: CheckResult[]]>([
  ['had no response in one case', [resultOf(), resultOf({}, { state: 'error' })]],
  ['was not validated', [resultOf({}, { state: 'skipped' })]],
  ['was refused', [resultOf({ status: 300 })]],
  ['must refuse', [resultOf({}, refused)]],
  ['was requested for values only', [resultOf({}, { isUnreported: true })]],
])('an endpoint that %s is not compared', async (_, results) => {
  expect(await compareResults(results)).toMatchObject({ run: {}, added: [] })
})

test('an endpoint without a result is not compared', async () => {
  expect(await compareResults([], [], { 'rows.list': EARLIER })).toMatchObject({ run: {}, added: [] })
})

const status = findingAt('status', '$status', '200', '500')

test('probes are not compared, and their findings do not leave out the endpoint', async () => {
  const probe = resultOf(NO_HEADERS, { kind: 'probe' })
  expect((await compareResults([resultOf(), probe])).rules).toEqual([])
  expect((await compareResults([{ ...probe, findings: [status] }])).added).toEqual([])
})

const missing = findingAt('missing', '$.rows[].shelf', 'string', 'missing', 'breaking')
const nullMail = { rows: rows({ mail: null }), note: 'x' }
const empty = { rows: [], note: 'x' }

test.each<[what: string, rules: string[], finding: Finding, given: GivenResponse]>([
  [
    'an undeclared field',
    ['observed-header'],
    findingAt('extra', '$.more', 'no field', 'string', 'additive'),
    { headers: ['vary'] },
  ],
  ['a missing field', ['observed-header'], missing, { headers: ['vary'] }],
  [
    'a header',
    ['observed-header'],
    findingAt('content-type', '$headers.content-type', 'a', 'b'),
    { headers: ['vary'] },
  ],
  ['the response time', ['observed-header'], findingAt('slow', '$time', 'a', 'b'), { headers: ['vary'] }],
  ['a missing field', ['observed-null'], missing, { body: nullMail }],
  ['the same field', [], { ...missing, where: '$.rows[].mail' }, { body: nullMail }],
  ['a whole list', [], { ...missing, where: '$.rows' }, { body: empty }],
])('a finding of %s leaves the other regressions as they are: %j', async (_, rules, finding, given) => {
  expect((await compareResults([resultOf(given, { findings: [finding] })])).rules).toEqual(rules)
})

test('an endpoint whose whole response has a finding is named as not compared', async () => {
  const flawed = resultOf({ status: 500 }, { findings: [status], curl: 'curl a' })
  const { run, added } = await compareResults([flawed])
  expect(run).toEqual({})
  expect(added).toMatchObject([
    {
      kind: 'regression',
      state: 'skipped',
      reason: 'its responses have a finding',
      isLeftOut: true,
      findings: [],
      curl: '',
    },
  ])
  // An endpoint without a profile would not be compared either.
  expect((await compareResults([flawed], [], {})).added).toEqual([])
  expect((await compareResults([flawed], [], null)).added).toEqual([])
})

test('a regression is a finding if at least two of three responses have it, otherwise a note', async () => {
  const results = [resultOf({ body: empty })]
  const [once] = (await compareResults(results, [{}, {}])).added
  expect(once).toMatchObject({ findings: [], note: '$.rows empty array in 1 of 3 responses' })
  const twice = await compareResults(results, [{}])
  expect([twice.sent, twice.added[0]?.findings]).toMatchObject([2, [{ responses: { with: 2, of: 3 } }]])
  const rate = { kind: 'failed', cause: 'rate', reason: 'rate limit', ms: 1 } as const
  expect((await compareResults(results, [rate])).added).toMatchObject([
    { state: 'error', reason: 'a regression could not be confirmed: rate limit', findings: [] },
  ])
})

test('each regression is counted on its own', async () => {
  const { added } = await compareResults([resultOf(NO_HEADERS)], [{}, {}])
  expect(added[0]).toMatchObject({
    state: 'completed',
    findings: [],
    note: '$headers.etag missing in 1 of 3 responses; $headers.vary missing in 1 of 3 responses',
  })
  const later = await compareResults([resultOf({ headers: ['etag'] })], [{ headers: ['vary'] }, NO_HEADERS])
  expect(later.added[0]?.findings).toMatchObject([
    { where: '$headers.vary', responses: { with: 2, of: 3 } },
    { where: '$headers.etag', responses: { with: 2, of: 3 } },
  ])
  expect(later.added[0]?.note).toBeUndefined()
})

test('values are not compared if the first case contained one of an earlier response', async () => {
  const result = resultOf({ body: nullMail })
  const chosen = { ...result, testCase: { ...result.testCase, inputs: ['id'] } }
  expect((await compareResults([chosen])).rules).toEqual([])
  expect((await compareResults([result])).rules).toEqual(['observed-null'])
})

test('reports the number of missing runs, except while learning the profile', async () => {
  const note = 'not compared with earlier runs: its profile has 2 of 3 runs; add one with --update-baseline'
  const two = await compareResults([resultOf(NO_HEADERS)], [], { 'rows.list': learnProfile({}, {}) })
  expect(two.added).toMatchObject([{ state: 'skipped', note, findings: [] }])
  expect(Object.keys(two.run)).toEqual(['rows.list'])
  expect((await compareResults([resultOf()], [], {})).added[0]?.note).toContain('has 0 of 3 runs')
  expect((await compareResults([resultOf()], [], null)).added[0]?.note).toBeUndefined()
})

test('a slow response is a finding only if two more are slow, and the fastest counts', async () => {
  const slow = [resultOf({ ms: 2000 })]
  const three = await compareResults(slow, [{ ms: 1500 }, { ms: 1800 }])
  expect([three.sent, three.run['rows.list']?.ms, three.rules]).toEqual([2, 1500, ['observed-slow']])
  const two = await compareResults(slow, [{}])
  expect([two.sent, two.added[0]?.findings]).toEqual([1, []])
  expect((await compareResults(slow, [], null)).sent).toBe(0)
})

test('a slow response with another regression is requested three times, and counts if all are slow', async () => {
  const withoutVary = (ms: number) => ({ headers: ['etag'], ms })
  const results = [resultOf(withoutVary(900))]
  const two = await compareResults(results, [withoutVary(10), withoutVary(900)])
  expect([two.sent, two.rules]).toEqual([2, ['observed-header']])
  expect(two.added[0]?.note).toBe('$time 900 ms in 2 of 3 responses')
  const three = await compareResults(results, [withoutVary(800), withoutVary(900)])
  expect(three.rules.sort()).toEqual(['observed-header', 'observed-slow'])
  expect(three.run['rows.list']?.ms).toBe(800)
})

test('a repeated response that cannot be compared has no regression', async () => {
  const page = { ...NO_HEADERS, body: [] }
  const { added } = await compareResults([resultOf(NO_HEADERS)], [page, page])
  expect(added[0]?.findings).toEqual([])
  expect(added[0]?.note).toContain('$headers.etag missing in 1 of 3 responses')
})

/** Returns the results of nine endpoints, one more than those whose reads are repeated. */
const nineResults = (given: GivenResponse) =>
  Array.from({ length: 9 }, (_, index) => resultOf(given, { name: `list.${index}` }))

test('the reads of up to eight endpoints are repeated', async () => {
  const { sent, added } = await compareResults(nineResults(NO_HEADERS))
  expect(sent).toBe(16)
  expect(added.map(({ findings }) => findings[0]?.responses)).toEqual([
    ...Array(8).fill({ with: 3, of: 3 }),
    { with: 1, of: 1 },
  ])
})

test('only endpoints whose reads are repeated count towards the maximum', async () => {
  const write = resultOf(NO_HEADERS, { name: 'rows.add', endpoint: WRITE })
  const healthy = resultOf({}, { name: 'rows.other' })
  const { sent } = await compareResults([write, healthy, ...nineResults(NO_HEADERS)], [])
  expect(sent).toBe(16)
})

test('a regression of a read that is not repeated is a note, unless repeated reads confirm its kind', async () => {
  const { sent, rules, added } = await compareResults(nineResults({ ms: 900 }), Array(16).fill({}))
  expect([sent, rules]).toEqual([8, []])
  expect(added.at(-1)?.note).toBe('$time 900 ms in 1 of 1 responses')
})

test('all reads of an endpoint are repeated, unless one of them writes', async () => {
  const both = [resultOf(NO_HEADERS), resultOf(NO_HEADERS, { testCase: { title: 'again', status: 200 } })]
  expect((await compareResults(both)).sent).toBe(4)
  const write = resultOf(NO_HEADERS, { endpoint: WRITE })
  const { sent, rules } = await compareResults([resultOf(NO_HEADERS), write])
  expect([sent, rules]).toEqual([0, ['observed-header', 'observed-header']])
})
