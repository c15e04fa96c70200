import { afterAll } from 'vitest'
import { providerContracts } from '../../cases/provider.ts'
import { addRun, type Profile, type RunProfile } from '../../harness/check/profile.ts'
import type { Report } from '../../harness/report/report.ts'
import { type RunOptions, runContract } from '../../harness/run-contract.ts'
import { type EmbeddedEmulator, startEmbeddedEmulator } from '../emulator.ts'
import { cachedReads } from './cached-reads.ts'
import { createPlantedHost, type PlantedHost } from './planted-host.ts'

/** Contracts without probes and image folders, which makes runs faster. */
export const CASES_ONLY = { ...providerContracts, probes: [], images: [] }

/** A host in this process on which drift can be planted, and a function that validates it. */
export type TestRun = {
  emulator: EmbeddedEmulator
  host: PlantedHost
  /** A valid token for the test account. */
  token: string
  /** The rules of all findings about planted drift so far. */
  rulesFound: ReadonlySet<string>
  /** Validates the host with the token. By default, does not compare it with an emulator. */
  run: (options?: Partial<RunOptions>) => Promise<Report>
  /** Sends the cases and the steps of --staging, with new accounts in each run. */
  stage: (options?: Partial<RunOptions>) => Promise<Report>
  /** Returns the response profiles of a healthy run, as if it had been repeated. */
  learn: (runs?: number) => Promise<Record<string, Profile>>
  /** Returns a target for the host with e-mail address and password instead of a token. */
  withPassword: () => RunOptions['target']
}

/** Starts a host, and stops it after the tests of the file. */
export async function startTestRun(): Promise<TestRun> {
  const emulator = await startEmbeddedEmulator({ extensions: { longLists: false } })
  afterAll(emulator.close)
  const token = emulator.token()
  const host = createPlantedHost(cachedReads(withShortLists(emulator.fetch)))
  const { origin, fetch } = host
  let stages = 0
  const rulesFound = new Set<string>()
  const run: TestRun['run'] = async (options = {}) => {
    const report = await runContract({
      contracts: providerContracts,
      target: { origin, fetch, credentials: { token }, isEmulator: false },
      emulator: null,
      ...options,
    })
    if (host.isMutated())
      for (const { findings } of report.endpoints) for (const { rule } of findings) rulesFound.add(rule)
    return report
  }
  return {
    emulator,
    host,
    token,
    rulesFound,
    run,
    stage: (options = {}) =>
      run({
        contracts: CASES_ONLY,
        target: { ...emulator.host, origin, fetch, credentials: null, isEmulator: false },
        write: true,
        staging: { run: `run${++stages}`, mailDomain: 'kitabo.example' },
        ...options,
      }),
    learn: async (runs = 3) => {
      let learned: Record<string, RunProfile> = {}
      const onProfiles: RunOptions['onProfiles'] = (run) => {
        learned = run
      }
      await run({ contracts: CASES_ONLY, learn: true, onProfiles })
      return Array.from({ length: runs }).reduce<Record<string, Profile>>(
        (known) => addRun(known, learned),
        {},
      )
    },
    withPassword: () => ({ origin, fetch, credentials: emulator.host.credentials, isEmulator: false }),
  }
}

/** Shortens the longest lists, because validating them takes most of a run. */
function withShortLists(responses: typeof fetch): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const response = await responses(request)
    const { pathname } = new URL(request.url)
    if (!/\/categories\/products\/|\/homepage\/sections$/.test(pathname)) return response
    const shorten = (_: string, value: unknown) =>
      Array.isArray(value) && Object(value[0]).total_stock !== undefined ? value.slice(0, 6) : value
    const body = JSON.stringify(await response.json(), shorten)
    return new Response(body, { status: response.status, headers: response.headers })
  }
}

/** Returns each finding as `endpoint class rule path`, sorted. */
export function findingsOf({ endpoints }: Report): string[] {
  return endpoints
    .flatMap(({ name, findings }) =>
      findings.map(({ class: findingClass, rule, where }) => `${name} ${findingClass} ${rule} ${where}`),
    )
    .sort()
}

/** Returns each violated relation as `endpoint path: relation`. */
export function brokenRelations({ endpoints }: Report): string[] {
  return endpoints.flatMap(({ name, findings }) =>
    findings
      .filter(({ rule }) => rule === 'relation')
      .map(({ where, case: relation }) => `${name} ${where}: ${relation}`),
  )
}
