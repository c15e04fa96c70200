import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Case } from '../../src/case.ts'
import type { Contracts } from '../../src/contracts.ts'
import { endpoint } from '../../src/endpoint.ts'
import { hostWith, JSON_HEADERS, responseWith } from '../../test/results.ts'
import type { PlannedCase } from '../plan.ts'
import type { Host, Progress } from '../send/host.ts'
import type { HostAccess } from '../send/host-access.ts'
import { runCases } from './cases.ts'

const responses = { 200: z.unknown() }
const list = endpoint({ method: 'GET', path: '/notes', readOnly: 'a list', responses })
const add = endpoint({ method: 'POST', path: '/notes', responses })
const info = endpoint({ method: 'GET', path: '/me', auth: 'bearer', readOnly: 'the account', responses })
const login = endpoint({ method: 'POST', path: '/login', responses })
const endpoints = { 'notes.list': list, 'notes.add': add, 'me.info': info, 'auth.login': login }

/** Plans a case of an endpoint, which responds with success by default. */
const planCase = (
  name: keyof typeof endpoints,
  testCase: Partial<PlannedCase['testCase']> = {},
): PlannedCase => ({
  name,
  endpoint: endpoints[name],
  testCase: { title: 'a case', status: 200, ...testCase },
  isUnreported: false,
})
const json = (body: unknown, status = 200) => responseWith({ body, status, headers: JSON_HEADERS })
const NO_RESPONSE = { kind: 'failed', cause: 'timeout', reason: 'timeout', ms: 1 } as const

type Given = {
  /** Response bodies in order. The last one is used for all further responses. */
  bodies?: unknown[]
  reply?: Parameters<typeof hostWith>[2]
  contracts?: Partial<Contracts>
  options?: Partial<HostAccess>
  /** Prepares the host before the first case. */
  prepare?: (host: Host) => void
}

/** Sends cases, and returns what was sent, with the results of the host. */
async function sendCases(
  cases: PlannedCase[],
  { bodies = [[]], reply, contracts, options, prepare }: Given = {},
) {
  const { host, sent } = hostWith(
    { endpoints, ...contracts },
    [],
    reply ?? ((_, number) => json(bodies[Math.min(number, bodies.length) - 1])),
  )
  Object.assign(host, options)
  const events: Progress[] = []
  host.onProgress = (event) => events.push(event)
  prepare?.(host)
  await runCases(host, cases)
  const requests = sent.map(
    ({ method, path, body }) => `${method} ${path}${body ? ` ${JSON.stringify(body)}` : ''}`,
  )
  return { host, requests, events, reasons: host.results.map(({ reason }) => reason) }
}

const searches =
  (...words: string[]) =>
  () =>
    words.map((q) => ({ query: { q } }))
const failing = () => JSON.parse('')
const isFull = (body: unknown) => (body as unknown[]).length > 0

test('tries up to three alternatives until a response has content', async () => {
  const content = { name: 'notes', isPresent: isFull }
  const cases = [planCase('notes.list', { content, request: searches('a', 'b', 'c', 'd') })]
  const none = await sendCases(cases)
  expect(none.requests).toEqual(['GET /notes?q=a', 'GET /notes?q=b', 'GET /notes?q=c'])
  expect(none.host.results[0]?.note).toBe('no notes to check: the responses were empty')
  const second = await sendCases(cases, { bodies: [[], ['x'], []] })
  expect(second.requests).toHaveLength(2)
  expect(second.host.results[0]).toMatchObject({ response: { body: ['x'] }, requests: 2 })
  expect(second.host.results[0]?.note).toBeUndefined()
})

test('a response that `isPresent` cannot read counts as empty', async () => {
  const content = { name: 'notes', isPresent: isFull }
  const { requests } = await sendCases([planCase('notes.list', { content, request: searches('a', 'b') })], {
    bodies: [null],
  })
  expect(requests).toHaveLength(2)
})

test('a finding stops further alternatives, except `refused`', async () => {
  const content = { name: 'notes', isPresent: isFull, isRequired: true }
  const cases = [planCase('notes.list', { content, request: searches('a', 'b', 'c') })]
  const untyped = await sendCases(cases, { reply: () => responseWith({ body: [] }) })
  expect(untyped.requests).toHaveLength(1)
  const optional = { content: { ...content, isRequired: false } }
  const { host } = await sendCases([planCase('notes.list', optional)], {
    reply: () => responseWith({ body: [] }),
  })
  expect(host.results[0]?.note).toBeUndefined()
  const refused = await sendCases(cases)
  expect(refused.requests).toHaveLength(3)
  expect(refused.host.results[0]?.note).toBeUndefined()
})

test('a refusal that needs an alternative is followed by the next request, and any other is not', async () => {
  const cases = [
    planCase('notes.list', { request: searches('a', 'b'), needsAlternative: (body) => body === 'type' }),
  ]
  const typed = await sendCases(cases, {
    reply: (_, number) => (number === 1 ? json('type', 403) : json([])),
  })
  expect(typed.requests).toEqual(['GET /notes?q=a', 'GET /notes?q=b'])
  expect(typed.host.results).toMatchObject([{ response: { status: 200 }, findings: [] }])
  const other = await sendCases(cases, { reply: () => json('password', 403) })
  expect(other.requests).not.toContain('GET /notes?q=b')
})

test('a request without a response stops further alternatives and drops the earlier response', async () => {
  const content = { name: 'notes', isPresent: isFull }
  const cases = [planCase('notes.list', { content, request: searches('a', 'b', 'c') })]
  const { host, requests } = await sendCases([...cases, planCase('notes.list')], {
    reply: (_, number) => (number === 2 ? NO_RESPONSE : json([])),
  })
  expect(requests).toEqual(['GET /notes?q=a', 'GET /notes?q=b', 'GET /notes'])
  expect(host.results[0]).toMatchObject({ state: 'error', noResponse: 'timeout' })
  expect(host.results[0]?.response).toBeUndefined()
})

const leaves = { what: 'note', text: ({ noteId }: Record<string, unknown>) => `note ${noteId}` }
const adds: Partial<Case> = {
  title: 'adds',
  leaves,
  extract: () => ({ noteId: 7 }),
  request: { body: { a: 1 } },
}
const refused: Partial<Case> = { title: 'refuses', status: 422 }

const leftBehindBy = async (cases: PlannedCase[], given?: Given) => [
  ...(await sendCases(cases, given)).host.leftBehind.values(),
]

test('written data is recorded until it is removed', async () => {
  expect(await leftBehindBy([planCase('notes.add', adds)])).toEqual(['note 7'])
  expect(
    await leftBehindBy([planCase('notes.add', adds), planCase('notes.add', { removes: 'note' })]),
  ).toEqual([])
  expect(
    await leftBehindBy([planCase('notes.add', adds), planCase('notes.add', { removes: 'other' })]),
  ).toEqual(['note 7'])
})

test('a refused removal leaves the data behind', async () => {
  const reply = (_: unknown, number: number) => json({}, number === 1 ? 200 : 300)
  const cases = [planCase('notes.add', adds), planCase('notes.add', { removes: 'note' })]
  expect(await leftBehindBy(cases, { reply })).toEqual(['note 7'])
})

test('reads, the log-in and an emulator leave nothing behind', async () => {
  const contracts = { login: { endpoint: 'auth.login', tokenField: 'token' } }
  expect(await leftBehindBy([planCase('notes.list', adds)])).toEqual([])
  expect(await leftBehindBy([planCase('auth.login', refused)], { contracts })).toEqual([])
  expect(await leftBehindBy([planCase('notes.add', adds)], { options: { isEmulator: true } })).toEqual([])
})

test.each([
  [{ id: 7 }, ' with id 7'],
  [{ order_id: 100123 }, ' with id 100123'],
  [{ data: { name: 'a', note_id: 5 }, more: null }, ' with id 5'],
  [{ id: 'seven', identity: 3, valid: 4 }, ''],
  [[1, 2], ''],
  ['stored', ''],
])('an accepted write that must be rejected is left behind with the id in %j', async (body, id) => {
  expect(await leftBehindBy([planCase('notes.add', refused)], { bodies: [body] })).toEqual([
    `what POST /notes stored${id}: it accepted "refuses" (200)`,
  ])
})

test('every accepted write that must be rejected is left behind', async () => {
  const cases = [planCase('notes.add', refused), planCase('notes.add', { ...refused, title: 'refuses more' })]
  expect(await leftBehindBy(cases)).toHaveLength(2)
})

test('a write without a response may have been stored, unless it stores nothing', async () => {
  const reply = () => NO_RESPONSE
  expect(await leftBehindBy([planCase('notes.add', adds)], { reply })).toEqual([
    'perhaps data of POST /notes, because POST /notes had no response',
  ])
  expect(await leftBehindBy([planCase('notes.add', refused)], { reply })).toEqual([
    'perhaps POST /notes, because POST /notes had no response',
  ])
  expect(await leftBehindBy([planCase('notes.add', { title: 'harmless' })], { reply })).toEqual([])
})

test('after an interrupt, only the removal of written data and the read of its id are sent', async () => {
  const removes: Partial<Case> = {
    title: 'removes',
    removes: 'note',
    inputs: ['rowId'],
    request: ({ rowId }) => ({ body: { id: rowId } }),
  }
  const reads: Partial<Case> = { outputs: ['rowId'], extract: () => ({ rowId: 9 }) }
  const cases = [
    planCase('notes.list'),
    planCase('notes.list', { ...reads, outputs: ['other'] }),
    planCase('notes.list', reads),
    planCase('notes.list', { ...reads, title: 'again' }),
    planCase('notes.add', adds),
    planCase('notes.add', removes),
    planCase('notes.add', { ...removes, removes: 'other' }),
  ]
  const interrupted = (host: Host) => {
    host.signal = AbortSignal.abort()
  }
  const nothing = await sendCases(cases, { prepare: interrupted })
  expect(nothing.requests).toEqual([])
  expect(nothing.reasons).toEqual(cases.map(() => 'not sent: the run was interrupted'))
  const written = await sendCases(cases, {
    prepare: (host) => {
      interrupted(host)
      host.leftBehind.set('note', 'note 7')
    },
  })
  expect(written.requests).toEqual(['GET /notes', 'POST /notes {"id":9}'])
  expect(written.host.leftBehind.size).toBe(0)
})

test('credentials and writes are not sent to a host that is not the provider', async () => {
  const cases = [
    planCase('notes.list'),
    planCase('notes.add', refused),
    planCase('me.info', { as: 'customer' }),
    planCase('me.info', { as: 'invalid-token' }),
    planCase('me.info', { status: 401 }),
    planCase('notes.list', { as: 'customer' }),
    planCase('notes.list', { title: 'again' }),
  ]
  const reply = () => responseWith({ status: 503, flaw: { kind: 'html' } })
  const { requests } = await sendCases(cases, { reply, contracts: { endpoints: { 'notes.list': list } } })
  // The first list is sent three times, and the account is asked once without a token.
  expect(requests).toEqual(['GET /notes', 'GET /notes', 'GET /notes', 'GET /me', 'GET /notes'])
  expect((await sendCases(cases, { reply, options: { isEmulator: true } })).requests.length).toBeGreaterThan(
    2,
  )
})

test('a case that lacks values or a token is skipped with the reason', async () => {
  const contracts = { valueLabels: { petId: 'a pet', otherPet: 'a pet', owner: 'an owner' } }
  const { requests, reasons } = await sendCases(
    [
      planCase('notes.list', { inputs: ['petId', 'otherPet', 'owner', 'code'] }),
      planCase('me.info', { as: 'customer' }),
      planCase('me.info', { as: 'invalid-token' }),
    ],
    { contracts },
  )
  expect(reasons).toEqual([
    'no earlier response contained a pet or an owner or code',
    'no token: set PROVIDER_TOKEN, or PROVIDER_EMAIL and PROVIDER_PASSWORD',
    undefined,
  ])
  expect(requests).toEqual(['GET /me'])
})

test('a case of the customer is sent with a token', async () => {
  const prepare = (host: Host) => {
    host.session.currentToken = () => 'a.b.c'
  }
  const { requests } = await sendCases([planCase('me.info', { as: 'customer' })], { prepare })
  expect(requests).toEqual(['GET /me'])
})

test('each result with a response is passed on before the next request', async () => {
  const { host, sent } = hostWith({ endpoints }, [], (_, number) => (number === 2 ? NO_RESPONSE : json([])))
  const passed: [title: string, sent: number][] = []
  await runCases(
    host,
    ['a', 'b', 'c'].map((title) => planCase('notes.list', { title })),
    async ({ testCase }) => void passed.push([testCase.title, sent.length]),
  )
  expect(passed).toEqual([
    ['a', 1],
    ['c', 3],
  ])
})

test('a search word that is part of a secret is not sent', async () => {
  const prepare = (host: Host) => host.redactor.hide('horse-battery', '[secret]')
  const some = planCase('notes.list', { request: searches('battery', 'atlas', 'hor') })
  expect((await sendCases([some], { prepare })).requests).toEqual(['GET /notes?q=atlas'])
  const all = await sendCases([planCase('notes.list', { request: searches('battery') })], { prepare })
  expect([all.requests, all.reasons]).toEqual([[], ['every search word is part of a secret']])
  // Short words occur in many texts.
  const short = await sendCases([planCase('notes.list', { request: searches('hor') })], { prepare })
  expect(short.requests).toEqual(['GET /notes?q=hor'])
})

test('a code is looked up before its case, and hidden', async () => {
  const asked: string[] = []
  const codeFor = async (email: string) => {
    asked.push(email)
    return asked.length === 1 ? '482913' : null
  }
  const lookup = { email: () => 'ada@mail.test', value: 'code' }
  const uses: Partial<PlannedCase['testCase']> = {
    lookup,
    inputs: ['code'],
    request: ({ code }) => ({ body: { code } }),
  }
  const cases = [planCase('notes.add', uses), planCase('notes.add', uses), planCase('notes.list')]
  const { host, requests } = await sendCases(cases, { options: { codeFor } })
  expect(asked).toEqual(['ada@mail.test', 'ada@mail.test'])
  // If no code was found, the earlier one is used.
  expect(requests).toEqual([...Array(2).fill('POST /notes {"code":"482913"}'), 'GET /notes'])
  expect(host.redactor.isPartOfHidden('482913')).toBe(true)
})

test('a step is sent with the token of its account', async () => {
  const tokens: string[] = []
  const prepare = (host: Host) => {
    host.values.buyer = 'a.b.c'
    host.session.useToken = (token) => tokens.push(token)
  }
  const { host } = await sendCases(
    [planCase('notes.list', { token: 'buyer' }), planCase('notes.list', { token: 'missing' })],
    { prepare },
  )
  expect(tokens).toEqual(['a.b.c'])
  expect(host.results.map(({ account }) => account)).toEqual(['buyer', 'missing'])
})

test('each write that is sent is announced with its cleanup, and each other request with its number', async () => {
  const contracts = { login: { endpoint: 'auth.login', tokenField: 'token' } }
  const cases = [
    planCase('notes.list'),
    planCase('auth.login'),
    planCase('notes.add', { title: 'adds', cleanup: 'removed' }),
    planCase('notes.add', refused),
    planCase('notes.add', { inputs: ['missing'] }),
    planCase('notes.add', { as: 'customer' }),
    planCase('notes.add', { request: failing }),
  ]
  const { events } = await sendCases(cases, { contracts })
  const write = { kind: 'writing', name: 'notes.add', method: 'POST', path: '/notes' }
  expect(events).toEqual([
    { kind: 'start', cases: 7 },
    { kind: 'sending', name: 'notes.list', title: 'a case', done: 0 },
    { kind: 'sending', name: 'auth.login', title: 'a case', done: 1 },
    { ...write, title: 'adds', cleanup: 'removed' },
    { ...write, title: 'refuses', cleanup: 'nothing to undo: will be rejected' },
  ])
  const staging = await sendCases([planCase('auth.login')], {
    contracts,
    prepare: (host) => {
      host.isStaging = true
      host.values.password = 'horse-battery'
    },
  })
  expect(staging.events).toMatchObject([{ kind: 'start' }, { kind: 'writing', name: 'auth.login' }])
  expect(staging.host.redactor.isPartOfHidden('horse-battery')).toBe(true)
})

test.each([
  ['throws', failing],
  ['returns nothing', () => undefined as never],
  ['returns a promise that is rejected', () => Promise.reject(new Error('drifted')) as never],
])('a case whose request function %s is skipped with the reason', async (_, request) => {
  const { requests, host } = await sendCases([planCase('notes.list', { request })])
  expect(requests).toEqual([])
  expect(host.results).toMatchObject([
    { state: 'skipped', reason: 'its request function failed or returned no request' },
  ])
})

test('a case without a value for a parameter of its path is skipped with its name', async () => {
  const path = endpoint({ ...list, path: '/notes/{id}' })
  const { requests, reasons } = await sendCases([{ ...planCase('notes.list'), endpoint: path }])
  expect([requests, reasons]).toEqual([[], ['its request has no value for the parameter id']])
})

test('a case whose request cannot be sent is skipped with the reason', async () => {
  const cycle: Record<string, unknown> = {}
  cycle.inner = cycle
  const withId = endpoint({ ...list, path: '/notes/{id}' })
  const { requests, reasons } = await sendCases([
    planCase('notes.add', { request: { body: cycle } }),
    planCase('notes.add', { request: { body: { id: 7n } } }),
    { ...planCase('notes.list', { request: { params: { id: Object.create(null) } } }), endpoint: withId },
  ])
  expect([requests, new Set(reasons)]).toEqual([
    [],
    new Set(['its request has a path or a body that cannot be sent as text']),
  ])
})

test('a function that cannot read a refusal does not require an alternative', async () => {
  const testCase = { needsAlternative: failing, request: () => [{}, {}] }
  const { host } = await sendCases([planCase('notes.list', testCase)], { reply: () => json({}, 404) })
  expect(host.results).toMatchObject([{ state: 'completed', response: { status: 404 } }])
})
