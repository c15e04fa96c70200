import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseContracts } from '../../src/define-contracts.ts'
import { findingAt } from '../../src/schema/finding.ts'
import { responseWith, resultWith } from '../../test/results.ts'
import type { CheckResult } from '../check-result.ts'
import type { HostResponse } from '../send/request.ts'
import { decisiveReadsOf, hostStateOf, markRejectedAccount, markUnavailable } from './host-state.ts'
import {
  describeImplausible,
  isImplausible,
  isSuccessfulRead,
  isUndeclaredError,
} from './plausible-response.ts'

const Row = z.object({
  id: z.int(),
  name: z.string(),
  price: z.number(),
  unit: z.string(),
  tag: z.string().optional(),
})
const read = { method: 'GET', responses: { 200: z.array(Row), 404: z.unknown() } } as const
const contracts = parseContracts({
  endpoints: {
    rows: {
      a: { ...read, path: '/a' },
      b: { ...read, path: '/b' },
      c: { ...read, path: '/c', responses: { 200: Row } },
      own: { ...read, path: '/own', auth: 'bearer' },
      add: { ...read, path: '/add', method: 'POST' },
    },
  },
})
const LISTS = ['rows.a', 'rows.b']

const row = { id: 1, name: 'a', price: 1, unit: 'pc' }
const resultAt = (name: string, response: Partial<HostResponse>, change: Partial<CheckResult> = {}) =>
  resultWith(response, { name, endpoint: contracts.endpoints[name] as CheckResult['endpoint'], ...change })

/** Returns the state of a host. @param responses one for all public reads, or one per read */
function stateOf(...responses: Partial<HostResponse>[]): string {
  const names = [...LISTS, 'rows.c']
  const results = names.map((name, index) => resultAt(name, responses[index] ?? responses[0] ?? {}))
  // Responses with an account are not considered.
  const own = resultAt('rows.own', { status: 401 })
  const state = hostStateOf({ contracts, results: [...results, own] })
  return state.kind === 'usable' ? 'usable' : `${state.kind}: ${state.message}`
}

const page = { flaw: { kind: 'html' as const }, body: undefined }
const retryAfter = (seconds: string) => new Map([['retry-after', seconds]])
const moved = { status: 301, headers: new Map([['location', 'https://new.example/x?token=1']]) }
const FOREIGN = 'foreign: this does not look like the provider:'
const DOWN = 'unavailable: the host is unavailable:'

test.each<[state: string, ...responses: Partial<HostResponse>[]]>([
  [`${FOREIGN} all 3 responses are HTML`, page],
  [`${FOREIGN} all 3 responses are 404 (not found)`, { status: 404 }],
  [`${FOREIGN} all 3 responses are JSON from a different API`, { body: { id: 1, login: 'ada' } }],
  [`${FOREIGN} all 3 responses are JSON from a different API`, { body: [{ id: 1 }] }],
  [`${FOREIGN} all 3 responses are text that is not JSON`, { flaw: { kind: 'not-json' } }],
  [`${FOREIGN} all 3 responses are redirected to https://new.example`, moved],
  [`${FOREIGN} all 3 responses are redirected to a different path`, { ...moved, headers: new Map() }],
  [`${FOREIGN} of 3 responses, 2 are HTML, 1 is 404 (not found)`, page, page, { status: 404 }],
  [`${FOREIGN} of 3 responses, 2 are 503, 1 is HTML`, { status: 503 }, page],
  [`${DOWN} all 3 responses are 503; Retry-After is 120 s`, { status: 503, headers: retryAfter('120') }],
  [`${DOWN} all 3 responses are 500`, { status: 500 }],
  [`${DOWN} all 3 responses are 401; the whole host requires a log-in`, { status: 401 }],
  [`${DOWN} all 3 responses are 403`, { status: 403, ...page }],
  [
    `${DOWN} of 3 responses, 2 are 502, 1 is 403; Retry-After is 60 s`,
    { status: 502, headers: retryAfter('30') },
    { status: 403, headers: retryAfter('60') },
    { status: 502 },
  ],
  // The same undeclared 4xx at all reads comes from a gateway, except 404.
  ...[400, 402, 405, 418, 451].map((status): [string, object] => [
    `${DOWN} all 3 responses are ${status}`,
    { status },
  ]),
  ['usable', { status: 402 }, { status: 402 }, { status: 405 }],
  [`${DOWN} of 3 responses, 2 are 401, 1 is 503`, { status: 401 }, { status: 401 }, { status: 503 }],
  [
    `${FOREIGN} of 3 responses, 2 are redirected to http://new.example, 1 is HTML`,
    { ...moved, headers: new Map([['location', 'http://new.example']]) },
    { ...moved, headers: new Map([['location', 'http://new.example']]) },
    page,
  ],
  ['usable', page, page, { body: row }],
  ['usable', page, page, { status: 400 }],
  ['usable', { body: [] }, page, page],
  ['usable', { body: [{ id: 1, name: 'half of the required fields' }] }, page, page],
  ['usable', { flaw: { kind: 'text-before-json', text: 'Warning' }, body: [row] }, page, page],
  ['usable', { flaw: { kind: 'cut-short' } }, page, page],
])('%s', (state, ...responses) => {
  expect(stateOf(...responses)).toBe(state)
})

test('is not decided by fewer than three endpoints, unless no other public read is planned', () => {
  const broken = LISTS.map((name) => resultAt(name, page))
  expect(hostStateOf({ contracts, results: broken }).kind).toBe('usable')
  const { 'rows.c': _, ...endpoints } = contracts.endpoints
  const few = { ...contracts, endpoints }
  expect(hostStateOf({ contracts: few, results: broken })).toMatchObject({
    kind: 'foreign',
    mayBeDrift: true,
  })
  const { 'rows.b': __, ...one } = endpoints
  expect(hostStateOf({ contracts: { ...contracts, endpoints: one }, results: broken.slice(0, 1) })).toEqual({
    kind: 'foreign',
    mayBeDrift: true,
    message: 'this does not look like the provider: the only response is HTML',
  })
  const three = ['rows.a', 'rows.b', 'rows.c'].map((name) => resultAt(name, page))
  expect(hostStateOf({ contracts, results: three })).toMatchObject({ kind: 'foreign', mayBeDrift: false })
  const probe = resultAt('rows.c', page, { kind: 'probe' })
  const failing = resultAt('rows.c', page, { testCase: { title: 'an unknown id', status: 404 } })
  expect(hostStateOf({ contracts, results: [...broken, failing, { ...probe, name: 'probe' }] }).kind).toBe(
    'foreign',
  )
})

test('a public read that no run sends first does not keep the others from deciding', () => {
  const readOnly = 'a list'
  const few = parseContracts({
    endpoints: {
      rows: {
        a: { ...read, readOnly, path: '/a' },
        details: { ...read, readOnly, path: '/a/{id}' },
        unexplained: { ...read, path: '/b' },
      },
    },
  })
  expect(hostStateOf({ contracts: few, results: [resultAt('rows.a', page)] }).kind).toBe('foreign')
})

test('a declared redirect does not count against the host', () => {
  const responses = { 302: z.undefined() }
  const few = parseContracts({ endpoints: { rows: { a: { ...read, responses, path: '/a' } } } })
  const endpoint = few.endpoints['rows.a'] as CheckResult['endpoint']
  const result = resultAt('rows.a', { ...moved, status: 302 }, { endpoint })
  expect(hostStateOf({ contracts: few, results: [result] }).kind).toBe('usable')
  expect(hostStateOf({ contracts: few, results: [{ ...result, ...resultAt('rows.a', moved) }] }).kind).toBe(
    'foreign',
  )
})

test('is silent if no request had a response', () => {
  const failed = { state: 'error', reason: 'connection refused', noResponse: 'connection' } as const
  const silent = LISTS.map((name) => resultAt(name, {}, failed))
  expect(hostStateOf({ contracts, results: silent })).toEqual({
    kind: 'silent',
    message: 'the host does not respond: connection refused',
  })
  expect(hostStateOf({ contracts, results: [...silent, resultAt('rows.c', { body: row })] }).kind).toBe(
    'usable',
  )
  expect(hostStateOf({ contracts, results: [] }).kind).toBe('usable')
  const skipped = resultAt('rows.c', {}, { state: 'skipped', requests: 0 })
  expect(hostStateOf({ contracts, results: [skipped] }).kind).toBe('usable')
  expect(hostStateOf({ contracts, results: [...silent, skipped] }).kind).toBe('silent')
  expect(hostStateOf({ contracts, results: silent, isProviderConfirmed: true }).kind).toBe('usable')
})

test('refusals are undeclared server errors, 401 and 403', () => {
  const statuses = [200, 400, 401, 402, 403, 404, 499, 500, 503]
  expect(statuses.filter((status) => isUndeclaredError(resultAt('rows.a', { status })))).toEqual([
    401, 403, 500, 503,
  ])
  const declared = { ...resultAt('rows.a', { status: 503 }).endpoint, responses: { 503: Row } }
  expect(isUndeclaredError({ ...resultAt('rows.a', { status: 503 }), endpoint: declared })).toBe(false)
  const refused = resultAt('rows.a', { status: 503, headers: retryAfter('1.5') })
  const other = resultAt('rows.a', {})
  const marked = markUnavailable([other, refused], [refused], 'the host was down')
  expect(marked).toEqual([
    other,
    { ...refused, state: 'error', findings: [], reason: 'the host was down: 503; Retry-After is 2 s' },
  ])
})

test('a date in Retry-After is compared with the time of the request, or ignored without one', () => {
  const headers = retryAfter('Sat, 14 Nov 2026 09:02:00 GMT')
  const at = '2026-11-14T09:00:00.000Z'
  const refused = resultAt('rows.a', { status: 503, headers }, { at })
  expect(markUnavailable([refused], [refused], 'down')[0]?.reason).toBe('down: 503; Retry-After is 120 s')
  const undated = resultAt('rows.a', { status: 503, headers })
  expect(markUnavailable([undated], [undated], 'down')[0]?.reason).toBe('down: 503')
})

const ownResult = (response: Partial<HostResponse>, change: Partial<CheckResult> = {}) =>
  resultAt('rows.own', response, change)
const without = { testCase: { title: 'returns 401 without a token', status: 401 } }
const status = findingAt('status', '$status', '401', '403')

test.each<[isProviderConfirmed: boolean, what: string, result: CheckResult, down?: Partial<HostResponse>]>([
  [true, 'returns its rows', ownResult({ body: [row] })],
  [true, 'refuses a request without a token, unlike the public reads', ownResult({ status: 401 }, without)],
  [false, 'is refused like the public reads', ownResult({ status: 401 }, without), { status: 401 }],
  [false, 'has a finding', ownResult({ status: 401 }, { ...without, findings: [status] })],
  [false, 'returns another status than expected', ownResult({ status: 401 })],
  [false, 'returns a page', ownResult(page)],
  [false, 'returns other rows', ownResult({ body: [{ id: 1 }] })],
  [false, 'has no response', ownResult({ body: [row] }, { state: 'error' })],
  [false, 'belongs to a probe', ownResult({ body: [row] }, { kind: 'probe' })],
  [false, 'was not sent', ownResult({ body: [row] }, { requests: 0, state: 'skipped' })],
  [false, 'writes', resultAt('rows.add', { body: [row] })],
])(
  'a host whose public reads fail is the provider: %s, if an endpoint with a token %s',
  (isProviderConfirmed, _, result, down = { status: 503 }) => {
    const reads = [...LISTS, 'rows.c'].map((name) => resultAt(name, down))
    expect(hostStateOf({ contracts, results: [...reads, result] }).kind === 'usable').toBe(
      isProviderConfirmed,
    )
    // The run has already seen such an endpoint.
    expect(hostStateOf({ contracts, results: [...reads, result], isProviderConfirmed: true }).kind).toBe(
      'usable',
    )
  },
)

test('reads that were not sent, and cases of an error, do not count against a host', () => {
  const reads = [...LISTS, 'rows.c'].map((name) => resultAt(name, page))
  const kindOf = (change: Partial<CheckResult>) =>
    hostStateOf({ contracts, results: [...reads, resultAt('rows.a', { body: [row] }, change)] }).kind
  expect(kindOf({})).toBe('usable')
  expect(kindOf({ requests: 0, state: 'skipped' })).toBe('foreign')
  expect(kindOf({ kind: 'probe' })).toBe('foreign')
  expect(kindOf({ state: 'error' })).toBe('foreign')
  expect(kindOf({ testCase: { title: 'an unknown id', status: 300 } })).toBe('foreign')
})

const OPTIONS = { method: 'OPTIONS' }

test.each<[isRow: boolean, isGone: boolean, what: string, result: CheckResult]>([
  [true, false, 'the rows', resultAt('rows.a', { body: [row] })],
  [false, false, 'rows that no request has returned', resultAt('rows.a', { body: [row] }, { requests: 0 })],
  [false, false, 'a response to a write', resultAt('rows.add', { body: [row] })],
  [false, false, 'a response to a preflight', resultAt('rows.a', { status: 204 }, OPTIONS)],
  [false, true, 'a refused preflight', resultAt('rows.a', { status: 403 }, OPTIONS)],
  [false, false, 'a file', resultWith({}, { name: 'images' })],
  [false, true, 'a page', resultAt('rows.a', page)],
  [false, true, 'rows of a different API', resultAt('rows.a', { body: [{ id: 1 }] })],
  [false, true, 'a redirect', resultAt('rows.a', { status: 300 })],
  [false, true, 'an undeclared status of 400', resultAt('rows.a', { status: 400 })],
  [false, true, 'a declared status of 404', resultAt('rows.a', { status: 404 })],
  [false, true, 'an outage', resultAt('rows.a', { status: 503 })],
])('is answered: %s, is lost: %s, after %s', (isRow, isGone, _, result) => {
  expect([isSuccessfulRead(result), isImplausible(result)]).toEqual([isRow, isGone])
})

test('a declared refusal is not that of a preflight', () => {
  const declared = { ...resultAt('rows.a', { status: 403 }).endpoint, responses: { 403: Row } }
  expect(isUndeclaredError(resultAt('rows.a', { status: 403 }, { endpoint: declared }))).toBe(false)
  expect(isUndeclaredError(resultAt('rows.a', { status: 403 }, { endpoint: declared, ...OPTIONS }))).toBe(
    true,
  )
})

test('the state of a host depends on its public reads, or on those with a token if there are none', () => {
  const decisiveNamesOf = (change: Partial<typeof contracts.endpoints>) => {
    const endpoints = Object.entries({ ...contracts.endpoints, ...change }).filter(([, each]) => each)
    return decisiveReadsOf({ ...contracts, endpoints: Object.fromEntries(endpoints) as never })
  }
  const { 'rows.b': other } = contracts.endpoints
  expect(decisiveNamesOf({ 'rows.b': { ...other, responses: {} } as never })).toEqual(['rows.a', 'rows.c'])
  expect(decisiveNamesOf({ 'rows.a': undefined, 'rows.b': undefined, 'rows.c': undefined } as never)).toEqual(
    ['rows.own'],
  )
})

test('the same status of all reads is not a refusal if more than half of them declare it', () => {
  const stateWith = (status: number, declaring: number) => {
    const reads = [...LISTS, 'rows.c', 'rows.own'].map((name, index) => {
      const responses = { 200: z.array(Row), ...(index < declaring ? { [status]: z.unknown() } : {}) }
      const endpoint = { ...resultAt('rows.a', {}).endpoint, responses }
      return resultAt(name, { status }, { endpoint })
    })
    const endpoints = Object.fromEntries(reads.map(({ name, endpoint }) => [name, endpoint]))
    return hostStateOf({ contracts: { ...contracts, endpoints }, results: reads }).kind
  }
  expect(stateWith(402, 2)).toBe('unavailable')
  expect(stateWith(402, 3)).toBe('usable')
  expect(stateWith(399, 0)).toBe('foreign')
  expect(stateWith(404, 0)).toBe('foreign')
})

test.each<[strangeness: string | null, schema: z.ZodType, body: unknown, change?: Partial<HostResponse>]>([
  [null, z.array(Row), [row, { other: 1 }]],
  ['JSON from a different API', z.array(Row), [{ other: 1 }, row]],
  ['JSON from a different API', z.array(Row), {}],
  ['JSON from a different API', z.array(z.array(z.int())), [7]],
  ['JSON from a different API', Row, null],
  ['JSON from a different API', z.union([Row, z.array(Row)]), 'text'],
  [null, z.union([Row, z.array(Row)]), [row]],
  [null, z.object({}), {}],
  [null, z.object({ rows: z.array(Row) }), { rows: 7 }],
  [null, z.string(), {}],
  [null, z.undefined(), 'file'],
  ['text that is not JSON', Row, undefined, { flaw: { kind: 'not-json' } }],
  [null, Row, undefined, { flaw: { kind: 'too-large' } }],
  ['JSON from a different API', Row, [1], { flaw: { kind: 'text-before-json', text: 'Warning' } }],
  [null, Row, {}, { status: 402 }],
  ['HTML', Row, {}, { status: 402, flaw: { kind: 'html' } }],
])('a response is %s for its schema', (strangeness, schema, body, change) => {
  const endpoint = { ...resultAt('rows.a', {}).endpoint, responses: { 200: schema } }
  expect(describeImplausible(resultAt('rows.a', { body, ...change }, { endpoint }))).toBe(strangeness)
  expect(describeImplausible({ endpoint, response: undefined } as never)).toBeNull()
})

const login = { ...contracts, login: { endpoint: 'rows.add', tokenField: 'token' } }
const customerResult = (status: number, change: Partial<CheckResult> = {}) =>
  resultAt('rows.own', { status }, { testCase: { title: 'own', status: 200, as: 'customer' }, ...change })
const loginResult = (status: number, change: Partial<CheckResult> = {}) =>
  resultAt('rows.add', { status }, { findings: [findingAt('status', '$status', '200', 'x')], ...change })
const REJECTED_LOGIN = 'the host rejects the log-in; the password may have been changed'
const REJECTED_TOKEN = 'the host rejects the token, which may have expired'

test('a token of this run that all endpoints reject has not expired', () => {
  const granted = loginResult(200, { findings: [], response: responseWith({ body: { token: 'a.b.c' } }) })
  const credentials = { email: 'ada@mail.test', password: 'secret' }
  const results = [granted, customerResult(401)]
  const marked = markRejectedAccount({ results, contracts: login, credentials, isEmulator: false })
  expect(marked.map(({ state, reason }) => [state, reason])).toEqual([
    ['completed', undefined],
    ['error', 'the host rejects the token of its own log-in (401)'],
  ])
})

test.each<[what: string, reasons: (string | null)[], results: CheckResult[], isEmulator?: boolean]>([
  ['a log-in with 401', [REJECTED_LOGIN, null], [loginResult(401), resultAt('rows.a', { status: 401 })]],
  ['a log-in with 403', [REJECTED_LOGIN], [loginResult(403)]],
  ['a log-in with 500', [null], [loginResult(500)]],
  ['a log-in that must fail', [null], [loginResult(403, { testCase: { title: 'a', status: 300 } })]],
  ['a log-in that was not sent', [null], [loginResult(401, { state: 'skipped' })]],
  ['a probe of the log-in', [null], [loginResult(401, { kind: 'probe' })]],
  ['a log-in to an emulator', [null], [loginResult(401)], true],
  [
    'a token with 401 everywhere',
    [REJECTED_TOKEN, REJECTED_TOKEN],
    [customerResult(401), customerResult(401)],
  ],
  ['a token with 401 once', [null, null], [customerResult(401), customerResult(200)]],
  ['a token with 403', [null], [customerResult(403)]],
  [
    'a token that must fail',
    [REJECTED_TOKEN, null],
    [customerResult(401), customerResult(422, { testCase: { title: 'b', status: 300, as: 'customer' } })],
  ],
  [
    'a token of a probe',
    [REJECTED_TOKEN, null],
    [customerResult(401), customerResult(200, { kind: 'probe' })],
  ],
  [
    'a token that was not used',
    [REJECTED_TOKEN, null],
    [customerResult(401), customerResult(200, { state: 'skipped' })],
  ],
])('rejected credentials are not drift: %s', (_, reasons, results, isEmulator = false) => {
  expect(markRejectedAccount({ results, contracts: login, credentials: null, isEmulator })).toEqual(
    results.map((result, index) => {
      if (reasons[index] === null) return result
      const missing = 'PROVIDER_TOKEN, PROVIDER_EMAIL and PROVIDER_PASSWORD are missing'
      const reason = `${reasons[index]} (${result.response?.status}): ${missing}`
      return { ...result, state: 'error', findings: [], reason }
    }),
  )
})
