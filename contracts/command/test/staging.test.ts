import { beforeEach, describe, expect, test } from 'vitest'
import { providerContracts } from '../../cases/provider.ts'
import { formatTerminal } from '../../harness/report/format-terminal.ts'
import type { RunOptions } from '../../harness/run-contract.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { shownParts } from '../../test/secret-parts.ts'
import { combine, editJson, editValue, type Json, mutateEndpoint, setStatus, setValue } from './mutation.ts'
import type { Mutate } from './planted-host.ts'
import { runMain } from './run-main.ts'
import { findingsOf, startTestRun } from './test-run.ts'

const testRun = await startTestRun()
const { stage } = testRun
beforeEach(() => testRun.host.plant(null))

const codeFor = (lookup: (email: string) => Promise<string | null>) => ({
  target: { ...testRun.host, credentials: null, isEmulator: false, codeFor: lookup },
})

test('a run of the emulator leaves out no check, because it has no rate limit', async () => {
  const report = await stage({ target: testRun.emulator.host })
  expect(report.endpoints.filter(({ leftOut }) => leftOut > 0)).toEqual([])
  expect(report.summary).toMatchObject({ exitCode: 0, error: 0, skipped: 0 })
})

describe('--staging on a host that satisfies its contract', () => {
  test('validates every step, and reports the data that it leaves, whose names mark it as test data', async () => {
    const announced: string[] = []
    let total = 0
    const onProgress: RunOptions['onProgress'] = (event) => {
      if (event.kind === 'writing') announced.push(event.title)
      if (event.kind === 'start') total = event.cases
      if (event.kind === 'sending') expect(event.done).toBeLessThan(total)
    }
    const report = await stage({
      contracts: providerContracts,
      onProgress,
      staging: { run: 'a1b2', mailDomain: 'kitabo.example' },
    })
    expect(findingsOf(report)).toEqual([])
    expect(report.endpoints.filter(({ status }) => status === 'error' || status === 'skipped')).toEqual([])
    const notes = report.endpoints.flatMap((each) => each.notes).join()
    for (const { title, name } of nonEmpty(providerContracts.staging?.steps ?? [])) {
      expect(notes).not.toContain(`${title}:`)
      if (!/\.list|details|info|latest/.test(name)) expect(announced).toContain(title)
    }
    expect(report.leftBehind).toEqual([
      'the customer contract-test-a1b2',
      'the customer contract-test-a1b2-other',
      expect.stringMatching(/^order \d+$/),
      expect.stringMatching(/^order \d+$/),
      'an order (pickup) with the reference contract-test-a1b2-needs',
      'an order (large) with the reference contract-test-a1b2-needs',
      'an order (key) with the reference contract-test-a1b2-needs',
      'the special order "contract-test-a1b2"',
      'the newsletter subscription of contract-test-a1b2',
    ])
    expect(formatTerminal(report)).toContain('Left on the host:\n  the customer contract-test-a1b2\n')
    const named = testRun.host.requests.filter(({ body }) => /name|note|address"|email/.test(body))
    for (const { body } of nonEmpty(named)) expect(body).toContain('contract-test')
  })

  test('skips the steps that need a one-time code if there is none, and reports the reason', async () => {
    const report = await stage({ ...codeFor(() => Promise.resolve(null)), only: ['auth'] })
    const reset = report.endpoints.find((each) => each.name === 'auth.resetPassword')
    expect([reset?.reason, ...(reset?.notes ?? [])].join()).toContain(
      'no earlier response contained a one-time code (PROVIDER_CODE or PROVIDER_CODE_COMMAND)',
    )
    expect(report.summary.exitCode).toBe(0)
  })

  test('exposes no password, code or e-mail address in the report', async () => {
    let code = ''
    testRun.host.plant((response, { path }) =>
      path.includes('/auth/') ? { ...response, status: response.status + 6 } : undefined,
    )
    const lookup = async (email: string) => {
      code = (await testRun.emulator.host.codeFor?.(email)) ?? ''
      return code
    }
    const staging = { run: 'c3d4', mailDomain: 'kitabo.example' }
    const text = JSON.stringify(await stage({ ...codeFor(lookup), staging }))
    expect(code).toMatch(/^\d{4}$/)
    expect(text).not.toContain('contract-test-c3d4@kitabo.example')
    const setPasswords = testRun.host.requests
      .filter(({ path, body }) => /registration|reset-password/.test(path) && body.includes('c3d4'))
      .map(({ body }) => JSON.parse(body).password)
    expect(new Set(setPasswords).size).toBe(2)
    for (const password of setPasswords) expect(shownParts(text, password, 8)).toEqual([])
    expect(text).not.toMatch(new RegExp(`reset_token[^,]*${code}`))
  })
})

test('the stored special order, which has no public source, is an assumption', async () => {
  const quantity = setValue('$.data.quantity', 2)
  testRun.host.plant(mutateEndpoint('specialOrders.store', combine(quantity, setValue('$.message', 7))))
  const report = await stage({ only: ['specialOrders'] })
  expect(findingsOf(report)).toEqual([])
  expect(report.summary.exitCode).toBe(0)
  expect(report.endpoints[0]?.assumptions.map(({ rule, where }) => `${rule} ${where}`)).toEqual([
    'type $.message',
    'relation $.data.quantity',
  ])
})

test('an outage that begins during the steps has exit code 4 and no findings', async () => {
  await stage()
  const first = testRun.host.requests.length - 20
  let requested = 0
  testRun.host.plant((response) => (requested++ >= first ? { ...response, status: 503 } : undefined))
  const report = await stage()
  expect(findingsOf(report)).toEqual([])
  expect(report.summary.exitCode).toBe(4)
  expect(report.summary.outcome).toMatch(/the host became unavailable during the run: 503/)
})

test('does not register an account on a host that is not the provider', async () => {
  testRun.host.plant(setStatus(404))
  const report = await stage()
  expect(report.summary.exitCode).toBe(4)
  expect(testRun.host.requests.filter(({ method }) => method === 'POST')).toEqual([])
})

const DONE = Buffer.from('{"message":"done","token":"x","status":true}')
const cartOf = (body: string): Json[] => JSON.parse(body || '{}').cart ?? []
/** Accepts requests that the host must reject with the status. */
const acceptRejected =
  (rejection: number): Mutate =>
  (response) =>
    response.status === rejection ? { ...response, status: 200, body: DONE } : undefined

/** Drift that only the life of an account reveals: one for each rule and kind of step. */
test.each<[title: string, mutate: Mutate]>([
  ['auth.login behaviour status $status: a wrong password that logs in', acceptRejected(401)],
  ['auth.resetPassword behaviour status $status: a wrong code that sets a password', acceptRejected(401)],
  ['addresses.delete behaviour status $status: a removal of another account’s address', acceptRejected(404)],
  ['newsletter.subscribe behaviour status $status: a second subscription', acceptRejected(400)],
  [
    'orders.place behaviour status $status: an order of more than the stock',
    (response, { body }) =>
      cartOf(body).some(({ quantity }) => quantity === 1_000_000)
        ? { ...response, status: 200, body: Buffer.from('{"message":"placed","order_id":999999}') }
        : undefined,
  ],
  [
    'orders.list behaviour relation $[].details: orders of another product',
    editValue('$[].details[].product_id', () => 1_000_000),
  ],
  [
    'orders.list behaviour access $[].delivery_address: the address of another account in an order',
    editJson((orders) => {
      const { delivery_address = null } = (orders as Json[]).find((order) => order.delivery_address) ?? {}
      for (const order of orders as Json[]) order.delivery_address ??= delivery_address
    }),
  ],
  [
    'orders.list behaviour effect $[].delivery_address_id: an order without its address',
    setValue('$[].delivery_address_id', null),
  ],
  [
    'orders.list behaviour effect $[].delivery_address: an order with a changed address',
    editValue('$[].delivery_address', (address) => address && { ...address, address: 'Elsewhere' }),
  ],
  [
    'orders.list behaviour effect $[].payment_status: an unpaid order',
    setValue('$[].payment_status', 'unpaid'),
  ],
])('finds %s, in a run with --only', async (title, mutate) => {
  const [finding = ''] = title.split(': ')
  const [name = ''] = finding.split(' ')
  testRun.host.plant(mutateEndpoint(name, mutate))
  expect(findingsOf(await stage({ only: [name] }))).toEqual([finding])
})

describe('--staging', () => {
  const dryRun = (...args: string[]) => runMain(['--dry-run', ...args])

  test('runs only against localhost or a confirmed host', async () => {
    for (const target of [[], ['--target', 'http://localhost:8080'], ['--target', 'http://127.0.0.1:1']]) {
      const { code, out } = await dryRun('--staging', ...target)
      expect(code).toBe(0)
      expect(out).toContain('staging: registers an account')
    }
    const shop = ['--staging', '--target', 'https://shop.example/api/v1']
    const confirm = (origin: string) => ['--confirm-target', origin]
    expect((await dryRun(...shop, ...confirm('https://shop.example'))).out).toContain(
      'https://shop.example/api/v1/auth/registration',
    )
    const refused = [
      shop,
      ['--staging', '--target', 'https://localhost.evil.example'],
      [...shop, ...confirm('https://shop.example:444')],
    ]
    for (const args of refused) {
      const { code, out } = await dryRun(...args)
      expect(code).toBe(2)
      expect(out).toContain('If this is your host, add --confirm-target')
    }
    expect(await dryRun(...confirm('https://shop.example'))).toEqual({
      code: 2,
      out: '--confirm-target requires --staging, or --emulator with --contracts --write; see --help.\n',
    })
  })
})
