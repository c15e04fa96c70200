import { describe, expect, test } from 'vitest'
import { providerContracts } from '../../cases/provider.ts'
import { Report } from '../../harness/report/report.ts'
import { liveReadsOf } from '../../src/contracts.ts'
import { RULES } from '../../src/schema/rules.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import {
  combine,
  delayBy,
  editJson,
  mutateEndpoint,
  mutatePath,
  PAGE,
  replaceBody,
  setStatus,
  setValue,
} from './mutation.ts'
import { type Drift, listResponseDrifts, PREFLIGHTS, PROBES } from './planted-drifts.ts'
import type { Mutate } from './planted-host.ts'
import { findingsOf, startTestRun } from './test-run.ts'

const testRun = await startTestRun()
// Requests each image once in advance. Images are rendered on the first request, which would distort the response
// times.
await testRun.run()

test('a healthy host has no findings, and every read is verified', async () => {
  testRun.host.plant(null)
  const report = await testRun.run()
  expect(findingsOf(report)).toEqual([])
  expect(report.endpoints.filter((each) => each.status === 'error')).toEqual([])
  const verified = Object.keys(liveReadsOf(providerContracts)).length
  expect(report.summary).toMatchObject({ exitCode: 0, verified })
  expect(Report.parse(JSON.parse(JSON.stringify(report)))).toEqual(report)
  const written = await testRun.run({ write: true })
  expect(findingsOf(written)).toEqual([])
  expect(written.summary).toMatchObject({ exitCode: 0, error: 0 })
})

describe('a planted mutation has exactly the expected finding:', () => {
  const expectFinding = async (endpoint: string, finding: string, mutate: Mutate, options = {}) => {
    testRun.host.plant(mutate)
    // Validates the resource of the finding, because a mutation concerns no other, and two more that respond.
    const only = [endpoint.split('.')[0] ?? '', 'config', 'banners']
    const report = await testRun.run({ only, ...options })
    expect(findingsOf(report)).toEqual([`${endpoint} ${finding}`])
    expect(report.summary.exitCode).toBe(finding.startsWith('additive') ? 0 : 1)
  }

  test.each(nonEmpty([...listResponseDrifts(testRun.token), ...PROBES]))(
    '%s %s: %s',
    (name, finding, _, mutate) => expectFinding(name, finding, mutateEndpoint(name, mutate)),
  )
  test.each(nonEmpty(PREFLIGHTS))('%s %s: %s in a preflight', (name, finding, _, mutate) =>
    expectFinding(name, finding, mutateEndpoint(name, mutate, 'OPTIONS')),
  )
  test.each<Drift>([
    ['addresses.add', 'breaking missing $.id', 'an address without its id', setValue('$.id', undefined)],
    [
      'wishlist.remove',
      'behaviour status $status',
      'another status',
      (response) => (response.status === 200 ? { ...response, status: 202 } : undefined),
    ],
    [
      'addresses.delete',
      'breaking length $.errors',
      'an empty error body',
      editJson(() => ({ errors: [] }), 403),
    ],
  ])('%s %s: %s, with writes', (name, finding, _, mutate) =>
    expectFinding(name, finding, mutateEndpoint(name, mutate), { write: true, only: null }),
  )

  test('images that are missing from both folders', () =>
    expectFinding(
      'images.product',
      'behaviour missing-image $status',
      mutatePath(/^(\/storage)?\/product\//, setStatus(404)),
    ))

  test.each<[title: string, finding: string, mutate: Mutate]>([
    ['an error', 'behaviour status $status', setStatus(500)],
    ['a page', 'behaviour content-type $headers.content-type', replaceBody(PAGE, 'text/html')],
    ['a redirect', 'behaviour redirect $redirect', setStatus(302)],
  ])('images that are missing from the first folder, with %s in the second', (_, finding, mutate) =>
    expectFinding(
      'images.storedProduct',
      finding,
      combine(mutatePath(/^\/product\//, setStatus(404)), mutatePath(/^\/storage\/product\//, mutate)),
    ),
  )

  test('a renamed token, and another account than the one that logged in', async () => {
    const renamed = editJson(({ token, ...body }) => ({ ...body, access_token: token }))
    testRun.host.plant(mutateEndpoint('auth.login', renamed))
    const target = testRun.withPassword()
    expect(findingsOf(await testRun.run({ target, only: ['auth'] }))).toEqual([
      'auth.login additive extra $.access_token',
      'auth.login breaking missing $.token',
    ])
    testRun.host.plant(mutateEndpoint('customer.info', setValue('$.email', 'somebody@kitabo.example')))
    expect(findingsOf(await testRun.run({ target, only: ['auth', 'customer'] }))).toEqual([
      'customer.info behaviour relation $.email',
    ])
  })

  test('a missing order id of an emulator, which is sent all cases', async () => {
    testRun.host.plant(mutateEndpoint('orders.place', setValue('$.order_id', undefined)))
    const { fetch, origin } = testRun.host
    const target = { ...testRun.emulator.host, origin, fetch }
    const report = await testRun.run({ only: ['orders'], write: true, target })
    expect(findingsOf(report)).toEqual(['orders.place breaking missing $.order_id'])
    expect(report.summary.exitCode).toBe(6)
  })

  test('slow responses', () =>
    expectFinding('banners.list', 'behaviour slow $time', mutateEndpoint('banners.list', delayBy(6000))))

  test('more differences than a report lists', async () => {
    const added = editJson((body) => ({ ...Array(300).fill(1), ...body }))
    testRun.host.plant(mutateEndpoint('customer.info', added))
    const findings = findingsOf(await testRun.run({ only: ['customer', 'config'] }))
    expect(findings).toHaveLength(201)
    expect(findings).toContain('customer.info additive omitted $')
  })

  test('an order without the address that was sent, with --staging', async () => {
    testRun.host.plant(mutateEndpoint('orders.list', setValue('$[].delivery_address_id', null)))
    expect(findingsOf(await testRun.stage())).toEqual([
      'orders.list behaviour effect $[].delivery_address_id',
    ])
  })

  test('a permanent rate limit is an error', async () => {
    const headers = { 'retry-after': '3600' }
    testRun.host.plant(mutateEndpoint('banners.list', (response) => ({ ...response, status: 429, headers })))
    const report = await testRun.run({ only: ['banners', 'config'] })
    expect(findingsOf(report)).toEqual([])
    expect(report.endpoints.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'banners.list error',
      'config.get pass',
    ])
    expect(report.summary.exitCode).toBe(4)
  })
})

test('a mutation is planted for every rule, except those that compare with earlier runs', (context) => {
  // The test was chosen alone.
  if (testRun.rulesFound.size === 0) context.skip()
  const rules = Object.keys(RULES).filter((rule) => !rule.startsWith('observed-'))
  expect(rules.filter((rule) => !testRun.rulesFound.has(rule))).toEqual([])
})
