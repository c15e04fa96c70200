import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Case } from '../../src/case.ts'
import { endpoint } from '../../src/endpoint.ts'
import { secret } from '../../src/schema/privacy.ts'
import { hostWith, JSON_HEADERS, responseWith } from '../../test/results.ts'
import { emptyResult, imageResult } from '../check-result.ts'
import type { Host } from './host.ts'
import { sendAgain, sendCase } from './send-case.ts'

const me = endpoint({
  method: 'POST',
  path: '/me/{token}/{key}',
  body: z.object({ pin: secret(z.string()), note: z.string() }),
  responses: { 200: z.object({ reset_code: secret(z.string()), id: z.int() }) },
})

type Given = { name?: string; testCase?: Partial<Case>; body?: unknown; status?: number; tokenField?: string }

/** Sends the request of a case. Returns the host, what was sent and which tokens it uses from then on. */
async function sendWith({
  name = 'me',
  testCase = {},
  body = {},
  status = 200,
  tokenField = 'token',
}: Given = {}) {
  const tokens: string[] = []
  const reply = () => responseWith({ body, status, headers: JSON_HEADERS, ms: 30 })
  const { host, sent } = hostWith(
    { endpoints: { me }, login: { endpoint: 'auth.login', tokenField }, prefix: '/v2' },
    [],
    reply,
  )
  host.session.useToken = (token) => tokens.push(token)
  const planned = {
    name,
    endpoint: me,
    isUnreported: false,
    testCase: { title: 'a', status: 200, ...testCase },
  }
  const request = {
    params: { token: 'path-secret-0', key: 'menu-header' },
    query: { key: 'query-secret-1', q: 'atlas' },
    headers: { 'x-api-key': 'header-secret-2' },
    body: { pin: 'body-secret-3', note: 'horse' },
  }
  const result = await sendCase(host, emptyResult(planned), request, host.values)
  return { host, result, tokens, outgoing: sent }
}
const hidden = ({ redactor }: Host, ...texts: string[]) =>
  texts.filter((text) => redactor.isPartOfHidden(text))

test('sends the request of a case, and records it', async () => {
  const { result, outgoing } = await sendWith({ testCase: { as: 'invalid-token' } })
  expect(outgoing).toEqual([
    {
      name: 'me',
      method: 'POST',
      path: '/v2/me/path-secret-0/menu-header?key=query-secret-1&q=atlas',
      as: 'invalid-token',
      body: { pin: 'body-secret-3', note: 'horse' },
      headers: { 'x-api-key': 'header-secret-2' },
    },
  ])
  expect(result).toMatchObject({ state: 'completed', requests: 1, ms: 30, curl: 'curl', findings: [] })
  expect(result.url).not.toContain('query-secret-1')
})

test('hides secrets in a request and its response, and nothing else', async () => {
  const { host } = await sendWith({ body: { reset_code: 'response-secret-4', id: 1 } })
  expect(
    hidden(
      host,
      'path-secret-0',
      'query-secret-1',
      'header-secret-2',
      'body-secret-3',
      'response-secret-4',
      'menu-header',
      'atlas',
      'horse',
    ),
  ).toEqual(['path-secret-0', 'query-secret-1', 'header-secret-2', 'body-secret-3', 'response-secret-4'])
})

test('hides personal data in the responses to a customer', async () => {
  const body = { email: 'ada@mail.test' }
  expect(hidden((await sendWith({ body, testCase: { as: 'customer' } })).host, 'ada@mail.test')).toHaveLength(
    1,
  )
  expect(hidden((await sendWith({ body })).host, 'ada@mail.test')).toEqual([])
})

test.each([
  ['a success', { status: 200, body: { id: 7 } }, { id: 7 }],
  ['an error', { status: 300, body: { id: 7 } }, {}],
  ['a success without a body', { body: undefined }, {}],
])('extracts values from %s: %o', async (_, given, values) => {
  const extract = (body: unknown) => ({ id: (body as { id: number }).id })
  expect((await sendWith({ ...given, testCase: { extract } })).host.values).toEqual(values)
})

test('a response that has drifted provides no values', async () => {
  const extract = () => {
    throw new TypeError('no rows')
  }
  expect((await sendWith({ testCase: { extract } })).result.state).toBe('completed')
  // An unhandled rejection would end the process.
  const reject = () => Promise.reject(new TypeError('drifted')) as never
  expect((await sendWith({ testCase: { extract: reject } })).result.state).toBe('completed')
})

test.each<[what: string, given: Given, tokens: string[]]>([
  ['the log-in', { name: 'auth.login', body: { token: 'a.b.c' } }, ['a.b.c']],
  [
    'a log-in with a nested field',
    { name: 'auth.login', tokenField: 'data.token', body: { data: { token: 'a.b.c' } } },
    ['a.b.c'],
  ],
  [
    'a log-in without that object',
    { name: 'auth.login', tokenField: 'data.token', body: { data: null } },
    [],
  ],
  ['another endpoint', { body: { token: 'a.b.c' } }, []],
  ['a refused login', { name: 'auth.login', body: { token: 'a.b.c' }, status: 401 }, []],
  ['a log-in with an empty token', { name: 'auth.login', body: { token: '' } }, []],
  ['a log-in with a number', { name: 'auth.login', body: { token: 7 } }, []],
  ['a log-in with no object', { name: 'auth.login', body: null }, []],
])('takes the token from %s', async (_, given, tokens) => {
  expect((await sendWith(given)).tokens).toEqual(tokens)
})

test('hides the token of a log-in and the personal data next to it', async () => {
  const body = { token: 'token-secret-5', email: 'ada@mail.test' }
  const { host } = await sendWith({ name: 'auth.login', body })
  expect(hidden(host, 'token-secret-5', 'ada@mail.test')).toHaveLength(2)
})

test('a request is sent again as it was, and changes no values', async () => {
  const extract = () => ({ id: 8 })
  const { host, result, outgoing } = await sendWith({ testCase: { extract } })
  host.values.id = 7
  expect(await sendAgain(host, result)).toMatchObject({ state: 'completed', requests: 1 })
  expect(outgoing[1]).toEqual(outgoing[0])
  expect(host.values.id).toBe(7)
})

test.each([
  ['closed', 'connection'],
  ['connection', 'connection'],
  ['timeout', 'timeout'],
  ['certificate', undefined],
  ['rate', undefined],
  ['interrupt', undefined],
] as const)('a request that ends with "%s" has no response because of: %s', async (why, noResponse) => {
  const error = new Error('fetch failed')
  const { host, sent } = hostWith({}, [], () => ({
    kind: 'failed',
    cause: why,
    reason: 'no reply',
    error,
    ms: 30,
  }))
  const planned = { name: 'me', endpoint: me, isUnreported: false, testCase: { title: 'a', status: 200 } }
  const result = await sendCase(host, emptyResult(planned), {}, host.values)
  const record = {
    state: 'error',
    reason: 'no reply',
    error,
    findings: [],
    requests: 1,
    ms: 30,
    kind: 'case',
  }
  expect(result).toMatchObject({ ...record, noResponse, request: {}, method: 'POST', curl: 'curl' })
  expect(result).not.toHaveProperty('response')
  // The request contains nothing but what the case declares.
  expect(sent).toEqual([{ name: 'me', method: 'POST', path: '/me/undefined/undefined', as: 'anonymous' }])
})

test('a result that was not sent is an empty case', () => {
  const planned = { name: 'me', endpoint: me, isUnreported: true, testCase: { title: 'a', status: 200 } }
  const nothing = { kind: 'case', state: 'skipped', findings: [], curl: '', requests: 0, ms: 0 }
  expect(emptyResult(planned)).toEqual({ ...planned, ...nothing })
  const folder = { name: 'images', files: 'covers', endpoint: { ...me, summary: 'covers' } }
  expect(imageResult(folder, 'no file')).toEqual({
    name: 'images',
    endpoint: folder.endpoint,
    isUnreported: false,
    testCase: { title: 'covers', status: 200 },
    ...nothing,
    reason: 'no file',
  })
})
