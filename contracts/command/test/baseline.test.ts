import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptFindings, EMPTY_BASELINE, removeEntries } from '../../harness/report/baseline.ts'
import type { RunOptions } from '../../harness/run.ts'
import { startTestRun, type TestRun } from './test-run.ts'

let started: TestRun
beforeAll(async () => {
  started = await startTestRun()
})
afterAll(() => started.close())

describe('a baseline', () => {
  const drifted = async (options: Partial<RunOptions> = {}) => {
    started.host.plant((response, { path }) =>
      path.endsWith('/banners') ? { ...response, status: 500 } : undefined,
    )
    return started.run({ only: ['banners', 'config'], ...options })
  }
  const by = {
    reason: 'the host is being moved',
    owner: 'Ada',
    until: '2099-01-01',
    only: null,
    at: '2026-11-20',
  }

  test('excludes accepted drift until the given date', async () => {
    const { baseline, added } = acceptFindings(EMPTY_BASELINE, await drifted(), by)
    expect(added).toHaveLength(1)
    const report = await drifted({ baseline })
    expect(report.summary).toMatchObject({ exitCode: 0, accepted: 1, behaviour: 0 })
    const later = await drifted({ baseline, now: () => new Date('2100-01-01') })
    expect(later.summary).toMatchObject({ exitCode: 1, behaviour: 1 })
    expect(later.baseline).toMatchObject([
      { endpoint: 'banners.list', path: '$status', rule: 'status', problem: 'expired' },
    ])
  })

  test('fails the run if an entry matches nothing, unless its endpoint was not validated', async () => {
    const { baseline } = acceptFindings(EMPTY_BASELINE, await drifted(), by)
    started.host.plant(null)
    const report = await started.run({ only: ['banners'], baseline })
    expect(report.summary.exitCode).toBe(1)
    expect(report.baseline).toMatchObject([{ problem: 'unused' }])
    expect(removeEntries(baseline, report, null)).toEqual({ baseline: EMPTY_BASELINE, removed: 1 })
    expect(removeEntries(baseline, report, ['config'])).toEqual({ baseline, removed: 0 })
    expect((await started.run({ only: ['config'], baseline })).summary.exitCode).toBe(0)
  })
})
