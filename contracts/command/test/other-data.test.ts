import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerContracts } from '../../cases/provider.ts'
import { runContract } from '../../harness/run.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { type EmbeddedEmulator, startEmbeddedEmulator } from '../emulator.ts'
import { cachedReads } from './cached-reads.ts'
import { type HostProxy, startHostProxy } from './host-proxy.ts'
import { OTHER_DATA } from './other-data.ts'
import { OTHER_HOSTS } from './other-hosts.ts'

let emulator: EmbeddedEmulator
let host: HostProxy

beforeAll(async () => {
  emulator = await startEmbeddedEmulator()
  host = await startHostProxy(cachedReads(emulator.fetch))
})
afterAll(async () => {
  await host.close()
  await emulator.close()
})

describe('a healthy host with different data has no findings:', () => {
  test('covers thirty hosts', () => {
    expect(OTHER_DATA.length + OTHER_HOSTS.length).toBeGreaterThanOrEqual(30)
  })

  for (const { title, mutate } of nonEmpty([...OTHER_DATA, ...OTHER_HOSTS])) {
    test(title, async () => {
      host.plant(mutate)
      const credentials = { token: emulator.token() }
      const target = { origin: host.origin, credentials, isEmulator: false }
      const report = await runContract({ contracts: providerContracts, target, emulator: null })
      const found = report.endpoints.flatMap((each) =>
        each.findings.map((one) => `${each.name} ${one.rule} ${one.where}`),
      )
      expect(found).toEqual([])
      expect(report.endpoints.filter((each) => each.status === 'error')).toEqual([])
      expect(report.summary.exitCode).toBe(0)
    })
  }
})
