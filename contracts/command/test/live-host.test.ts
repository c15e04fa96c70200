import { describe, expect, test } from 'vitest'
import { providerContracts } from '../../cases/provider.ts'
import { runProviderCases } from '../../cases/run-on-emulator.ts'
import { liveReadsOf } from '../../src/contracts.ts'
import { pathMatcher } from '../../src/path-pattern.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { findingsOf, startTestRun } from './test-run.ts'

const testRun = await startTestRun()

describe('on a live host,', () => {
  test('a run without --write sends only read-only GETs, and preflights without a token or body', async () => {
    testRun.host.plant(null)
    await testRun.run()
    const { requests } = testRun.host
    const methodIs = (name: string) => nonEmpty(requests.filter(({ method }) => method === name))
    const reads = methodIs('GET')
    const preflights = methodIs('OPTIONS')
    expect(reads.length + preflights.length).toBe(requests.length)
    const endpoints = new Set(reads.map((each) => endpointOf(each.path)))
    expect([...endpoints].sort()).toEqual(Object.keys(liveReadsOf(providerContracts)).sort())
    for (const each of preflights) expect(each).toMatchObject({ hasToken: false, body: '' })
    expect(reads.length).toBeLessThanOrEqual(55)
  })

  test('a run sends at most 60 requests, excluding preflights, regardless of the responses', async () => {
    // This host returns results for unknown ids and for pages after the last one, so each of these probes is repeated.
    testRun.host.plant((_response, { path }, handle) =>
      /999999999/.test(path)
        ? handle({}, path.replace('999999999', '1'))
        : /limit=/.test(path)
          ? handle({}, path.replace(/offset=\d+/, 'offset=1'))
          : undefined,
    )
    const drifted = await testRun.run()
    expect(drifted.summary.behaviour).toBeGreaterThan(3)
    const counted = testRun.host.requests.filter(({ method }) => method !== 'OPTIONS').length
    expect(counted).toBeGreaterThan(55)
    expect(counted).toBeLessThanOrEqual(60)
  })

  test('a run without --write logs in once, never with a wrong password', async () => {
    testRun.host.plant(null)
    await testRun.run({ target: testRun.withPassword() })
    const posts = testRun.host.requests.filter((each) => !['GET', 'OPTIONS'].includes(each.method))
    expect(posts.map((each) => each.path)).toEqual(['/api/v1/auth/login'])
    const { email, password } = testRun.emulator.host.credentials ?? {}
    expect(JSON.parse(posts[0]?.body ?? '')).toEqual({ email_or_phone: email, password })
  })

  test('a run with --write leaves the account unchanged', async () => {
    testRun.host.plant(null)
    const state = async () => {
      const headers = { authorization: `Bearer ${testRun.token}`, accept: 'application/json' }
      const read = async (path: string) =>
        (await testRun.emulator.fetch(`http://x.test/api/v1${path}`, { headers })).json()
      return JSON.stringify([
        await read('/customer/address/list'),
        await read('/customer/wish-list'),
        await read('/customer/order/list'),
      ])
    }
    const before = await state()
    const announced: string[] = []
    await testRun.run({
      write: true,
      onProgress: (event) => event.kind === 'writing' && announced.push(`${event.method} ${event.title}`),
    })
    expect(await state()).toBe(before)
    const sent = testRun.host.requests.filter((each) => !['GET', 'OPTIONS'].includes(each.method))
    expect(announced).toHaveLength(nonEmpty(sent).length)
  })

  test('an address that is saved without an id is found and removed', async () => {
    testRun.host.plant((response, { path }) =>
      path.endsWith('/address/add') && response.status === 200
        ? { ...response, body: Buffer.from('{"message":"successfully added!"}') }
        : undefined,
    )
    const report = await testRun.run({ write: true })
    expect(findingsOf(report)).toEqual([])
    expect(
      testRun.host.requests.some((each) => each.method === 'DELETE' && /address_id":\d/.test(each.body)),
    ).toBe(true)
  })
})

test('the emulator passes every case', async () => {
  const { host, fetch } = testRun.emulator
  const values = host.credentials ?? {}
  const results = await runProviderCases({ origin: host.origin, fetch, token: testRun.token, values })
  expect(nonEmpty(results).filter(({ outcome }) => outcome !== 'kept')).toEqual([])
})

const { prefix, endpoints, images } = providerContracts
/** The endpoints and image folders of all GETs, with functions that match their paths. */
const GETS = [
  ...Object.entries(endpoints).map(([name, { method, path }]) => ({ name, method, path: prefix + path })),
  ...images.map(({ name, endpoint: { method, path } }) => ({ name, method, path })),
]
  .filter(({ method }) => method === 'GET')
  .map(({ name, path }) => ({ name, matches: pathMatcher(path.replace(/\/$/, '')) }))

/** Returns the name of the endpoint of a GET, or the path if none is declared. */
function endpointOf(path: string): string {
  const [pathname = ''] = path.split('?')
  return GETS.find(({ matches }) => matches(pathname))?.name ?? pathname
}
