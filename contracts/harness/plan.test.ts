import { expect, test } from 'vitest'
import { providerContracts } from '../cases/provider.ts'
import type { Case } from '../src/case.ts'
import type { Contracts } from '../src/contracts.ts'
import { parseContracts } from '../src/define-contracts.ts'
import { petCase, READ_ONLY, read, write } from '../test/pets.ts'
import {
  casesInOrder,
  explainSkippedEndpoint,
  explainUnknownName,
  type PlanOptions,
  pathOf,
  planCases,
  planStaging,
  requestsOf,
} from './plan.ts'

/** `pets.details` is declared before the list that provides its input. */
const contracts = parseContracts({
  endpoints: {
    pets: {
      details: { ...read, path: '/pets/{id}' },
      list: { ...read, path: '/pets' },
      unexplained: { ...read, readOnly: undefined, path: '/pets/mark-as-read' },
    },
    account: { info: { ...read, path: '/account', auth: 'bearer' }, undeclared: { ...read, path: '/{id}' } },
    writes: {
      undone: { ...write, path: '/pets' },
      final: { ...write, path: '/orders' },
      undeclared: { ...write, path: '/tags' },
    },
    auth: { login: { ...write, path: '/login' } },
  },
  cases: {
    pets: {
      details: [petCase],
      list: [{ title: 'pets', status: 200, outputs: ['petId'], extract: () => ({ petId: 7 }) }],
      unexplained: [{ title: 'marks', status: 200 }],
    },
    writes: {
      undone: [{ title: 'adds', status: 200, cleanup: 'removed' }],
      final: [{ title: 'orders', status: 200, emulatorOnly: 'it costs money' }],
      undeclared: [
        { title: 'tags', status: 200 },
        { title: 'may tag', status: 422, otherStatuses: [200] },
      ],
    },
    auth: { login: [{ title: 'logs in', status: 200 }] },
  },
  login: { endpoint: 'auth.login', tokenField: 'token' },
})
const planNames = (options: Partial<PlanOptions>, more: Partial<Contracts> = {}) =>
  planCases({ ...contracts, ...more }, { ...READ_ONLY, ...options }).map(
    ({ name, isUnreported, testCase }) =>
      `${isUnreported ? 'unreported ' : ''}${name}${testCase.as === 'customer' ? ' with token' : ''}`,
  )

test.each<[string, Partial<PlanOptions>, string]>([
  ['reads with a reason', {}, 'pets.list, pets.details, account.info with token, account.info'],
  ['the log-in with a password', { includesLogin: true, only: ['auth'] }, 'unreported pets.list, auth.login'],
  ['writes that are undone', { write: true, only: ['writes'] }, 'unreported pets.list, writes.undone'],
  [
    'everything to an emulator',
    { write: true, isEmulator: true, only: ['writes', 'GET /pets/mark-as-read'] },
    'pets.unexplained, writes.undone, writes.final, writes.undeclared, writes.undeclared',
  ],
  ['the cases that provide values', { only: ['pets.details'] }, 'unreported pets.list, pets.details'],
  [
    'the log-in that provides the token',
    { only: ['account'], includesLogin: true },
    'unreported pets.list, unreported auth.login, account.info with token, account.info',
  ],
])('plans %s', (_, options, names) => {
  expect(planNames(options).join(', ')).toBe(names)
})

test('also plans the case that removes what a selected case leaves', () => {
  const adds: Case = { title: 'adds', status: 200, cleanup: 'removed', leaves: { what: 'pet', text: String } }
  const removes: Case = { title: 'removes', status: 200, cleanup: 'none', inputs: ['petId'], removes: 'pet' }
  const lists: Case = { title: 'lists', status: 200, outputs: ['petId'] }
  const cases = {
    'pets.list': [{ title: 'pets', status: 200 }],
    'writes.undone': [adds],
    'pets.details': [lists],
    'writes.undeclared': [removes, { ...removes, removes: 'tag' }],
  }
  expect(planNames({ write: true, only: ['writes.undone'] }, { cases })).toEqual([
    // The public reads precede the first write, and one is sent again for its value.
    'unreported pets.list',
    'unreported pets.details',
    'writes.undone',
    'unreported pets.details',
    'unreported writes.undeclared',
  ])
})

test('plans a log-in that returns 201', () => {
  const cases = { ...contracts.cases, 'auth.login': [{ title: 'logs in', status: 201 }] }
  expect(planNames({ includesLogin: true, only: ['account'] }, { cases })).toContain('unreported auth.login')
  expect(planNames({ includesLogin: true }, { cases })).toContain('auth.login')
  expect(planNames({ write: true }, { cases })).not.toContain('auth.login')
})

test('plans up to three public reads before the first use of the account', () => {
  const rows = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, { ...read, path: `/${name}` }]))
  const many = parseContracts({
    endpoints: { auth: { login: { ...write, path: '/login' } }, rows },
    cases: {
      auth: { login: [{ title: 'logs in', status: 200 }] },
      rows: { a: [{ title: 'a', status: 200 }] },
    },
    login: { endpoint: 'auth.login', tokenField: 'token' },
  })
  expect(planNames({ includesLogin: true, only: ['auth'] }, many)).toEqual([
    'unreported rows.b',
    'unreported rows.c',
    'unreported rows.d',
    'auth.login',
  ])
  expect(planNames({ includesLogin: true, only: ['auth', 'rows.d', 'rows.a'] }, many)).toEqual([
    'unreported rows.b',
    'unreported rows.c',
    'rows.d',
    'auth.login',
    'rows.a',
  ])
  expect(planNames({ only: ['auth'], isEmulator: true, write: true }, many)).toEqual([])
})

test('also plans the read from whose response the staging steps choose values', () => {
  const staging = { steps: [], valueSources: ['pets.list'], values: () => ({}) }
  expect(planNames({ only: ['account.undeclared'], includesStaging: true }, { staging })).toEqual([
    'unreported pets.list',
  ])
  expect(planNames({ only: ['account.undeclared'] }, { staging })).toEqual([])
})

test.each<[name: string, reason: string, Partial<PlanOptions>?]>([
  ['account.undeclared', 'no case is declared; only a GET without path parameters has a default case'],
  ['pets.unexplained', 'no readOnly reason is declared, so it is not sent to a live host'],
  ['auth.login', 'sent only if PROVIDER_EMAIL and PROVIDER_PASSWORD are set and there is no token'],
  ['writes.final', 'never sent to a live host: it costs money', { write: true }],
  ['writes.final', 'writes, so it requires --write', { isEmulator: true }],
  ['writes.undone', 'writes, so it requires --write'],
  ['writes.undeclared', 'never sent to a live host: no cleanup is declared', { write: true }],
])('explains that no case of %s is sent: %s', (name, reason, options) => {
  expect(explainSkippedEndpoint(contracts, name, { ...READ_ONLY, ...options })).toBe(reason)
})

test.each<[what: string, isSent: boolean, testCase: Case]>([
  ['no write without cleanup', false, { title: 'adds', status: 201 }],
  [
    'no write that may succeed without cleanup',
    false,
    { title: 'may add', status: 422, otherStatuses: [201] },
  ],
  ['a write with cleanup', true, { title: 'adds', status: 201, cleanup: 'removed by DELETE /tags' }],
  ['a write that must be rejected', true, { title: 'rejects', status: 422 }],
])('--write sends %s to a live host', (_, isSent, testCase) => {
  const cases = { 'writes.undeclared': [testCase] }
  expect(planNames({ write: true }, { cases })).toEqual(isSent ? ['writes.undeclared'] : [])
})

test('sends a case only if no value it needs is missing or empty', () => {
  const testCase: Case = {
    title: 'a',
    status: 200,
    inputs: ['ids'],
    request: ({ ids }) => ({ params: { id: (ids as string[])[0] as string } }),
  }
  expect(requestsOf(testCase, { ids: ['7'] })).toEqual({ requests: [{ params: { id: '7' } }] })
  for (const values of [{}, { ids: [] }]) expect(requestsOf(testCase, values)).toEqual({ missing: ['ids'] })
  expect(requestsOf({ title: 'a', status: 200 }, {})).toEqual({ requests: [{}] })
})

test('builds paths as the API expects them', () => {
  const endpoint = { ...contracts.endpoints['pets.list'], path: '/pets/{id}/' } as never
  const request = { params: { id: 'a b' }, query: { q: 'x&y' } }
  expect(pathOf(contracts, endpoint, request)).toBe('/pets/a%20b/?q=x%26y')
  expect(pathOf({ ...contracts, keepsSlash: false, prefix: '/v2' }, endpoint, { params: { id: 1 } })).toBe(
    '/v2/pets/1',
  )
  // Request functions of JavaScript files may pass on missing values.
  const missing = { params: { id: 1 }, query: { page: undefined, size: null, q: '' } } as never
  expect(pathOf(contracts, endpoint, missing)).toBe('/pets/1/?q=')
})

test('names given with --only must match an endpoint, a resource, or a method with a path', () => {
  const explain = (...only: string[]) => explainUnknownName(contracts, only)
  expect(explain('pets', 'pets.list', 'GET /pets')).toBe(null)
  expect(explain('pets', 'pet')).toBe('no endpoint or resource "pet"; did you mean "pets"?')
  expect(explain('bananas')).toBe('no endpoint or resource "bananas".')
})

test('every staging step that leaves data says what happens to it', () => {
  const steps = planStaging(providerContracts).map(({ testCase }) => `${testCase.title}: ${testCase.cleanup}`)
  expect(steps).toEqual(
    expect.arrayContaining([
      'registers an account: stays on the host',
      'saves an address for the account: removed later',
      'removes the address of the account: removes the address',
      'rejects a wrong password for the account: will be rejected',
      'logs in to the account: leaves no data',
    ]),
  )
})

test('a case that provides values for a needed one brings the cases that it needs itself', () => {
  const cases = {
    'pets.details': [{ title: 'a pet', status: 200, inputs: ['petId'] }],
    'pets.list': [{ title: 'pets', status: 200, inputs: ['owner'], outputs: ['petId'] }],
    'account.info': [
      { title: 'other', status: 200, outputs: ['unused'] },
      { title: 'owner', status: 200, outputs: ['owner', 'name'] },
    ],
  }
  expect(planNames({ only: ['pets.details'] }, { cases })).toEqual([
    'unreported account.info',
    'unreported pets.list',
    'pets.details',
  ])
})

test('a case that needs the values of two others follows both', () => {
  const cases = {
    'pets.details': [{ title: 'a pet', status: 200, inputs: ['petId', 'owner'] }],
    'pets.list': [{ title: 'pets', status: 200, outputs: ['petId'] }],
    'account.info': [{ title: 'owner', status: 200, outputs: ['owner'] }],
  }
  expect(planNames({}, { cases })).toEqual(['pets.list', 'account.info', 'pets.details'])
})

test('cases that need values of each other are sent once each, as declared', () => {
  const circular = parseContracts({
    endpoints: {
      pets: { first: { ...read, path: '/pets/{id}' }, second: { ...read, path: '/owners/{owner}' } },
    },
    cases: {
      pets: {
        first: [{ title: 'a pet', status: 200, inputs: ['id'], outputs: ['owner'] }],
        second: [{ title: 'an owner', status: 200, inputs: ['owner'], outputs: ['id'] }],
      },
    },
  })
  expect(casesInOrder(circular).map(({ name }) => name)).toEqual(['pets.second', 'pets.first'])
})
