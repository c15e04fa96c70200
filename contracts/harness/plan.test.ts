import { expect, test } from 'vitest'
import { z } from 'zod'
import { providerContracts } from '../cases/provider.ts'
import type { Case } from '../src/case.ts'
import type { Contracts } from '../src/contracts.ts'
import { contractsOf } from '../src/define-contracts.ts'
import {
  type PlanOptions,
  pathOf,
  planCases,
  planStaging,
  requestsOf,
  skipReason,
  unknownNames,
} from './plan.ts'
import { openHosts } from './send/open-hosts.ts'

const read = {
  method: 'GET',
  readOnly: 'a list',
  responses: { 200: z.array(z.object({})), 401: z.object({}) },
} as const
const write = { method: 'POST', responses: { 200: z.object({}) } } as const

/** `pets.details` is declared before the list that provides its input. */
const contracts = contractsOf({
  endpoints: {
    pets: {
      details: { ...read, path: '/pets/{id}' },
      list: { ...read, path: '/pets' },
      unexplained: { ...read, readOnly: undefined, path: '/pets/mark-as-read' },
    },
    account: { info: { ...read, path: '/account', auth: 'bearer' }, undeclared: { ...read, path: '/{id}' } },
    writes: { undone: { ...write, path: '/pets' }, final: { ...write, path: '/orders' } },
    auth: { login: { ...write, path: '/login' } },
  },
  cases: {
    pets: {
      details: [
        {
          title: 'a pet',
          status: 200,
          inputs: ['petId'],
          request: ({ petId }: { petId: number }) => ({ params: { id: petId } }),
        },
      ],
      list: [{ title: 'pets', status: 200, outputs: ['petId'], extract: () => ({ petId: 7 }) }],
      unexplained: [{ title: 'marks', status: 200 }],
    },
    writes: {
      undone: [{ title: 'adds', status: 200, cleanup: 'removed' }],
      final: [{ title: 'orders', status: 200, emulatorOnly: 'it costs money' }],
    },
    auth: { login: [{ title: 'logs in', status: 200 }] },
  },
  login: { endpoint: 'auth.login', tokenField: 'token' },
})
const reading: PlanOptions = { write: false, isEmulator: false, only: null, logsIn: false, staging: false }
const planned = (options: Partial<PlanOptions>, more: Partial<Contracts> = {}) =>
  planCases({ ...contracts, ...more }, { ...reading, ...options }).map(
    ({ name, isSilent, example }) =>
      `${isSilent ? 'silent ' : ''}${name}${example.as === 'customer' ? ' with token' : ''}`,
  )

test.each<[string, Partial<PlanOptions>, string]>([
  ['reads with a reason', {}, 'pets.list, pets.details, account.info with token, account.info'],
  ['the login with a password', { logsIn: true, only: ['auth'] }, 'auth.login'],
  ['writes that are undone', { write: true, only: ['writes'] }, 'writes.undone'],
  [
    'everything to an emulator',
    { write: true, isEmulator: true, only: ['writes', 'GET /pets/mark-as-read'] },
    'pets.unexplained, writes.undone, writes.final',
  ],
  ['the cases that provide values', { only: ['pets.details'] }, 'silent pets.list, pets.details'],
  [
    'the login that provides the token',
    { only: ['account'], logsIn: true },
    'silent auth.login, account.info with token, account.info',
  ],
])('plans %s', (_, options, names) => {
  expect(planned(options).join(', ')).toBe(names)
})

test('also plans the read from whose response the staging steps choose values', () => {
  const staging = { steps: [], reads: ['pets.list'], values: () => ({}) }
  expect(planned({ only: ['account.undeclared'], staging: true }, { staging })).toEqual(['silent pets.list'])
  expect(planned({ only: ['account.undeclared'] }, { staging })).toEqual([])
})

test.each<[name: string, reason: string, Partial<PlanOptions>?]>([
  ['account.undeclared', 'no case is declared; only a GET without path parameters has a default case'],
  ['pets.unexplained', 'no readOnly reason is declared, so it is not sent to a live host'],
  ['auth.login', 'sent only if PROVIDER_EMAIL and PROVIDER_PASSWORD are set and there is no token'],
  ['writes.final', 'never sent to a live host: it costs money', { write: true }],
  ['writes.final', 'writes, so it requires --write', { isEmulator: true }],
  ['writes.undone', 'writes, so it requires --write'],
])('explains that no case of %s is sent: %s', (name, reason, options) => {
  expect(skipReason(contracts, name, { ...reading, ...options })).toBe(reason)
})

test('logs in only with an e-mail address, a password and no token', () => {
  const email = 'ada@mail.example'
  const logsIn = (credentials: object | null) =>
    openHosts({
      contracts,
      target: { origin: 'http://x.test', credentials, isEmulator: false },
      emulator: null,
    }).target.plan.logsIn
  expect([null, { email }, { password: 'p' }, { email, password: 'p', token: 't' }].map(logsIn)).toEqual([
    ...[false, false, false, false],
  ])
  expect(logsIn({ email, password: 'p' })).toBe(true)
})

test('sends a case only if no value it needs is missing or empty', () => {
  const example: Case = {
    title: 'a',
    status: 200,
    inputs: ['ids'],
    request: ({ ids }) => ({ params: { id: (ids as string[])[0] as string } }),
  }
  expect(requestsOf(example, { ids: ['7'] })).toEqual({ requests: [{ params: { id: '7' } }] })
  for (const values of [{}, { ids: [] }]) expect(requestsOf(example, values)).toEqual({ missing: ['ids'] })
  expect(requestsOf({ title: 'a', status: 200 }, {})).toEqual({ requests: [{}] })
})

test('builds paths as the API expects them', () => {
  const endpoint = { ...contracts.endpoints['pets.list'], path: '/pets/{id}/' } as never
  const request = { params: { id: 'a b' }, query: { q: 'x&y' } }
  expect(pathOf(contracts, endpoint, request)).toBe('/pets/a%20b/?q=x%26y')
  expect(pathOf({ ...contracts, keepsSlash: false, prefix: '/v2' }, endpoint, { params: { id: 1 } })).toBe(
    '/v2/pets/1',
  )
})

test('names given with --only must match an endpoint, a resource, or a method with a path', () => {
  expect(unknownNames(contracts, ['pets', 'pets.list', 'GET /pets', 'pet', 'pets.lists'])).toEqual([
    'pet',
    'pets.lists',
  ])
})

test('every staging step that leaves data says what happens to it', () => {
  const steps = planStaging(providerContracts).map(({ example }) => [example.title, example.cleanup])
  expect(new Map(steps as [string, string][])).toEqual(
    expect.objectContaining(
      new Map([
        ['registers an account', 'stays on the host'],
        ['saves an address for the account', 'removed later'],
        ['removes the address of the account', 'removes the address'],
        ['rejects a wrong password for the account', 'will be rejected'],
        ['logs in to the account', 'leaves no data'],
      ]),
    ),
  )
})
