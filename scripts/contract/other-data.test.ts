import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runContract } from '../../contracts/harness/run.ts'
import { nonEmpty } from '../../contracts/src/non-empty.ts'
import { type EmbeddedEmulator, startEmbeddedEmulator } from './embedded-emulator.ts'
import { HEALTHY } from './other-data.ts'
import { remembering, startTestHost, type TestHost } from './test-host.ts'

let emulator: EmbeddedEmulator
let host: TestHost

beforeAll(async () => {
  emulator = await startEmbeddedEmulator()
  host = await startTestHost(remembering(emulator.fetch))
})
afterAll(async () => {
  await host.close()
  await emulator.close()
})

describe('a healthy host with other data has no finding:', () => {
  for (const { title, mutate } of nonEmpty(HEALTHY)) {
    test(title, async () => {
      host.plant(mutate)
      const credentials = { token: await emulator.token() }
      const target = { origin: host.origin, credentials, isEmulator: false }
      const report = await runContract({ target, emulator: null })
      const found = report.endpoints.flatMap((each) =>
        each.findings.map((one) => `${each.name} ${one.rule} ${one.where}`),
      )
      expect(found).toEqual([])
      expect(report.endpoints.filter((each) => each.status === 'error')).toEqual([])
      expect(report.summary.exitCode).toBe(0)
    })
  }
})
