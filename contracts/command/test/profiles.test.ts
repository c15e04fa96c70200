import { expect, test } from 'vitest'
import type { RunProfile } from '../../harness/check/profile.ts'
import { EMPTY_BASELINE, printBaseline } from '../../harness/report/baseline.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { at, set, status, text } from './mutation.ts'
import { findingsOf, useTestRun } from './test-run.ts'

const started = await useTestRun()
const baseline = { ...EMPTY_BASELINE, profiles: await started.learn() }

test('profiles contain shapes instead of values, and all endpoints without findings', async () => {
  const printed = printBaseline(baseline)
  const { email, password } = started.emulator.side.credentials ?? {}
  for (const secret of nonEmpty([email ?? '', password ?? '', started.token]))
    expect(printed).not.toContain(secret)
  expect(baseline.profiles['products.latest']).toMatchObject({ runs: 3, statuses: [200] })
  started.host.plant(at('banners.list', status(500)))
  let learned: Record<string, RunProfile> = {}
  const onProfiles = (run: typeof learned) => {
    learned = run
  }
  await started.run({ only: ['banners', 'config'], learn: true, onProfiles })
  expect(Object.keys(learned)).toEqual(['config.get'])
})

test('a profile of fewer than three runs is not compared', async () => {
  started.host.plant(null)
  const young = { ...EMPTY_BASELINE, profiles: await started.learn(2) }
  started.host.plant(at('banners.list', text('[]')))
  const early = await started.run({ baseline: young, only: ['banners'] })
  expect(early.endpoints[0]?.notes).toContain(
    'not compared with earlier runs: its profile has 2 of 3 runs; add one with --update-baseline',
  )
  expect(findingsOf(early)).toEqual([])
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
