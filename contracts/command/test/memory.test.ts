import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptDeviations } from '../../harness/memory/accept-deviations.ts'
import { learnRun, NOTHING_OBSERVED, Observed } from '../../harness/memory/observed.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { type Json, json } from './mutation.ts'
import { MEMORY } from './mutations-of-memory.ts'
import { OTHER_HOSTS } from './other-hosts.ts'
import { startTestRun, type TestRun } from './test-run.ts'

let started: TestRun
let memory: Observed

async function learnFrom(runs: number, known: Observed = NOTHING_OBSERVED): Promise<Observed> {
  let learned = known
  for (let run = 0; run < runs; run++)
    await started.run({
      onObserved: (seen) => {
        learned = learnRun(learned, seen)
      },
    })
  return learned
}

function plant(at: string, mutate: (typeof MEMORY)[number]['mutate']): void {
  const [, path = ''] = at.split(' ')
  const pattern = new RegExp(`^/api/v1${path}${path.endsWith('/') ? '' : '(\\?|$)'}`)
  started.host.plant((answer, request, handle) =>
    request.method === 'GET' && pattern.test(request.path) ? mutate(answer, request, handle) : undefined,
  )
}

/** The first banner becomes one of a kind that is not declared. */
const withPopup = json((body: Json[]) => {
  if (body[0]) body[0].banner_type = 'popup'
})

beforeAll(async () => {
  started = await startTestRun()
  started.host.plant(null)
  memory = await learnFrom(3)
})
afterAll(() => started.close())

describe('the memory', () => {
  test('is of shapes: no value, sorted, and as its schema says', () => {
    expect(Observed.parse(JSON.parse(JSON.stringify(memory)))).toEqual(memory)
    const text = JSON.stringify(memory)
    const { email, password } = started.emulator.side.credentials ?? {}
    for (const secret of nonEmpty([email ?? '', password ?? '', started.token]))
      expect(text).not.toContain(secret)
    expect(Object.keys(memory.endpoints)).toEqual(Object.keys(memory.endpoints).sort())
    expect(memory.endpoints['products.latest']).toMatchObject({
      runs: 3,
      fields: {
        '$.products[].price': { present: 'always', null: 'never', types: ['number'] },
        '$.products[].discount_type': { values: expect.arrayContaining(['"percent"']) },
        '$.products': { newestFirst: true },
      },
    })
  })

  test('learns nothing from an endpoint with a finding', async () => {
    started.host.plant((answer, { path }) =>
      path.endsWith('/banners') ? { ...answer, status: 500 } : undefined,
    )
    const more = await learnFrom(1, memory)
    expect(more.endpoints['banners.list']?.runs).toBe(3)
    expect(more.endpoints['config.get']?.runs).toBe(4)
  })

  test('finds a new value of an enumeration that is gone again', async () => {
    plant('GET /banners', withPopup)
    const learned = await learnFrom(3)
    expect(learned.endpoints['banners.list']?.fields['$[].banner_type']?.steady).toContain('"popup"')
    started.host.plant(null)
    const { endpoints } = await started.run({ observed: learned, only: ['banners'] })
    expect(endpoints[0]?.findings).toMatchObject([
      {
        rule: 'observed-value',
        where: '$[].banner_type',
        expected: '"popup" among its values, as always so far',
      },
    ])
  })

  test('counts from the third run on, and says so until then', async () => {
    started.host.plant(null)
    const young = await learnFrom(2)
    plant('GET /banners', (answer) => ({ ...answer, body: Buffer.from('[]') }))
    const report = await started.run({ observed: young, only: ['banners'] })
    expect(report.endpoints[0]).toMatchObject({
      findings: [],
      notes: expect.arrayContaining(['observed in 2 of 3 runs: not compared yet']),
    })
  })

  test('says nothing of a healthy host at another address', async () => {
    started.host.plant(null)
    const report = await started.run({ observed: memory })
    expect(report.endpoints.flatMap((each) => each.findings)).toEqual([])
    expect(report.summary.exitCode).toBe(0)
  })
})

describe('a deviation is found where it is, although the contract allows it:', () => {
  for (const mutation of nonEmpty(MEMORY))
    test(`${mutation.endpoint}: ${mutation.title}`, async () => {
      plant(mutation.at, mutation.mutate)
      const report = await started.run({ observed: memory })
      const found = report.endpoints.flatMap((each) =>
        each.findings.map((one) => `${each.name} ${one.class} ${one.where}`),
      )
      const expected = mutation.expect === 'error' ? [] : mutation.expect
      expect(found).toEqual(expected.map(([kind, where]) => `${mutation.endpoint} ${kind} ${where}`))
      expect(report.summary.exitCode).toBe(1)
      const rules = report.endpoints.flatMap((each) => each.findings.map((one) => one.rule))
      for (const rule of rules) expect(rule).toMatch(/^observed-/)
    })

  test('without a memory none of them is a finding', async () => {
    for (const mutation of nonEmpty(MEMORY).filter(({ title }) => !/slow/.test(title))) {
      plant(mutation.at, mutation.mutate)
      const { summary } = await started.run()
      expect([mutation.title, summary.exitCode]).toEqual([mutation.title, 0])
    }
  })
})

describe('what was accepted', () => {
  for (const mutation of nonEmpty(MEMORY))
    test(`is no deviation any more: ${mutation.title}`, async () => {
      plant(mutation.at, mutation.mutate)
      const report = await started.run({ observed: memory, only: [mutation.endpoint] })
      const by = { reason: 'announced', owner: 'Ada', on: '2026-11-20', only: null }
      const { observed, moved } = acceptDeviations(memory, report, by)
      expect([moved, observed.accepted[0]]).toEqual([
        1,
        expect.objectContaining({ owner: 'Ada', reason: 'announced' }),
      ])
      const again = await started.run({ observed, only: [mutation.endpoint] })
      expect(again.endpoints.flatMap((each) => each.findings)).toEqual([])
    })
})

describe('a memory stays quiet about', () => {
  for (const { title, mutate } of nonEmpty(OTHER_HOSTS).filter(
    ({ title: name }) => !/twenty thousand/.test(name),
  ))
    test(title, async () => {
      started.host.plant(mutate)
      const report = await started.run({ observed: memory })
      expect(
        report.endpoints.flatMap((each) => each.findings.map((one) => `${each.name} ${one.rule}`)),
      ).toEqual([])
    })
})
