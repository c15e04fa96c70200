import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addRun } from '../../harness/check/profile.ts'
import {
  acceptFindings,
  type Baseline,
  EMPTY_BASELINE,
  parseBaseline,
  printBaseline,
} from '../../harness/report/baseline.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { type Json, json } from './mutation.ts'
import { REGRESSIONS } from './mutations-of-profiles.ts'
import { OTHER_HOSTS } from './other-hosts.ts'
import { startTestRun, type TestRun } from './test-run.ts'

let started: TestRun
let baseline: Baseline

async function learnFrom(runs: number, known: Baseline = EMPTY_BASELINE): Promise<Baseline> {
  let learned = known
  for (let run = 0; run < runs; run++)
    await started.run({
      learn: true,
      onProfiles: (run) => {
        learned = { ...learned, profiles: addRun(learned.profiles, run) }
      },
    })
  return learned
}

function plant(at: string, mutate: (typeof REGRESSIONS)[number]['mutate']): void {
  const [, path = ''] = at.split(' ')
  const pattern = new RegExp(`^/api/v1${path}${path.endsWith('/') ? '' : '(\\?|$)'}`)
  started.host.plant((response, request, handle) =>
    request.method === 'GET' && pattern.test(request.path) ? mutate(response, request, handle) : undefined,
  )
}

/** Sets the type of the first banner to an undeclared value. */
const withPopup = json((body: Json[]) => {
  if (body[0]) body[0].banner_type = 'popup'
})

beforeAll(async () => {
  started = await startTestRun()
  started.host.plant(null)
  baseline = await learnFrom(3)
})
afterAll(() => started.close())

describe('the baseline', () => {
  test('is sorted, contains shapes instead of values, and can be read back', () => {
    const text = printBaseline(baseline)
    expect(parseBaseline(text).baseline).toEqual(baseline)
    const { email, password } = started.emulator.side.credentials ?? {}
    for (const secret of nonEmpty([email ?? '', password ?? '', started.token]))
      expect(text).not.toContain(secret)
    const names = text.match(/(?<="kind":"profile","endpoint":")[^"]+/g) ?? []
    expect(names).toEqual(Object.keys(baseline.profiles).sort())
    expect(baseline.profiles['products.latest']).toMatchObject({
      runs: 3,
      fields: {
        '$.products[].price': { present: 'always', null: 'never', types: ['number'] },
        '$.products[].discount_type': { values: expect.arrayContaining(['"percent"']) },
        '$.products': { newestFirst: true },
      },
    })
  })

  test('does not learn from an endpoint with a finding', async () => {
    started.host.plant((response, { path }) =>
      path.endsWith('/banners') ? { ...response, status: 500 } : undefined,
    )
    const more = await learnFrom(1, baseline)
    expect(more.profiles['banners.list']?.runs).toBe(3)
    expect(more.profiles['config.get']?.runs).toBe(4)
  })

  test('reports a learned enum value that no longer occurs', async () => {
    plant('GET /banners', withPopup)
    const learned = await learnFrom(3)
    expect(learned.profiles['banners.list']?.fields['$[].banner_type']?.steady).toContain('"popup"')
    started.host.plant(null)
    const { endpoints } = await started.run({ baseline: learned, only: ['banners'] })
    expect(endpoints[0]?.findings).toMatchObject([
      {
        rule: 'observed-value',
        where: '$[].banner_type',
        expected: '"popup" among its values, as in every earlier run',
      },
    ])
  })

  test('reports regressions after learning three runs, and only a note before that', async () => {
    started.host.plant(null)
    const young = await learnFrom(2)
    plant('GET /banners', (response) => ({ ...response, body: Buffer.from('[]') }))
    const report = await started.run({ baseline: young, only: ['banners'] })
    expect(report.endpoints[0]).toMatchObject({
      findings: [],
      notes: expect.arrayContaining(['profile of 2 runs; comparison starts after 3']),
    })
  })

  test('produces no findings for a healthy host at a different URL', async () => {
    started.host.plant(null)
    const report = await started.run({ baseline })
    expect(report.endpoints.flatMap((each) => each.findings)).toEqual([])
    expect(report.summary.exitCode).toBe(0)
  })
})

describe('a regression is found although the contract allows it:', () => {
  for (const mutation of nonEmpty(REGRESSIONS))
    test(`${mutation.endpoint}: ${mutation.title}`, async () => {
      plant(mutation.at, mutation.mutate)
      const report = await started.run({ baseline })
      const found = report.endpoints.flatMap((each) =>
        each.findings.map((one) => `${each.name} ${one.class} ${one.where}`),
      )
      const expected = mutation.expect === 'error' ? [] : mutation.expect
      expect(found).toEqual(expected.map(([kind, where]) => `${mutation.endpoint} ${kind} ${where}`))
      expect(report.summary.exitCode).toBe(1)
      const rules = report.endpoints.flatMap((each) => each.findings.map((one) => one.rule))
      for (const rule of rules) expect(rule).toMatch(/^observed-/)
    })

  test('without profiles, regressions are not found', async () => {
    for (const mutation of nonEmpty(REGRESSIONS).filter(({ title }) => !/slow/.test(title))) {
      plant(mutation.at, mutation.mutate)
      const { summary } = await started.run({ only: [mutation.endpoint] })
      expect(summary.exitCode, mutation.title).toBe(0)
    }
  })
})

describe('an accepted regression', () => {
  for (const mutation of nonEmpty(REGRESSIONS))
    test(`is no longer reported: ${mutation.title}`, async () => {
      plant(mutation.at, mutation.mutate)
      const report = await started.run({ baseline, only: [mutation.endpoint] })
      const by = { reason: 'announced', owner: 'Ada', at: '2026-11-20', only: null }
      const { baseline: accepted, added } = acceptFindings(baseline, report, by)
      expect(added).toEqual([expect.objectContaining({ owner: 'Ada', reason: 'announced' })])
      const again = await started.run({ baseline: accepted, only: [mutation.endpoint] })
      expect(again.endpoints.flatMap((each) => each.findings)).toEqual([])
    })
})

describe('a profile does not report differences between healthy hosts:', () => {
  for (const { title, mutate } of nonEmpty(OTHER_HOSTS).filter(
    ({ title: name }) => !/twenty thousand/.test(name),
  ))
    test(title, async () => {
      started.host.plant(mutate)
      const report = await started.run({ baseline })
      expect(
        report.endpoints.flatMap((each) => each.findings.map((one) => `${each.name} ${one.rule}`)),
      ).toEqual([])
    })
})
