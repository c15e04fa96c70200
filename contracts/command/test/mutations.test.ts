import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerContracts } from '../../cases/provider.ts'
import { Report } from '../../harness/report/report.ts'
import type { RunOptions } from '../../harness/run.ts'
import { runContract } from '../../harness/run.ts'
import { readsOf } from '../../src/contracts.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { type EmbeddedEmulator, startEmbeddedEmulator } from '../emulator.ts'
import { cachedReads } from './cached-reads.ts'
import { type HostProxy, startHostProxy } from './host-proxy.ts'
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

function plant(mutations: readonly Mutation[]): void {
  const planted = mutations.map(({ at, mutate }) => {
    const [method, path] = at.split(' ') as [string, string]
    const pattern = path.startsWith('/(') || /^\/(storage|product\/)/.test(path) ? path : `/api/v1${path}`
    const ends = path.endsWith('/') ? '' : '(\\?|$)'
    return { method, pattern: new RegExp(`^${pattern}${ends}`), mutate }
  })
  host.plant((response, request, handle) =>
    planted
      .find(({ method, pattern }) => request.method === method && pattern.test(request.path))
      ?.mutate(response, request, (headers, path) =>
        handle(headers.authorization ? { ...headers, authorization: `Bearer ${token}` } : headers, path),
      ),
  )
}

/** More findings would use up the requests of a run, because each is checked again. */
const BATCH_SIZE = 10

/**
 * Divides the mutations into batches of the same options, whose mutations are at different endpoints. The mutations of a
 * batch are planted together, because a run takes longer than its checks.
 */
function batchesOf(mutations: readonly Mutation[]): Mutation[][] {
  const batches: Mutation[][] = []
  const isAlone = (mutation: Mutation) =>
    mutation.isAlone || mutation.means === 'probe' || mutation.run === 'everything' || isSilent(mutation)
  for (const mutation of mutations) {
    const batch = batches.find(
      (others) =>
        others.length < BATCH_SIZE &&
        others.every(
          (other) =>
            !isAlone(other) &&
            other.endpoint !== mutation.endpoint &&
            other.at !== mutation.at &&
            other.run === mutation.run &&
            exitCodeOf(other) === exitCodeOf(mutation),
        ),
    )
    if (batch && !isAlone(mutation)) batch.push(mutation)
    else batches.push([mutation])
  }
  return batches
}

function exitCodeOf(mutation: Mutation): number {
  const expected = expectedHere(mutation)
  if (expected === 'error') return 4
  if (mutation.run === 'everything') return 6
  return expected.every(([kind]) => kind === 'additive') ? 0 : 1
}

/** Whether the host never responds, which requires a short timeout. */
function isSilent(mutation: Mutation): boolean {
  const expected = expectedHere(mutation)
  return expected !== 'error' && expected.some(([, where]) => where === '$connection')
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

  for (const batch of batchesOf(nonEmpty(MUTATIONS))) {
    let report: Promise<Report> | undefined
    for (const mutation of batch)
      test(`${mutation.endpoint}: ${mutation.title}`, async () => {
        report ??= runBatch(batch)
        const { endpoints, summary } = await report
        const others = new Set(batch.filter((each) => each !== mutation).map(({ endpoint }) => endpoint))
        const found = endpoints
          .filter(({ name }) => !others.has(name))
          .flatMap(({ name, findings }) => findings.map((each) => `${name} ${each.class} ${each.where}`))
        const errors = endpoints.filter(({ name, status }) => status === 'error' && !others.has(name))
        const expected = expectedHere(mutation)
        const isError = expected === 'error'
        const wanted = isError ? [] : expected.map(([kind, where]) => `${mutation.endpoint} ${kind} ${where}`)
        expect(errors.map(({ name }) => name)).toEqual(isError ? [mutation.endpoint] : [])
        expect(found.sort()).toEqual(wanted.sort())
        expect(summary.exitCode).toBe(exitCodeOf(mutation))
        const keys = endpoints.flatMap(({ name, findings }) =>
          findings.map(({ where, rule }) => `${name} ${where} ${rule}`),
        )
        expect(new Set(keys).size).toBe(keys.length)
      })
  }

  function runBatch(batch: readonly Mutation[], options: Partial<RunOptions> = {}): Promise<Report> {
    plant(batch)
    const [mutation] = batch as [Mutation]
    if (mutation.run === 'everything') return runEverything(mutation)
    if (isSilent(mutation)) return run({ timeout: 800 })
    if (mutation.run !== 'login') return run({ write: mutation.run === 'write', ...options })
    const { credentials } = emulator.side
    return run({ target: { origin: host.origin, credentials, isEmulator: false }, ...options })
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
