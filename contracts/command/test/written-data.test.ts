import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nonEmpty } from '../../test/non-empty.ts'
import { changed } from './contradictions.ts'
import { WRITTEN } from './contradictions-of-writes.ts'
import { brokenRelations, startTestRun, type TestRun } from './test-run.ts'

let started: TestRun
beforeAll(async () => {
  started = await startTestRun()
})
afterAll(() => started.close())

const stage = (run: string) =>
  started.run({
    target: { origin: started.host.origin, credentials: null, isEmulator: false },
    write: true,
    staging: { run, mailDomain: 'kitabo.example' },
  })

describe('a response that contradicts written data is reported with its relation:', () => {
  for (const [index, { title, at, change, expect: wanted }] of nonEmpty(WRITTEN).entries())
    test(title, async () => {
      started.host.plant((response, request, handle) =>
        request.method === at[0] && request.path.startsWith(`/api/v1${at[1]}`) && response.status === 200
          ? changed((body) => change(body, started.host.requests))(response, request, handle)
          : undefined,
      )
      const report = await stage(`written${index}`)
      expect(brokenRelations(report)).toContainEqual(wanted)
      const [finding] = report.endpoints.flatMap(({ findings }) => findings)
      expect(JSON.stringify(finding)).not.toContain('Somebody')
    })
})
