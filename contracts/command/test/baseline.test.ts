import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptFindings } from '../../harness/memory/accept.ts'
import { EMPTY_MEMORY } from '../../harness/memory/records.ts'
import type { RunOptions } from '../../harness/send/run-host.ts'
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
    const { memory, added } = acceptFindings(EMPTY_MEMORY, await drifted(), by)
    expect(added).toHaveLength(1)
    const report = await drifted({ memory })
    expect(report.summary).toMatchObject({ exitCode: 0, accepted: 1, behaviour: 0 })
    const later = await drifted({ memory, now: () => new Date('2100-01-01') })
    expect(later.summary).toMatchObject({ exitCode: 1, behaviour: 1 })
    expect(later.baseline).toMatchObject([
      { endpoint: 'banners.list', path: '$status', rule: 'status', problem: 'expired' },
    ])
  })

  test('fails the run if an entry matches nothing, unless its endpoint was not validated', async () => {
    const { memory } = acceptFindings(EMPTY_MEMORY, await drifted(), by)
    started.host.plant(null)
    const report = await started.run({ only: ['banners'], memory })
    expect(report.summary.exitCode).toBe(1)
    expect(report.baseline).toMatchObject([{ problem: 'unused' }])
    expect((await started.run({ only: ['config'], memory })).summary.exitCode).toBe(0)
  })
})
