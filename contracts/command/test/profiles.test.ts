import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRun } from '../../harness/check/profile.ts'
import {
  acceptFindings,
  type Baseline,
  EMPTY_BASELINE,
  parseBaseline,
  printBaseline,
} from '../../harness/report/baseline.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { at, set, text } from './mutation.ts'
import { OTHER_HOSTS } from './other-hosts.ts'
import { CASES_ONLY, findingsOf, startTestRun, type TestRun } from './test-run.ts'

let started: TestRun
let baseline: Baseline
beforeAll(async () => {
  started = await startTestRun()
  baseline = await learnFrom(3)
})
afterAll(() => started.close())

async function learnFrom(runs: number, known: Baseline = EMPTY_BASELINE): Promise<Baseline> {
  let learned = known
  for (let run = 0; run < runs; run++)
    await started.run({
      contracts: CASES_ONLY,
      learn: true,
      onProfiles: (run) => {
        learned = { ...learned, profiles: addRun(learned.profiles, run) }
      },
    })
  return learned
}

test('a baseline is sorted, contains shapes instead of values, and can be read back', () => {
  const printed = printBaseline(baseline)
  expect(parseBaseline(printed).baseline).toEqual(baseline)
  const { email, password } = started.emulator.side.credentials ?? {}
  for (const secret of nonEmpty([email ?? '', password ?? '', started.token]))
    expect(printed).not.toContain(secret)
  const names = printed.match(/(?<="kind":"profile","endpoint":")[^"]+/g) ?? []
  expect(names).toEqual(Object.keys(baseline.profiles).sort())
  expect(baseline.profiles['products.latest']).toMatchObject({ runs: 3, statuses: [200] })
})

test('a run does not learn from an endpoint with a finding', async () => {
  started.host.plant(at('banners.list', (response) => ({ ...response, status: 500 })))
  const more = await learnFrom(1, baseline)
  expect(more.profiles['banners.list']?.runs).toBe(3)
  expect(more.profiles['config.get']?.runs).toBe(4)
})

test('a regression is reported after three runs only, until it is accepted', async () => {
  started.host.plant(null)
  const young = await learnFrom(2)
  started.host.plant(at('banners.list', text('[]')))
  const only = ['banners']
  const early = await started.run({ baseline: young, only })
  expect(early.endpoints[0]?.notes).toContain(
    'not compared with earlier runs: its profile has 2 of 3 runs; add one with --update-baseline',
  )
  expect(findingsOf(early)).toEqual([])
  const report = await started.run({ baseline, only })
  expect(findingsOf(report)).toEqual(['banners.list behaviour $'])
  expect(report.summary.exitCode).toBe(1)
  const by = { reason: 'announced', owner: 'Ada', at: '2026-11-20', only: null }
  const { baseline: accepted, added } = acceptFindings(baseline, report, by)
  expect(added).toEqual([expect.objectContaining({ owner: 'Ada', reason: 'announced' })])
  expect(findingsOf(await started.run({ baseline: accepted, only }))).toEqual([])
})

test('values of customers are compared, but not those of a product that each run chooses', async () => {
  started.host.plant(at('customer.info', set('$.phone', null)))
  expect(findingsOf(await started.run({ baseline, only: ['customer'] }))).toEqual([
    'customer.info behaviour $.phone',
  ])
  started.host.plant(at('products.details', set('$.product.description', null)))
  expect(findingsOf(await started.run({ baseline, only: ['products.details'] }))).toEqual([])
})

test('a slow response is requested again before it is reported', async () => {
  let slow = 0
  started.host.plant(
    at('banners.list', async () => {
      if (slow++ === 0) await new Promise((done) => setTimeout(done, 700))
      return undefined
    }),
  )
  expect(findingsOf(await started.run({ baseline, only: ['banners'] }))).toEqual([])
  expect(slow).toBeGreaterThan(1)
})

test.each(nonEmpty(OTHER_HOSTS))(
  'a healthy host with $title violates neither a rule nor its profile',
  async ({ mutate }) => {
    started.host.plant(mutate)
    const report = await started.run({ baseline })
    expect(findingsOf(report)).toEqual([])
    expect(report.endpoints.filter(({ status }) => status === 'error')).toEqual([])
    expect(report.summary.exitCode).toBe(0)
  },
)
