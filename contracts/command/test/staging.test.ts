import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { providerContracts } from '../../cases/provider.ts'
import { printTerminal } from '../../harness/report/print-terminal.ts'
import type { RunOptions } from '../../harness/run.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { oneTimeCode } from '../credentials.ts'
import { main } from '../main.ts'
import { STAGING } from './mutations-of-staging.ts'
import { startTestRun, type TestRun } from './test-run.ts'

let started: TestRun
let runs = 0

beforeAll(async () => {
  started = await startTestRun()
})
afterAll(() => started.close())
beforeEach(() => started.host.plant(null))

function stage(options: Partial<RunOptions> = {}, codeFor = started.emulator.side.codeFor) {
  return started.run({
    target: {
      origin: started.host.origin,
      credentials: null,
      isEmulator: false,
      ...(codeFor ? { codeFor } : {}),
    },
    write: true,
    staging: { run: `run${++runs}`, mailDomain: 'kitabo.example' },
    ...options,
  })
}

describe('--staging on a host that satisfies its contract', () => {
  test('has no findings, and validates every step', async () => {
    const announced: string[] = []
    const report = await stage({
      onProgress: (event) => event.kind === 'writing' && announced.push(event.title),
    })
    expect(report.endpoints.flatMap((each) => each.findings)).toEqual([])
    expect(report.endpoints.filter((each) => each.status === 'error')).toEqual([])
    const notes = report.endpoints.flatMap((each) => each.notes).join()
    for (const { title, name } of nonEmpty(providerContracts.staging?.steps ?? [])) {
      expect(notes).not.toContain(`${title}:`)
      if (!name.endsWith('.list') && !/details|info/.test(name)) expect(announced).toContain(title)
    }
    const skipped = report.endpoints.filter((each) => each.status === 'skipped').map((each) => each.name)
    expect(skipped).toEqual([])
  })

  test('reports the data that it leaves on the host, whose names all mark it as test data', async () => {
    const report = await stage()
    const run = `run${runs}`
    expect(report.leftBehind).toEqual([
      `the customer contract-test-${run}`,
      `the customer contract-test-${run}-other`,
      expect.stringMatching(/^order \d+$/),
      expect.stringMatching(/^order \d+$/),
      `the special order "Contract test ${run}"`,
      `the newsletter subscription of contract-test-${run}`,
    ])
    expect(printTerminal(report)).toContain(`left on the host: the customer contract-test-${run};`)
    const writes = started.host.requests.filter(
      ({ method, body }) => method !== 'GET' && /kitabo|Contract/.test(body),
    )
    for (const { body } of nonEmpty(writes)) expect(body).toMatch(/contract.test/i)
  })

  test('skips the steps that need a one-time code if there is none, and reports the reason', async () => {
    const report = await stage({}, () => Promise.resolve(null))
    const reset = report.endpoints.find((each) => each.name === 'auth.resetPassword')
    expect([reset?.reason, ...(reset?.notes ?? [])].join()).toContain(
      'no earlier response contained a one-time code (PROVIDER_CODE or PROVIDER_CODE_COMMAND)',
    )
    expect(report.summary.exitCode).toBe(0)
  })

  test('exposes no password, code or e-mail address in the report', async () => {
    let code = ''
    started.host.plant((response, { path }) =>
      path.includes('/auth/') ? { ...response, status: response.status + 5 } : undefined,
    )
    const report = await stage({}, async (email) => {
      code = (await started.emulator.side.codeFor?.(email)) ?? ''
      return code
    })
    const text = JSON.stringify(report)
    expect(code).toMatch(/^\d{4}$/)
    expect(report.summary.behaviour).toBeGreaterThan(3)
    for (const secret of [`contract-test-run${runs}-first`, `contract-test-run${runs}@kitabo.example`])
      expect(text).not.toContain(secret)
    expect(text).not.toMatch(new RegExp(`reset_token[^,]*${code}`))
  })
})

test('an outage that begins during the steps has exit code 4 and no findings', async () => {
  const healthy = await stage()
  const requests = started.host.requests.length
  expect(healthy.summary.exitCode).toBe(0)
  for (const first of [requests - 40, requests - 20, requests - 3]) {
    let requested = 0
    started.host.plant((response) => (requested++ >= first ? { ...response, status: 503 } : undefined))
    const report = await stage()
    expect(
      report.endpoints.flatMap((each) => each.findings),
      `from request ${first}`,
    ).toEqual([])
    expect(report.summary.exitCode).toBe(4)
    expect(report.summary.outcome).toMatch(/the host became unavailable during the run: 503/)
  }
})

test('does not register an account on a host that is not the provider', async () => {
  started.host.plant((response) => ({ ...response, status: 404 }))
  const report = await stage()
  expect(report.summary.exitCode).toBe(4)
  expect(started.host.requests.filter(({ method }) => method === 'POST')).toEqual([])
})

describe('a planted mutation is found by --staging:', () => {
  for (const mutation of nonEmpty(STAGING))
    test(`${mutation.endpoint}: ${mutation.title}`, async () => {
      const [method, path] = mutation.at.split(' ')
      started.host.plant((response, request, handle) =>
        request.method === method && request.path.startsWith(`/api/v1${path}`)
          ? mutation.mutate(response, request, handle)
          : undefined,
      )
      const report = await stage()
      const found = report.endpoints.flatMap((each) =>
        each.findings.map((finding) => `${each.name} ${finding.class} ${finding.where}`),
      )
      const expected = mutation.expect === 'error' ? [] : mutation.expect
      expect(found).toEqual(expected.map(([kind, where]) => `${mutation.endpoint} ${kind} ${where}`))
    })

  test('a read-only run does not find any of them', async () => {
    for (const mutation of nonEmpty(STAGING)) {
      const [method, path] = mutation.at.split(' ')
      started.host.plant((response, request, handle) =>
        request.method === method && request.path.startsWith(`/api/v1${path}`)
          ? mutation.mutate(response, request, handle)
          : undefined,
      )
      const report = await started.run({ only: [mutation.endpoint] })
      expect(
        report.endpoints.flatMap((each) => each.findings),
        mutation.title,
      ).toEqual([])
    }
  })
})

describe('--staging', () => {
  const dryRun = async (...args: string[]) => {
    const writes = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')]
    for (const write of writes) write.mockReturnValue(true)
    const code = await main(['--dry-run', ...args])
    const out = writes.flatMap((write) => write.mock.calls.map(([chunk]) => String(chunk))).join('')
    vi.restoreAllMocks()
    return { code, out }
  }

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
      out: '--confirm-target requires --staging; see --help.\n',
    })
  })
})

describe('the one-time code', () => {
  test('is read from the output of the command', async () => {
    const command = `node -e "console.log('code for', process.env.CONTRACT_EMAIL, 'is 4711.')"`
    expect(await oneTimeCode('a@kitabo.example', command)).toBe('4711')
    expect(await oneTimeCode('a@kitabo.example', null, { PROVIDER_CODE: '1234' })).toBe('1234')
    expect(await oneTimeCode('a@kitabo.example', null, {})).toBeNull()
  })

  test('is null, with a message, if the command does not print exactly one', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(await oneTimeCode('a@kitabo.example', 'exit 3')).toBeNull()
    expect(await oneTimeCode('a@kitabo.example', 'echo 1234 5678')).toBeNull()
    expect(await oneTimeCode('a@kitabo.example', 'true')).toBeNull()
    expect(said.mock.calls.map(([line]) => String(line))).toEqual([
      'PROVIDER_CODE_COMMAND exited with 3.\n',
      'PROVIDER_CODE_COMMAND printed several possible codes.\n',
      'PROVIDER_CODE_COMMAND printed no code.\n',
    ])
    said.mockRestore()
  })
})
