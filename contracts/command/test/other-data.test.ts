import { afterAll, beforeAll, expect, test } from 'vitest'
import { nonEmpty } from '../../test/non-empty.ts'
import { OTHER_DATA } from './other-hosts.ts'
import { findingsOf, startTestRun, type TestRun } from './test-run.ts'

let started: TestRun
beforeAll(async () => {
  started = await startTestRun()
})
afterAll(() => started.close())

test.each(nonEmpty(OTHER_DATA))('a healthy host with $title has no findings', async ({ mutate }) => {
  started.host.plant(mutate)
  const report = await started.run()
  expect(findingsOf(report)).toEqual([])
  expect(report.endpoints.filter((each) => each.status === 'error')).toEqual([])
  expect(report.summary.exitCode).toBe(0)
})
