import { providerContracts } from '../../cases/provider.ts'
import type { Report } from '../../harness/report/report.ts'
import type { RunOptions } from '../../harness/run.ts'
import { runContract } from '../../harness/run.ts'
import { type EmbeddedEmulator, startEmbeddedEmulator } from '../emulator.ts'
import { cachedReads } from './cached-reads.ts'
import { type HostProxy, startHostProxy } from './host-proxy.ts'

/** A host on which drift can be planted, and a function that validates it. */
export type TestRun = {
  emulator: EmbeddedEmulator
  host: HostProxy
  /** A valid token for the test account. */
  token: string
  /** Validates the host with the token. By default, does not compare it with an emulator. */
  run: (options?: Partial<RunOptions>) => Promise<Report>
  /** Returns a target for the host with e-mail address and password instead of a token. */
  withPassword: () => RunOptions['target']
  close: () => Promise<void>
}

export async function startTestRun(): Promise<TestRun> {
  const emulator = await startEmbeddedEmulator()
  const token = emulator.token()
  const host = await startHostProxy(cachedReads(emulator.fetch))
  const { origin } = host
  return {
    emulator,
    host,
    token,
    run: (options = {}) =>
      runContract({
        contracts: providerContracts,
        target: { origin, credentials: { token }, isEmulator: false },
        emulator: null,
        ...options,
      }),
    withPassword: () => ({ origin, credentials: emulator.side.credentials, isEmulator: false }),
    close: async () => {
      await host.close()
      await emulator.close()
    },
  }
}

/** Returns the endpoint, JSON path and name of each violated relation. */
export function brokenRelations({ endpoints }: Report) {
  return endpoints.flatMap(({ name, findings }) =>
    findings
      .filter(({ rule }) => rule === 'relation')
      .map(({ where, case: relation }) => [name, where, relation]),
  )
}
