import { expect, test } from 'vitest'
import type { Case } from '../../src/case.ts'
import type { Contracts } from '../../src/contracts.ts'
import { parseContracts } from '../../src/define-contracts.ts'
import { endpoint } from '../../src/endpoint.ts'
import { petCase, READ_ONLY, read, write } from '../../test/pets.ts'
import type { PlanOptions } from '../plan.ts'
import { formatDryRun } from './format-dry-run.ts'

const image = {
  name: 'images.pets',
  files: 'photos',
  endpoint: endpoint({ ...read, path: '/photos/{file}', summary: 'photos of pets' }),
}
const probe = {
  name: 'pets.list',
  title: 'respects limit',
  reason: 'a read',
  sends: ['GET /v2/pets?limit=1', 'OPTIONS https://cdn.test/pets'],
  requests: () => null,
  check: () => [],
}
const order = { name: 'orders.place', title: 'orders', status: 200 }
const info = { name: 'account.info', title: 'reads', token: 'buyer', status: 401 }

const contracts: Contracts = {
  ...parseContracts({
    endpoints: {
      pets: {
        list: { ...read, path: '/pets' },
        details: { ...read, path: '/pets/{id}' },
        add: { ...write, path: '/pets' },
        remove: { ...write, path: '/pets/remove' },
      },
      auth: { login: { ...write, path: '/login' } },
      account: { info: { ...read, path: '/account', auth: 'bearer' } },
      orders: { place: { ...write, path: '/orders' } },
    },
    cases: {
      pets: {
        list: [{ title: 'pets', status: 200, outputs: ['petId'] }],
        details: [petCase],
        add: [{ title: 'adds', status: 200, cleanup: 'removed' }],
      },
      auth: { login: [{ title: 'logs in', status: 200 }] },
    },
    login: { endpoint: 'auth.login', tokenField: 'token' },
  }),
  prefix: '/v2',
  images: [image],
  probes: [probe, { ...probe, name: 'account.info', as: 'customer', sends: ['GET /v2/account'] }],
  staging: { steps: [order, info], valueSources: [], values: () => ({}) },
  valueLabels: { buyer: 'the token of the buyer' },
}
const linesOf = (options: Partial<PlanOptions & { hasToken: boolean }>, change: Partial<Contracts> = {}) =>
  formatDryRun({ ...contracts, ...change }, 'http://x.test', { ...READ_ONLY, hasToken: true, ...options })
    .trim()
    .split('\n')

test('a dry run lists cases, images, probes and steps', () => {
  const options = { includesLogin: true, write: true, includesStaging: true }
  expect(linesOf(options)).toEqual([
    'GET    http://x.test/v2/pets  pets; a list',
    'GET    http://x.test/v2/pets/{petId}  a pet; a list',
    'POST   http://x.test/v2/pets  adds; removed',
    'POST   http://x.test/v2/login  logs in; login',
    'GET    http://x.test/v2/account  responds as declared; with the token; a list',
    'GET    http://x.test/v2/account  returns 401 without a token; a list',
    'GET    http://x.test/photos/{file}  photos of pets; a list',
    'GET    http://x.test/v2/pets?limit=1  probe: respects limit; a read',
    'OPTIONS https://cdn.test/pets  probe: respects limit; a read',
    'GET    http://x.test/v2/account  probe: respects limit; a read',
    'POST   http://x.test/v2/orders  staging: orders; without a token; leaves no data',
    'GET    http://x.test/v2/account  staging: reads; with the token of the buyer; will be rejected',
  ])
})

test('without a token, a dry run lists no case and no probe of a customer', () => {
  expect(linesOf({ hasToken: false, only: ['account', 'images'] })).toEqual([
    'GET    http://x.test/v2/pets  pets; not reported: later requests depend on it',
    'GET    http://x.test/v2/account  returns 401 without a token; a list',
    'GET    http://x.test/photos/{file}  photos of pets; a list',
  ])
})

test('a dry run names the parameter without which a case is not sent', () => {
  const requests: [title: string, request: Case['request']][] = [
    ['without parameters', undefined],
    ['with another', { params: { name: 'x' } }],
    ['of unknown values', () => ({ params: { id: JSON.parse('{}').pets[0].id } })],
  ]
  const cases = {
    'pets.details': requests.map(([title, request]) => ({
      title,
      status: 200,
      ...(request ? { request } : {}),
    })),
  }
  const reason = 'not sent: its request has no value for the parameter id'
  expect(linesOf({ only: ['pets.details'] }, { cases })).toEqual([
    `GET    http://x.test/v2/pets/{id}  without parameters; ${reason}`,
    `GET    http://x.test/v2/pets/{id}  with another; ${reason}`,
    'GET    http://x.test/v2/pets/{id}  of unknown values; a list',
  ])
})

test('a dry run lists only selected endpoints, and explains which values are sent', () => {
  expect(linesOf({ only: ['pets.details'] })).toEqual([
    'GET    http://x.test/v2/pets  pets; not reported: later requests depend on it',
    'GET    http://x.test/v2/pets/{petId}  a pet; a list',
  ])
})

test('a dry run lists the removal of data as not reported', () => {
  const leaves = { what: 'pet', text: String }
  const adds: Case = { title: 'adds', status: 200, cleanup: 'removed', leaves }
  const removes: Case = { title: 'removes', status: 200, cleanup: 'none', removes: 'pet' }
  const cases = { 'pets.add': [adds], 'pets.remove': [removes] }
  expect(linesOf({ write: true, only: ['pets.add'] }, { cases })).toContain(
    'POST   http://x.test/v2/pets/remove  removes; not reported: removes the pet',
  )
})
