import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Case } from '../../src/case.ts'
import { type Endpoint, endpoint } from '../../src/endpoint.ts'
import { describeFinding, findingAt } from '../../src/schema/finding.ts'
import { responseWith, resultWith } from '../../test/results.ts'
import type { CheckResult } from '../check-result.ts'
import type { HostResponse } from '../send/request.ts'
import { checkCaseResponse, checkCaseResult } from './response.ts'

const ORIGIN = 'https://shop.example'
const rules: Parameters<typeof checkCaseResponse>[0] = {
  pageOrigin: ORIGIN,
  maxAge: 3600,
  successField: 'success',
}
const Row = z.object({ id: z.int(), success: z.boolean().optional() })
const read = endpoint({
  method: 'GET',
  path: '/row',
  auth: 'bearer',
  responses: {
    200: Row,
    201: Row,
    204: z.undefined(),
    401: z.object({ message: z.string(), success: z.boolean().optional() }),
  },
})
const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }

type Given = Partial<Omit<HostResponse, 'headers'>> & { headers?: Record<string, string> }

const check = (given: Given, testCase: Partial<Case> = {}, of: Endpoint = read, by = rules) =>
  checkCaseResponse(by, {
    endpoint: of,
    testCase: { title: 'a row', status: 200, as: 'customer', ...testCase },
    response: {
      ...responseWith({ body: { id: 1 } }),
      ...given,
      headers: new Map(Object.entries({ ...headers, ...given.headers })),
    },
  }).map((finding) => `${finding.class} ${finding.rule} ${describeFinding(finding)}`)

const isPresent = (body: unknown) => (body as { id: number }).id > 1
const content = { name: 'a row', isPresent, isRequired: true }

test.each<[string, Given, Partial<Case>?]>([
  ['a valid body', {}],
  ['a response within five seconds', { ms: 5000 }],
  ['another declared success', { status: 201 }],
  [
    'a declared status without a body',
    { status: 204, body: undefined, flaw: { kind: 'empty' } },
    { status: 204 },
  ],
  ['CORS for the origin', { headers: { 'access-control-allow-origin': ORIGIN } }],
  [
    'a media type with a suffix and a charset',
    { headers: { 'content-type': 'application/hal+json; charset="UTF-8"' } },
  ],
  ['a charset without a hyphen', { headers: { 'content-type': 'application/json;charset=utf8' } }],
  ['private caching for an hour', { headers: { 'cache-control': 'private, max-age=3600' } }],
  ...[
    'no-cache, max-age=9, must-revalidate',
    'no-store, max-age=9, must-revalidate',
    'max-age=9, must-revalidate, private',
    'max-age=0, must-revalidate',
  ].map((cache): [string, Given] => [cache, { headers: { 'cache-control': cache } }]),
  [
    'public caching without a token',
    { headers: { 'cache-control': 'public, max-age=3600' } },
    { as: 'anonymous' },
  ],
  [
    'an error without headers',
    { status: 401, body: { message: 'no' }, headers: { 'content-type': 'text/html' } },
    { status: 401 },
  ],
  ['the required content', { body: { id: 2 } }, { content }],
  ['missing content that is not required', {}, { content: { ...content, isRequired: false } }],
  ['a reported success', { body: { id: 1, success: true } }],
  ['an expected redirect', { status: 302, headers: { location: '/x' } }, { status: 302 }],
  ['a status that is expected but not declared', { status: 203, body: 'any' }, { status: 203 }],
  ['an error that says so', { status: 401, body: { message: 'no', success: false } }, { status: 401 }],
])('accepts %s', (_, given, testCase) => {
  expect(check(given, testCase)).toEqual([])
})

const html = { 'content-type': 'text/html' }

test.each<[finding: string, Given, Partial<Case>?]>([
  ['behaviour slow $time: expected a response within 5000 ms, got 5001 ms', { ms: 5001 }],
  [
    'behaviour redirect $redirect: expected status 200, got 302 to /x',
    { status: 302, headers: { location: '/x' } },
  ],
  ['behaviour redirect $redirect: expected status 200, got 302 without a Location header', { status: 302 }],
  ['behaviour status $status: expected 200, got 203', { status: 203 }],
  ['behaviour status $status: expected 401, got 403', { status: 403 }, { status: 401, as: 'anonymous' }],
  ['behaviour status $status: expected 401, got 404', { status: 404 }, { status: 401, as: 'anonymous' }],
  ['behaviour status $status: expected 401, got 500', { status: 500 }, { status: 401, as: 'anonymous' }],
  ['behaviour status $status: expected 401, got 200', {}, { status: 401, as: 'customer' }],
  ['behaviour status $status: expected 403, got 200', {}, { status: 403, as: 'anonymous' }],
  ['behaviour status $status: expected 200, got 401', { status: 401, body: { message: 'no' } }],
  [
    'behaviour access $status: expected 401 without a valid token, got 201',
    { status: 201 },
    { status: 401, as: 'anonymous' },
  ],
  ['breaking status $status: expected 200, got 404', { status: 404 }],
  ['breaking status $status: expected 200, got 405', { status: 405 }],
  ['breaking status $status: expected 200, got 410', { status: 410 }],
  ['breaking status $status: expected 200, got 501', { status: 501 }],
  [
    'behaviour access $status: expected 401 without a valid token, got 200',
    {},
    { status: 401, as: 'anonymous' },
  ],
  [
    'behaviour content-type $headers.content-type: expected application/json, got text/html',
    { headers: html },
  ],
  [
    'behaviour content-type $headers.content-type: expected application/json, got application/json; charset=latin1',
    { headers: { 'content-type': 'application/json; charset=latin1' } },
  ],
  ...[
    'application/json; charset = latin1',
    'application/json; charset=x-utf-8',
    'application/json; charset=utf-8x',
    'application/jsonp',
    'text/application/json',
  ].map((type): [string, Given] => [
    `behaviour content-type $headers.content-type: expected application/json, got ${type}`,
    { headers: { 'content-type': type } },
  ]),
  [
    'behaviour cache $headers.cache-control: expected no caching for more than an hour, got max-age = 3601',
    { headers: { 'cache-control': 'max-age = 3601' } },
  ],
  [
    'behaviour cors $headers.access-control-allow-origin: expected * or https://shop.example, got https://a.example',
    { headers: { 'access-control-allow-origin': 'https://a.example' } },
  ],
  [
    'behaviour cache $headers.cache-control: expected no shared caching of customer data, got max-age=9, must-revalidate',
    { headers: { 'cache-control': 'max-age=9, must-revalidate' } },
  ],
  [
    'behaviour cache $headers.cache-control: expected no shared caching of customer data, got s-maxage=1',
    { headers: { 'cache-control': 's-maxage=1' } },
  ],
  [
    'behaviour cache $headers.cache-control: expected no caching for more than an hour, got max-age=3601',
    { headers: { 'cache-control': 'max-age=3601' } },
  ],
  [
    'behaviour cache $headers.cache-control: expected no caching for more than an hour, got immutable',
    { headers: { 'cache-control': 'immutable' } },
  ],
  ['breaking refused $: expected a row, got an error body', {}, { content }],
  [
    'breaking refused $.success: expected true with a success status, got false',
    { body: { id: 1, success: false } },
  ],
  ['breaking type $.id: expected integer, got string', { body: { id: '1' } }, { content }],
  ['breaking not-json $: expected JSON, got an empty body', { flaw: { kind: 'empty' } }],
  ['breaking not-json $: expected JSON, got an HTML page', { flaw: { kind: 'html' }, headers: html }],
  [
    'breaking not-json $: expected JSON, got text before the JSON: Warning',
    { flaw: { kind: 'text-before-json', text: 'Warning' }, headers: html },
  ],
  ['breaking not-json $: expected JSON, got a body that is not JSON', { flaw: { kind: 'not-json' } }],
  [
    'breaking unreadable $: expected JSON, got more than 350000 JSON values',
    { flaw: { kind: 'too-many-values' } },
  ],
  ['breaking unreadable $: expected JSON, got more than 500 nested levels', { flaw: { kind: 'too-deep' } }],
  ['breaking cut-short $: expected JSON, got a truncated body', { flaw: { kind: 'cut-short' } }],
  ['breaking too-large $: expected JSON, got a body larger than 8 MB', { flaw: { kind: 'too-large' } }],
  ['breaking encoding $: expected JSON, got invalid UTF-8', { flaw: { kind: 'not-utf8' } }],
  [
    'breaking encoding $: expected JSON, got a body that does not match Content-Encoding',
    { flaw: { kind: 'wrong-encoding' } },
  ],
  ['breaking missing $.message: expected string, got missing', { status: 401, body: {} }, { status: 401 }],
])('reports %s', (finding, given, testCase) => {
  expect(check(given, testCase)).toEqual([finding])
})

test('an empty body is as declared by a status without content, or by a schema without a value', () => {
  const empty = { body: undefined, flaw: { kind: 'empty' as const }, headers: { 'content-type': '' } }
  const expectNoBody = (status: number, schema: z.ZodType) =>
    check({ ...empty, status }, { status }, { ...read, responses: { [status]: schema } })
  for (const schema of [z.void(), z.any(), z.unknown(), z.never(), z.null(), z.undefined()])
    expect(expectNoBody(204, schema)).toEqual([])
  for (const schema of [z.void(), z.never(), z.undefined()]) expect(expectNoBody(200, schema)).toEqual([])
  expect(expectNoBody(200, z.unknown())).toHaveLength(2)
})

test('a redirect is not a finding if its case expects it', () => {
  const moved = { ...read, responses: { 302: z.undefined() } }
  const location = { status: 302, headers: { location: 'https://a.example/' } }
  expect(check(location, { status: 302 }, moved)).toEqual([])
  expect(check({ ...location, status: 301 }, { status: 302 }, moved)).toEqual([
    'behaviour redirect $redirect: expected status 302, got 301 to https://a.example/',
  ])
})

test('only an endpoint that requires a token is open without one', () => {
  const open = { ...read, auth: 'none' as const }
  const expects401 = { status: 401, as: 'anonymous' } as const
  expect(check({}, expects401, open)).toEqual(['behaviour status $status: expected 401, got 200'])
  expect(check({ headers: { 'cache-control': 'public' } }, {}, open)).toEqual([])
})

test('the longer of two cache lifetimes counts, in either order', () => {
  const open = { ...read, auth: 'none' as const }
  for (const cache of ['public, max-age=60, s-maxage=86400', 's-maxage=86400, max-age=60'])
    expect(check({ headers: { 'cache-control': cache } }, {}, open)).toEqual([
      `behaviour cache $headers.cache-control: expected no caching for more than an hour, got ${cache}`,
    ])
  expect(check({ headers: { 'cache-control': 'max-age=60, s-maxage=3600' } }, {}, open)).toEqual([])
})

test('an API without browsers, limits on caching and bounds has no findings of these rules', () => {
  const plain = { ...rules, pageOrigin: null, maxAge: null }
  const given = { headers: { 'access-control-allow-origin': '', 'cache-control': 'immutable' } }
  expect(check(given, {}, read, plain)).toEqual([])
  expect(check(given)).toHaveLength(2)
  expect(check({ headers: { 'cache-control': 'max-age=61' } }, {}, read, { ...rules, maxAge: 60 })).toEqual([
    'behaviour cache $headers.cache-control: expected no caching for more than 60 seconds, got max-age=61',
  ])
})

test('a response without Content-Type has a finding, unless it has no body', () => {
  const response = responseWith({ body: { id: 1 }, headers: new Map([['access-control-allow-origin', '*']]) })
  const findingsFor = (status: number) =>
    checkCaseResponse(rules, {
      endpoint: read,
      testCase: { title: 'a row', status },
      response: { ...response, status },
    }).map(describeFinding)
  expect(findingsFor(200)).toEqual(['$headers.content-type: expected application/json, got missing'])
  expect(findingsFor(204)).toEqual([])
})

test('values beyond their bounds are findings of successful responses only', () => {
  const bounds = { numbers: { id: [1, 9] as const }, pastTimes: [] }
  const Failed = z.object({ id: z.int() })
  const of = { ...read, responses: { ...read.responses, 401: Failed } }
  const by = { ...rules, bounds }
  expect(check({ body: { id: 10 } }, {}, of, by)).toEqual([
    'behaviour bounds $.id: expected a number from 1 to 9, got 10',
  ])
  expect(check({ body: { id: 10 }, status: 401 }, { status: 401 }, of, by)).toEqual([])
  // A value of another type is not reported a second time.
  expect(check({ body: { id: '10' } }, {}, of, by)).toEqual([
    'breaking type $.id: expected integer, got string',
  ])
})

const host = (isEmulator: boolean) => ({
  contracts: { ...rules } as never,
  isEmulator,
  values: {},
})
const result = (given: Partial<HostResponse>, testCase: Partial<CheckResult['testCase']> = {}) =>
  resultWith(
    { body: { id: 1 }, headers: new Map(Object.entries(headers)), ...given },
    { endpoint: read, testCase: { title: 'a row', status: 200, as: 'customer', ...testCase } },
  )
const rulesOf = ({ findings }: ReturnType<typeof result>) => findings.map(({ rule }) => rule)

test('slow responses are findings of a host, not of the emulator', () => {
  const slow = { ms: 6000, body: { id: '1' } }
  expect(rulesOf(checkCaseResult(host(false), result(slow)))).toEqual(['slow', 'type'])
  expect(rulesOf(checkCaseResult(host(true), result(slow)))).toEqual(['type'])
})

test('a case may accept other statuses', () => {
  const refused = result({ status: 403 }, { otherStatuses: [403] })
  expect(rulesOf(checkCaseResult(host(false), refused))).toEqual([])
  expect(rulesOf(checkCaseResult(host(false), result({ status: 404 }, { otherStatuses: [403] })))).toEqual([
    'status',
  ])
})

test('a successful response without findings is compared with the values of the run', () => {
  const differs = findingAt('effect', '$.id', '7', '1')
  const compare = (body: unknown, { id }: Record<string, unknown>) =>
    (body as { id: number }).id === id ? [] : [differs]
  const compareAndList = (given: Partial<HostResponse>, id: number, status = 200) =>
    rulesOf(checkCaseResult({ ...host(false), values: { id } }, result(given, { compare, status })))
  expect(compareAndList({}, 1)).toEqual([])
  expect(compareAndList({}, 7)).toEqual(['effect'])
  expect(compareAndList({ body: { id: '1' } }, 7)).toEqual(['type'])
  expect(compareAndList({ status: 401, body: { message: 'no' } }, 7, 401)).toEqual([])
})

test('a result without a response has no findings', () => {
  const { response: _, ...silent } = result({})
  expect(checkCaseResult(host(false), silent)).toBe(silent)
})

test('required content whose function throws is missing, without hiding the findings of the body', () => {
  const throws = { ...content, isPresent: (body: unknown) => (body as { name: string }).name.length > 0 }
  expect(check({}, { content: throws })).toEqual(check({}, { content }))
  expect(check({ body: [] }, { content: throws })).toEqual(check({ body: [] }))
})
