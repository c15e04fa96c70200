import type { CaseResult } from 'contracts/cases/run-cases'
import { listCases, runCases } from 'contracts/cases/run-cases'
import { endpointKey } from 'contracts/endpoint'
import { describeFinding } from 'contracts/finding'
import { nonEmpty } from 'contracts/non-empty'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../test/test-app.ts'
import { demoAccount } from './world/demo-account.ts'

/** Runs the contract cases against the emulator in process. The same cases run against live hosts. */
describe.each(['7.1', '7.7'] as const)(
  'the emulator conforms to the contract when imitating build %s',
  (profile) => {
    let app: TestApp
    let results: CaseResult[]

    beforeAll(async () => {
      app = await createTestApp({ profile })
      results = await runCases({
        origin: 'http://localhost:8080',
        fetch: app.fetch,
        token: app.tokenOf(),
        values: demoAccount(app.world) ?? {},
        profile,
      })
    })
    afterAll(() => app.close())

    for (const { endpoint, example } of nonEmpty(listCases())) {
      const key = endpointKey(endpoint)
      test(`${key} ${example.title}`, () => {
        const result = results.find(
          (candidate) => candidate.endpoint === key && candidate.title === example.title,
        )
        expect(result?.reason).toBeUndefined()
        expect(result?.findings.map(describeFinding)).toEqual([])
        expect(result?.outcome).toBe('kept')
      })
    }

    test('no response violates its contract', () => {
      expect(app.broken).toEqual([])
    })
  },
)
