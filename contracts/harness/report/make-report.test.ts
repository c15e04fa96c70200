import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseContracts } from '../../src/define-contracts.ts'
import { findingAt } from '../../src/schema/finding.ts'
import { resultWith } from '../../test/results.ts'
import type { CheckResult } from '../check-result.ts'
import { createRedactor } from '../send/redactor.ts'
import { makeReport } from './make-report.ts'
import type { RunResult } from './rows.ts'

const contractsWith = (id: z.ZodType = z.int()) => {
  const read = (path: `/${string}`) => ({
    method: 'GET' as const,
    path,
    readOnly: 'a list',
    responses: { 200: z.array(z.object({ id })), 404: z.unknown() },
  })
  return parseContracts({
    endpoints: {
      notes: { list: read('/notes'), read: read('/note'), last: read('/last') },
      shops: { list: read('/shops') },
    },
  })
}
const contracts = contractsWith()
const resultOf = (name: string, change: Partial<CheckResult> = {}) =>
  resultWith(
    { body: [{ id: 7 }] },
    { name, endpoint: contracts.endpoints[name] as CheckResult['endpoint'], ...change },
  )
const type = findingAt('type', '$[].id', 'integer', 'string', 'breaking')
const extra = findingAt('extra', '$[].new', 'no such field', 'string', 'additive')
const status = findingAt('status', '$status', '200', '404')
const results = [
  resultOf('notes.list', { findings: [type, extra] }),
  resultOf('notes.list', { findings: [type], testCase: { title: 'lists again', status: 200 } }),
  resultOf('notes.read', { findings: [status] }),
  resultOf('notes.last', { state: 'error', reason: 'timeout', note: 'secret-token' }),
]

function report(run: Partial<RunResult> = {}, options: Partial<Parameters<typeof makeReport>[2]> = {}) {
  const redactor = createRedactor()
  redactor.hide('secret-token', '[token]')
  const given: RunResult = {
    contracts,
    access: { origin: 'https://host.test', credentials: null, isEmulator: false },
    targetResults: results,
    emulatorResults: null,
    emulatorFailure: null,
    state: { kind: 'usable' },
    profiles: {},
    interruption: null,
    planOptions: {
      write: false,
      isEmulator: false,
      only: null,
      includesLogin: false,
      includesStaging: false,
    },
    previous: null,
    now: new Date('2026-11-20T09:00:00Z'),
  }
  return makeReport({ ...given, ...run }, redactor, { ms: 5, ...options })
}

test('counts the endpoints and findings of each kind', () => {
  expect(report({}, { requests: 6, leftBehind: ['note with secret-token'] })).toMatchObject({
    leftBehind: ['note with [token]'],
    rulesPage: 'docs/findings.md',
    versions: { tool: '' },
    summary: {
      endpoints: 4,
      pass: 0,
      drift: 2,
      error: 1,
      skipped: 1,
      verified: 1,
      breaking: 1,
      behaviour: 1,
      additive: 1,
      accepted: 0,
      emulator: 0,
      requests: 6,
      ms: 5,
      exitCode: 1,
    },
  })
})

test('merges the findings of several cases, and hides secrets in notes', () => {
  const [list, , last] = report().endpoints
  expect(list?.findings.map(({ rule, count }) => [rule, count])).toEqual([
    ['type', 2],
    ['extra', 1],
  ])
  expect([list?.reason, last?.reason]).toEqual([undefined, 'timeout'])
  expect([list?.notes, last?.notes]).toEqual([[], ['[token]']])
})

test('contains only the selected endpoints', () => {
  const reportedNames = (only: string[]) => report({}, { only }).endpoints.map(({ name }) => name)
  expect(reportedNames(['notes'])).toEqual(['notes.list', 'notes.read', 'notes.last'])
  expect(reportedNames(['shops.list'])).toEqual(['shops.list'])
})

test('counts accepted findings, and calls an entry unused only if its own endpoint was checked for it', () => {
  const entryWith = (endpoint: string, path: string, rule: string) => ({
    kind: 'accepted' as const,
    at: '',
    endpoint,
    path,
    rule,
    reason: 'r',
    owner: 'o',
    until: '2027-01-01',
  })
  const accepted = [
    entryWith('notes.list', '$[].id', 'type'),
    entryWith('notes.read', '$[].id', 'type'),
    entryWith('notes.last', '$[].id', 'type'),
    entryWith('notes.read', '$[].gone.deep', 'type'),
  ]
  const { summary, baseline } = report({}, { baseline: { accepted, profiles: {} } })
  expect(summary.accepted).toBe(1)
  expect(baseline.map(({ endpoint, path, problem }) => [endpoint, path, problem])).toEqual([
    ['notes.read', '$[].id', 'unused'],
  ])
  expect(report({ interruption: 'SIGINT' }, { baseline: { accepted, profiles: {} } }).baseline).toEqual([])
})

test('names the pages that the host allows, except for a recording', () => {
  const target = [resultOf('notes.list')]
  const outcome = (run: Partial<RunResult>) => report({ targetResults: target, ...run }).summary.outcome
  const browsed = { ...contracts, pageOrigin: 'https://shop.test' }
  expect(outcome({ contracts: browsed })).toBe(
    'the contract is kept at 1 endpoint for pages of https://shop.test',
  )
  const access = { origin: '', credentials: null, isEmulator: false, pageOrigin: 'https://other.test' }
  expect(outcome({ contracts: browsed, access })).toContain('for pages of https://other.test')
  expect(outcome({ contracts: browsed, planOptions: null })).toBe('the contract is kept at 1 endpoint')
})

test('of a host that could not be validated contains no findings', () => {
  const { endpoints, host } = report({ state: { kind: 'silent', message: 'the host does not respond' } })
  expect(host).toBe('silent')
  for (const row of endpoints)
    expect(row).toMatchObject({ status: 'error', reason: 'not validated', findings: [], notes: [] })
})

test('of a host that may have drifted contains the findings', () => {
  const message = 'this does not look like the provider'
  const drifted = resultOf('notes.list', { findings: [findingAt('missing', '$[].id', 'integer', 'missing')] })
  const { endpoints, summary } = report({
    state: { kind: 'foreign', message, mayBeDrift: true },
    targetResults: [drifted],
  })
  expect(endpoints.find(({ name }) => name === 'notes.list')).toMatchObject({
    status: 'error',
    findings: [{ where: '$[].id' }],
  })
  expect(summary).toMatchObject({ exitCode: 4, outcome: message })
})

test('contains a hash of the contracts, which changes with a schema', () => {
  const hash = (given: typeof contracts) => report({ contracts: given }).versions.contract
  expect(hash(contracts)).toMatch(/^[0-9a-f]{12}$/)
  expect(hash(contractsWith())).toBe(hash(contracts))
  expect(hash(contractsWith(z.string()))).not.toBe(hash(contracts))
  expect(hash(contractsWith(z.undefined()))).not.toBe(hash(contracts))
})
