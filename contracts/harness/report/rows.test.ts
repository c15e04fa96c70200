import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseContracts } from '../../src/define-contracts.ts'
import { findingAt } from '../../src/schema/finding.ts'
import { personal } from '../../src/schema/privacy.ts'
import { reportWith, rowWith } from '../../test/reports.ts'
import { resultWith } from '../../test/results.ts'
import type { CheckResult } from '../check-result.ts'
import type { HostResponse } from '../send/request.ts'
import { type RunResult, reportEndpoint } from './rows.ts'

const Row = z.object({ id: z.int(), mail: personal(z.string()), tags: z.array(z.string()) })
const contracts = {
  ...parseContracts({
    endpoints: {
      rows: {
        list: {
          method: 'GET',
          path: '/rows',
          auth: 'bearer',
          responses: { 200: z.array(Row), 401: z.unknown() },
        },
      },
    },
  }),
  pagesByEndpoint: { 'rows.list': ['home'] },
}
const list = contracts.endpoints['rows.list'] as CheckResult['endpoint']
const resultOf = (change: Partial<CheckResult> = {}, response: Partial<HostResponse> = {}) =>
  resultWith(response, { name: 'rows.list', endpoint: list, ...change })
const access = { origin: 'https://host.test', credentials: null, isEmulator: false }
const planOptions = {
  write: false,
  isEmulator: false,
  only: null,
  includesLogin: false,
  includesStaging: false,
}
const rowOf = (target: readonly CheckResult[], run: Partial<RunResult> = {}, declared = list) =>
  reportEndpoint('rows.list', declared, {
    contracts,
    access,
    targetResults: target,
    emulatorResults: null,
    emulatorFailure: null,
    state: { kind: 'usable' },
    profiles: {},
    interruption: null,
    previous: null,
    planOptions,
    now: new Date('2026-11-13T12:00:00Z'),
    ...run,
  })
const finding = findingAt('type', '$[].id', 'integer', 'string', 'breaking')
const drifted = resultOf({ findings: [finding] })
const exampleWith = (title: string, status = 200) => ({ testCase: { title, status } })
const denied = resultOf(exampleWith('returns 401 without a token', 401), { status: 401 })
const failed = resultOf({ state: 'error', reason: 'refused' })
const skipped = resultOf({ state: 'skipped', reason: 'no token', ...exampleWith('lists') })

test.each<[status: string, results: CheckResult[], run?: Partial<RunResult>]>([
  ['pass', [resultOf(), denied]],
  ['drift', [resultOf(), drifted, failed]],
  ['error: refused', [resultOf(), failed]],
  ['error: ', [resultOf({ state: 'error' })]],
  ['drift', [resultOf(), { ...drifted, kind: 'probe' }]],
  ['skipped: no token', [skipped, { ...drifted, kind: 'probe', findings: [] }]],
  ['skipped: no readOnly reason is declared, so it is not sent to a live host', []],
  ['skipped: not in the recording', [], { planOptions: null }],
  ['skipped: no token', [skipped]],
  ['skipped: no token; 401 without a token was verified', [skipped, denied]],
  ['skipped: not in the recording', [resultOf({ isUnreported: true })], { planOptions: null }],
  [
    'error: not checked, although the baseline contains its profile: PROVIDER_TOKEN, PROVIDER_EMAIL and PROVIDER_PASSWORD are missing',
    [skipped],
    { profiles: { 'rows.list': {} } },
  ],
  ['skipped: no token', [skipped], { profiles: { 'rows.list': {} }, interruption: 'SIGINT' }],
  ['skipped: no token', [skipped], { profiles: { 'rows.list': {} }, planOptions: null }],
  [
    'skipped: no token',
    [skipped],
    { profiles: { 'rows.list': {} }, access: { ...access, isEmulator: true } },
  ],
])('an endpoint is reported as %s', (expected, results, run) => {
  const { status, reason } = rowOf(results, run).report
  expect(reason === undefined ? status : `${status}: ${reason}`).toBe(expected)
})

test('contains its pages, and its requests and time without probes of other endpoints', () => {
  const { report, isVerified } = rowOf([resultOf(), resultOf({ requests: 3, ms: 10 }), resultWith()])
  expect(report).toMatchObject({ pages: ['home'], requests: 4, ms: 100, method: 'GET', path: '/rows' })
  expect(isVerified).toBe(true)
  expect(rowOf([denied]).isVerified).toBe(false)
})

test('an endpoint whose undeclared fields are too many to list is verified', () => {
  const omitted = (change: 'additive' | 'breaking') => findingAt('omitted', '$', 'up to 200', 'more', change)
  expect(rowOf([resultOf({ findings: [omitted('additive')] })]).isVerified).toBe(true)
  expect(rowOf([resultOf({ findings: [omitted('breaking')] })]).isVerified).toBe(false)
})

test('notes the gaps in the verification, those of probes last', () => {
  const refused = resultOf(exampleWith('refuses', 403))
  const notesOf = (...results: CheckResult[]) => rowOf(results).report.notes
  const leftOutResult = (reason: string, change: Partial<CheckResult>) =>
    resultOf({ state: 'skipped', isLeftOut: true, reason, ...change })
  const flawed = resultOf({ note: 'an empty list' })
  const checks = [
    leftOutResult('a finding', { kind: 'relation', ...exampleWith('b', 200) }),
    leftOutResult('its endpoint has a finding', { kind: 'probe', note: 'a young profile' }),
    leftOutResult('a finding', { kind: 'relation', ...exampleWith('a', 200) }),
  ]
  expect(rowOf([flawed, ...checks]).report.leftOut).toBe(3)
  expect(notesOf(flawed, ...checks, skipped)).toEqual([
    'an empty list',
    'lists: no token',
    'not checked: b; a (a finding)',
    'not checked: lists (its endpoint has a finding)',
    'a young profile',
  ])
  expect(notesOf(refused)).toEqual(['only error responses were checked'])
  expect(notesOf(skipped)).toEqual([])
})

const EARLIER = reportWith({
  target: access.origin,
  endpoints: [
    rowWith({ name: 'rows.list', evidence: { kind: 'live', on: '2026-11-01T12:00:00Z', text: '' } }),
  ],
})
const { response: _, ...unanswered } = resultOf({
  findings: [findingAt('no-response', '$connection', 'a response', 'no complete response within 10 s')],
})
const OTHER = rowWith({
  name: 'rows.other',
  evidence: { kind: 'live', on: '2026-11-12T12:00:00Z', text: '' },
})
const observedOn = (on: string) => ({ ...list, evidence: { kind: 'observed' as const, on } })

test.each<[text: string, results: CheckResult[], run?: Partial<RunResult>, declared?: typeof list]>([
  ['live: verified live now', [resultOf()]],
  ['live: recorded on 2026-11-13', [resultOf()], { planOptions: null }],
  ['never: never', [denied]],
  ['live: verified live now', [resultOf({ findings: [finding, findingAt('slow', '$time', 'a', 'b')] })]],
  ['never: never', [resultOf({ findings: [findingAt('status', '$status', '200', '500')] }, { status: 500 })]],
  ['never: never', [resultOf({ findings: [findingAt('not-json', '$', 'JSON', 'an HTML page')] })]],
  ['never: never', [unanswered]],
  ['earlier: 12 days ago', [unanswered], { previous: EARLIER }],
  ['never: never', [resultOf()], { state: { kind: 'silent', message: '' } }],
  ['emulator: emulator only', [resultOf()], { access: { ...access, isEmulator: true } }],
  ['emulator: emulator only', [], { emulatorResults: [] }],
  ['earlier: 12 days ago', [], { previous: EARLIER }],
  ['never: never', [], { previous: { ...EARLIER, target: 'https://other.test' } }],
  ['earlier: 2 days ago', [], { previous: EARLIER }, observedOn('2026-11-11')],
  ['earlier: 12 days ago', [], { previous: EARLIER }, observedOn('2026-10-01')],
  ['earlier: 12 days ago', [], { previous: { ...EARLIER, endpoints: [...EARLIER.endpoints, OTHER] } }],
  ['earlier: 1 day ago', [], {}, observedOn('2026-11-12')],
  ['earlier: 1 day ago', [], {}, observedOn('2026-11-12T23:59:00Z')],
  ['earlier: verified live earlier today', [], {}, observedOn('2026-11-13')],
])('its evidence is %s', (expected, results, run, declared) => {
  const { evidence } = rowOf(results, run, declared).report
  expect(`${evidence.kind}: ${evidence.text}`).toBe(expected)
})

test('a finding shows the first affected value of an object with any keys', () => {
  const Prices = z.object({ rows: z.record(z.string(), z.object({ price: z.number() })) })
  const read = { ...resultOf({}).endpoint, responses: { 200: Prices } }
  const body = { rows: { a: { price: 1 }, b: { price: 'x' } } }
  const wrong = findingAt('type', '$.rows.*.price', 'number', 'string')
  const sent = { url: 'https://host.test/rows', endpoint: read, findings: [wrong] }
  const excerpt = '{"rows":{"b":{"price":"(string)"}}}'
  expect(rowOf([resultOf(sent, { body })]).report.findings[0]?.response?.excerpt).toBe(excerpt)
})

test('a finding shows its response, with the first affected object and hashed personal data', () => {
  const body = [
    { id: 7, mail: 'a@b.test', tags: [] },
    { id: '8', mail: 'c@d.test', tags: ['x'], more: 'x', long: 'x'.repeat(61) },
  ]
  const headers = new Map([['cf-ray', 'ray-1']])
  const sent = { url: 'https://host.test/rows', at: '2026-11-13', requests: 3, ms: 90, findings: [finding] }
  const reportedResponseOf = (response: Partial<HostResponse>, change: Partial<CheckResult> = sent) =>
    rowOf([resultOf(change, { body, ...response })]).report.findings[0]?.response
  const response = { method: 'GET', url: sent.url, status: 200, at: sent.at, ms: 40, requestId: 'ray-1' }
  const excerpt = '[{"id":"(string)","mail":"#'
  expect(reportedResponseOf({ headers, ms: 40 })).toEqual({
    ...response,
    excerpt: expect.stringContaining(excerpt),
  })
  // A hash without a salt would reveal a phone number, because all of them can be tried.
  const unsalted = createHash('sha256').update(JSON.stringify('c@d.test')).digest('hex').slice(0, 8)
  expect(reportedResponseOf({ ms: 40 })?.excerpt).not.toContain(unsalted)
  expect(reportedResponseOf({ ms: 40 })?.excerpt).toMatch(
    /^\[\{"id":"\(string\)","mail":"#[0-9a-f]{8}","more":"\(string\)"\}\]$/,
  )
  expect(reportedResponseOf({ ms: 0 })?.ms).toBe(30)
  const missing = findingAt('missing', '$[].name', 'string', 'missing')
  expect(reportedResponseOf({}, { ...sent, findings: [missing] })?.excerpt).toContain('[{"id":7,')
  for (const where of ['$', '$status', '$[]'])
    expect(reportedResponseOf({}, { ...sent, findings: [{ ...finding, where }] })).not.toHaveProperty(
      'excerpt',
    )
  for (const result of [drifted, { ...unanswered, ...sent }])
    expect(rowOf([result]).report.findings[0]).not.toHaveProperty('response')
})

test('an excerpt shows no declared field whose name is that of a credential', () => {
  const Account = z.object({
    id: z.int(),
    password: z.string(),
    apiKey: z.string(),
    private_key: z.string(),
    pin: z.int(),
    has_token: z.boolean(),
    secret: z.int(),
  })
  const shown = { id: 'x', password: 'hunter2-secret', apiKey: 'sk_4242', private_key: 'MIIC', pin: 4711 }
  const body = { ...shown, has_token: true, secret: 'x' }
  const declared = { ...list, responses: { 200: Account } }
  const found = { url: 'https://host.test/me', findings: [findingAt('type', '$.id', 'integer', 'string')] }
  const result = resultOf({ ...found, endpoint: declared }, { body })
  expect(JSON.parse(rowOf([result]).report.findings[0]?.response?.excerpt ?? '')).toEqual({
    id: '(string)',
    password: '***',
    apiKey: '***',
    private_key: '***',
    pin: '***',
    has_token: true,
    secret: '(string)',
  })
})

test('the excerpt of a nested finding contains the first affected object, of up to twelve short fields', () => {
  const fields = Array.from({ length: 13 }, (_, index) => [`f${index}`, z.string()])
  const Note = z.object(Object.fromEntries([...fields, ['text', z.string()]]))
  const nested = { ...list, responses: { 200: z.object({ page: z.object({ rows: z.array(Note) }) }) } }
  const note = (text: unknown, value = 'a') => ({
    text,
    ...Object.fromEntries(fields.map(([name]) => [name, value])),
  })
  const excerptOf = (where: string, body: unknown) => {
    const findings = [findingAt('type', where, 'string', 'integer', 'breaking')]
    const result = resultOf({ url: 'https://host.test/rows', endpoint: nested, findings }, { body })
    return JSON.parse(rowOf([result]).report.findings[0]?.response?.excerpt ?? 'null')
  }
  const found = excerptOf('$.page.rows[].text', { page: { rows: [note('b'), note(7)] }, more: 1 })
  expect(found).toEqual({ page: { rows: [expect.objectContaining({ text: '(number)' })] } })
  expect(Object.keys(found.page.rows[0])).toHaveLength(12)
  const [row] = excerptOf('$.page.rows[].text', { page: { rows: [note(7, 'x'.repeat(60))] } }).page.rows
  expect(Object.keys(row)).toHaveLength(12)
  expect(excerptOf('$.page.rows[].text', { page: null })).toBeNull()
  expect(excerptOf('$.other.text', { page: {} })).toBeNull()
})

test('a finding shows its sample, if it has one', () => {
  const sampled = resultOf({ findings: [finding, { ...finding, sample: { id: '8' } }] })
  const [plain, withSample] = rowOf([sampled]).report.findings
  expect(plain).not.toHaveProperty('sample')
  expect(withSample).toMatchObject({ sample: { id: '8' } })
})

test('a difference from an assumption is not a finding, except on an emulator', () => {
  const assumed = { ...drifted, testCase: { ...drifted.testCase, assumed: 'no source' } }
  expect(rowOf([assumed]).report).toMatchObject({
    status: 'pass',
    findings: [],
    assumptions: [{ rule: 'type' }],
  })
  const emulated = rowOf([assumed], { access: { ...access, isEmulator: true } }).report
  expect(emulated).toMatchObject({ findings: [{ verdict: 'emulator drifted' }], assumptions: [] })
})

test('compares a case with the emulator’s, and shows only findings that the target does not have', () => {
  const other = findingAt('null', '$[].mail', 'string', 'null', 'breaking')
  const body = [{ id: 7, mail: null }]
  const probe = resultOf({ ...exampleWith('a probe'), kind: 'probe', findings: [other] })
  const emulator = [probe, resultOf({ findings: [finding, other] }, { body })]
  const { report } = rowOf([resultOf({ findings: [finding] }, { body })], { emulatorResults: emulator })
  expect(report.findings).toMatchObject([{ rule: 'type', verdict: 'contract wrong' }])
  expect(report.emulator).toMatchObject([{ rule: 'null', verdict: 'emulator drifted' }])
  // A finding with another rule or path is another one.
  const others = [
    { ...other, rule: 'type' as const },
    { ...other, where: '$[].id' },
  ]
  const differing = rowOf([resultOf({ findings: others }, { body })], {
    emulatorResults: [emulator[1] as CheckResult],
  })
  expect(differing.report.emulator.map(({ rule, where }) => [rule, where])).toEqual([
    ['type', '$[].id'],
    ['null', '$[].mail'],
  ])
  expect(rowOf([], { emulatorResults: [emulator[1] as CheckResult] }).report.emulator).toMatchObject([
    { verdict: 'cannot tell' },
    { verdict: 'cannot tell' },
  ])
  // The emulator has no result of a relation that it satisfies.
  const violated = resultOf({
    ...exampleWith('a relation'),
    kind: 'relation',
    findings: [findingAt('relation', '$[].id', '1', '2')],
  })
  const compared = [resultOf({}, { body })]
  expect(rowOf([violated], { emulatorResults: compared }).report.findings).toMatchObject([
    { verdict: 'provider drifted' },
  ])
  const unknown = resultOf({ ...exampleWith('another case'), findings: [finding] })
  expect(rowOf([unknown], { emulatorResults: compared }).report.findings).toMatchObject([
    { verdict: 'cannot tell' },
  ])
})

test.each<[expected: boolean, rule: string, path: string, results: CheckResult[], run?: Partial<RunResult>]>([
  [true, 'missing', '$[].shelf', [resultOf({}, { body: [{ id: 7 }] })]],
  [false, 'missing', '$[].shelf', [resultOf({}, { body: [] })]],
  [false, 'type', '$[]', [resultOf({}, { body: [] })]],
  [true, 'type', '$[]', [resultOf({}, { body: [7] })]],
  [true, 'type', '$[].tags[]', [resultOf({}, { body: [{ tags: ['x'] }] })]],
  [false, 'type', '$[].tags[]', [resultOf({}, { body: [{ tags: [] }] })]],
  [false, 'type', '$[].id', [resultOf({ state: 'skipped' }, { body: [{ id: 7 }] })]],
  [true, 'not-json', '$', [resultOf({}, { body: undefined })]],
  [false, 'missing', '$.a.b', [resultOf({}, { body: { a: null } })]],
  [true, 'status', '$status', [resultOf()]],
  [false, 'status', '$status', [resultOf()], { planOptions: null }],
  [false, 'status', '$status', [resultOf(), skipped]],
  [true, 'pages', '$', [resultOf(), resultOf({ kind: 'probe' })]],
  [false, 'pages', '$', [resultOf(), resultOf({ kind: 'probe', state: 'skipped' })]],
  [true, 'null', '$[].id', [resultOf({}, { body: [{}] }), resultOf({ kind: 'probe', state: 'skipped' })]],
  [true, 'relation', '$', [resultOf()]],
  [false, 'relation', '$', [resultOf(), resultOf({ kind: 'relation', state: 'skipped' })]],
  [false, 'relation', '$', [resultOf(), resultOf({ kind: 'relation', state: 'error' })]],
  [true, 'observed-empty', '$', [resultOf(), resultOf({ kind: 'regression' })]],
  [false, 'observed-empty', '$', [resultOf(), resultOf({ kind: 'regression', state: 'skipped' })]],
  [false, 'observed-empty', '$', [resultOf()]],
])('whether a check was made: %s for rule %s at %s', (expected, rule, path, results, run) => {
  expect(rowOf(results, run).hasChecked(rule, path)).toBe(expected)
})
