import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerContracts } from '../../cases/provider.ts'
import { Report } from '../../harness/report/report.ts'
import type { RunOptions } from '../../harness/run.ts'
import { runContract } from '../../harness/run.ts'
import { readsOf } from '../../src/contracts.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { type EmbeddedEmulator, startEmbeddedEmulator } from '../emulator.ts'
import { cachedReads } from './cached-reads.ts'
import { type HostProxy, type Mutate, startHostProxy } from './host-proxy.ts'
import { expectedHere, type Mutation } from './mutation.ts'
import { MUTATIONS } from './mutations.ts'

/** The host under test, healthy or with a planted mutation. */
let emulator: EmbeddedEmulator
let host: HostProxy
let token: string

beforeAll(async () => {
  emulator = await startEmbeddedEmulator()
  token = emulator.token()
  host = await startHostProxy(cachedReads(emulator.fetch))
  // Requests each image once in advance. Images are rendered on the first request, which would distort the response
  // times below.
  await run()
})
afterAll(async () => {
  await host.close()
  await emulator.close()
})

function run(options: Partial<RunOptions> = {}): Promise<Report> {
  return runContract({
    contracts: providerContracts,
    target: { origin: host.origin, credentials: { token }, isEmulator: false },
    emulator: null,
    timeout: 10_000,
    ...options,
  })
}

function plant(mutation: Mutation): void {
  const [method, path] = mutation.at.split(' ') as [string, string]
  const pattern = path.startsWith('/(') || /^\/(storage|product\/)/.test(path) ? path : `/api/v1${path}`
  const ends = path.endsWith('/') ? '' : '(\\?|$)'
  const at = new RegExp(`^${pattern}${ends}`)
  const mutate: Mutate = (response, request, handle) =>
    request.method === method && at.test(request.path)
      ? mutation.mutate(response, request, (headers, path) =>
          handle(headers.authorization ? { ...headers, authorization: `Bearer ${token}` } : headers, path),
        )
      : undefined
  host.plant(mutate)
}

describe('a healthy host', () => {
  test('has no findings, and every read is verified', async () => {
    host.plant(null)
    const report = await run()
    expect(report.endpoints.flatMap((each) => each.findings)).toEqual([])
    expect(report.endpoints.filter((each) => each.status === 'error')).toEqual([])
    expect(report.summary).toMatchObject({
      exitCode: 0,
      verified: Object.keys(readsOf(providerContracts)).length,
    })
    expect(Report.parse(JSON.parse(JSON.stringify(report)))).toEqual(report)
  })

  test('has no findings with writes', async () => {
    host.plant(null)
    const report = await run({ write: true })
    expect(report.endpoints.flatMap((each) => each.findings)).toEqual([])
    expect(report.summary).toMatchObject({ exitCode: 0, error: 0 })
  })
})

describe('a planted mutation has exactly the expected findings:', () => {
  test('covers every endpoint and image folder with more than a hundred mutations', () => {
    expect(MUTATIONS.length).toBeGreaterThan(100)
    expect(MUTATIONS.filter((each) => each.means === 'probe').length).toBeGreaterThan(30)
    expect(new Set(MUTATIONS.map((each) => each.endpoint)).size).toBe(28)
  })

  for (const mutation of nonEmpty(MUTATIONS)) {
    test(`${mutation.endpoint}: ${mutation.title}`, async () => {
      plant(mutation)
      const everything = mutation.run === 'everything'
      const report = await (everything ? runEverything(mutation) : run(howTo(mutation)))
      const found = report.endpoints.flatMap((each) =>
        each.findings.map((finding) => `${each.name} ${finding.class} ${finding.where}`),
      )
      const errors = report.endpoints.filter((each) => each.status === 'error').map((each) => each.name)
      const expectedFindings = expectedHere(mutation)
      if (expectedFindings === 'error') {
        expect(errors).toEqual([mutation.endpoint])
        expect(found).toEqual([])
        expect(report.summary.exitCode).toBe(4)
        return
      }
      const expected = expectedFindings.map(([kind, where]) => `${mutation.endpoint} ${kind} ${where}`)
      expect([...new Set(found)].sort()).toEqual([...expected].sort())
      expect(found).toHaveLength(expected.length)
      expect(errors).toEqual([])
      const isAdditive = expectedFindings.every(([kind]) => kind === 'additive')
      expect(report.summary.exitCode).toBe(everything ? 6 : isAdditive ? 0 : 1)
      const keys = report.endpoints.flatMap(({ name, findings }) =>
        findings.map(({ where, rule }) => `${name} ${where} ${rule}`),
      )
      expect(new Set(keys).size).toBe(keys.length)
    })
  }

  function howTo(mutation: Mutation): Partial<RunOptions> {
    // Uses a short timeout for hosts that never respond.
    const expected = expectedHere(mutation)
    const isSilent = expected !== 'error' && expected.some(([, where]) => where === '$connection')
    if (isSilent) return { timeout: 800 }
    if (mutation.run !== 'login') return { write: mutation.run === 'write' }
    const { credentials } = emulator.side
    return { target: { origin: host.origin, credentials, isEmulator: false } }
  }

  /** Runs all cases against a separate emulator, because they place orders, send e-mails and lock accounts. */
  async function runEverything(mutation: Mutation): Promise<Report> {
    const own = await startEmbeddedEmulator()
    const ownHost = await startHostProxy(own.fetch)
    const path = mutation.at.split(' ')[1] as string
    ownHost.plant((response, request, handle) =>
      request.path.startsWith(`/api/v1${path}`) ? mutation.mutate(response, request, handle) : undefined,
    )
    try {
      return await run({ target: { ...own.side, origin: ownHost.origin, fetch }, write: true })
    } finally {
      await ownHost.close()
      await own.close()
    }
  }
})
