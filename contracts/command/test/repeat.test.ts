import { describe, expect, test } from 'vitest'
import { printTerminal } from '../../harness/report/print-terminal.ts'
import { at, header, set, status } from './mutation.ts'
import type { Mutate } from './planted-host.ts'
import { useTestRun } from './test-run.ts'

const started = await useTestRun()

/** Applies a mutation to the given requests for banners. The first request is number 1. */
function atTimes(times: readonly number[], mutate: Mutate): Mutate {
  let requested = 0
  return at('banners.list', (...call) => (times.includes(++requested) ? mutate(...call) : undefined))
}

const banners = async (mutate: Mutate, options: Parameters<typeof started.run>[0] = {}) => {
  started.host.plant(mutate)
  const report = await started.run({ only: ['banners'], ...options })
  const row = report.endpoints[0]
  return { report, row, found: row?.findings.map(({ where, responses }) => [where, responses]) }
}

describe('a read with an unexpected first response is sent three times', () => {
  test('a finding shows the number of affected responses', async () => {
    const { report, found } = await banners(atTimes([1, 3], header('access-control-allow-origin', null)))
    expect(found).toEqual([['$headers.access-control-allow-origin', { with: 2, of: 3 }]])
    expect(printTerminal(report)).toContain('in 2 of 3 responses')
    expect(report.summary.exitCode).toBe(1)
  })

  test('a single failure is reported as a note', async () => {
    const { report, row } = await banners(atTimes([1], status(503)))
    expect(row).toMatchObject({ status: 'pass', findings: [], notes: ['$status 503 in 1 of 3 responses'] })
    expect(report.summary.exitCode).toBe(0)
  })

  test('a field that has drifted in only one of three responses is a finding', async () => {
    const { report, found } = await banners(atTimes([1], set('$[].id', null)))
    expect(found).toEqual([['$[].id', { with: 1, of: 3 }]])
    expect(report.summary.exitCode).toBe(1)
  })
})

test('reads with an expected response are repeated only with --repeat', async () => {
  const drifts = () => atTimes([2, 3], set('$[].id', null))
  expect((await banners(drifts())).found).toEqual([['$', undefined]].slice(1))
  expect((await banners(drifts(), { repeat: true })).found).toEqual([['$[].id', { with: 2, of: 3 }]])
})

test('reads are not repeated if several endpoints have the same finding', async () => {
  started.host.plant((response, { path }) =>
    /banners|categories|homepage/.test(path) ? { ...response, status: 502 } : undefined,
  )
  await started.run()
  const { requests } = started.host
  expect(requests.filter(({ path }) => path.endsWith('/banners'))).toHaveLength(1)
})
