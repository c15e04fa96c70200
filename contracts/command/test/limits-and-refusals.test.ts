import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readReport } from '../report-files.ts'
import {
  combine,
  editJson,
  type Json,
  mutateEndpoint,
  mutatePath,
  rewritePath,
  setHeader,
  setValue,
} from './mutation.ts'
import { listen, type Mutate } from './planted-host.ts'
import { runMain } from './run-main.ts'
import { findingsOf, startTestRun } from './test-run.ts'

// The provider's contract on a host that limits, refuses, changes its data, or allows another shop.

const testRun = await startTestRun()
const host = await listen(testRun.host)
const folder = mkdtempSync(join(tmpdir(), 'limits-and-refusals-'))
const file = join(folder, 'report.json')
afterAll(async () => {
  await host.close()
  rmSync(folder, { recursive: true })
})

async function validate(mutate: Mutate | null, args: string[] = [], env: Record<string, string> = {}) {
  host.plant(mutate)
  const own = [
    '--target',
    host.origin,
    '--emulator',
    'none',
    '--history',
    'none',
    '--spacing',
    '0',
    '--report',
    file,
  ]
  const { code, out } = await runMain([...own, ...args], { PROVIDER_TOKEN: testRun.token, ...env })
  const report = readReport(file)
  return { code, out, report, findings: findingsOf(report), outcome: report.summary.outcome }
}

/** Applies a mutation from some request on. */
const mutateFrom = (first: number, mutate: Mutate): Mutate => {
  let sent = 0
  return (...call) => (++sent >= first ? mutate(...call) : undefined)
}
const refuseWith =
  (code: number, retryAfter?: string): Mutate =>
  () => ({
    status: code,
    headers: { 'content-type': 'application/json', ...(retryAfter ? { 'retry-after': retryAfter } : {}) },
    body: Buffer.from('{"message":"no"}'),
  })

describe('from request 21 on,', () => {
  test.each<[what: string, mutate: () => Mutate]>([
    ['a rate limit in seconds', () => refuseWith(429, '3600')],
    ['a rate limit until a date', () => refuseWith(429, new Date(Date.now() + 3_600_000).toUTCString())],
    ...[401, 402, 403, 418, 451, 503].map((code): [string, () => Mutate] => [
      `status ${code}`,
      () => refuseWith(code),
    ]),
  ])('%s is an error that names the endpoints, and no drift', async (_, mutate) => {
    const { code, findings, outcome } = await validate(mutateFrom(21, mutate()))
    expect([code, findings]).toEqual([4, []])
    expect(outcome).toMatch(
      /could not be validated \((rate limit \(429\).*Retry-After is 3[56]\d\d s|.*during the run: \d+)\)/,
    )
  })

  test('a finding from before remains', async () => {
    const late = mutateFrom(21, refuseWith(429, '3600'))
    const early = mutateEndpoint('config.get', setValue('$.currency_symbol_position', 7))
    const { code, findings } = await validate((...call) => late(...call) ?? early(...call))
    expect([code, findings]).toEqual([1, ['config.get breaking type $.currency_symbol_position']])
  })
})

test.each([400, 402, 405, 410, 418, 426, 451])(
  'status %i for every request is an unavailable host',
  async (code) => {
    const { code: exitCode, report, outcome } = await validate(refuseWith(code))
    expect([exitCode, report.host]).toEqual([4, 'unavailable'])
    expect(outcome).toMatch(new RegExp(`^the host is unavailable: all \\d+ responses are ${code}$`))
  },
)

describe('a host that allows one origin', () => {
  const allowOrigin = (origin: string): Mutate => setHeader('access-control-allow-origin', origin)
  const SHOP = 'https://shop.example'

  test('is validated for the origin of the shop, from the option or the environment', async () => {
    const expected = [0, expect.stringContaining(` for pages of ${SHOP}`)]
    const option = await validate(allowOrigin(SHOP), ['--origin', `${SHOP}/`])
    expect([option.code, option.outcome]).toEqual(expected)
    const environment = await validate(allowOrigin(SHOP), [], { SHOP_ORIGIN: SHOP })
    expect([environment.code, environment.outcome]).toEqual(expected)
  })

  test('has drifted for a shop at another origin, and passes without --origin if it allows the origin of development', async () => {
    const development = allowOrigin('http://localhost:5173')
    const byDefault = await validate(development)
    expect([byDefault.code, byDefault.outcome]).toEqual([
      0,
      expect.stringContaining('pages of http://localhost:5173'),
    ])
    const { code, out } = await validate(development, ['--origin', SHOP])
    expect(code).toBe(1)
    expect(out).toContain(`expected * or ${SHOP}, got http://localhost:5173`)
    expect(out).toContain(`-H 'Origin: ${SHOP}'`)
  })
})

describe('with an accepted finding,', () => {
  const baseline = join(folder, 'baseline.jsonl')
  const accept = async (accepted: Mutate) => {
    rmSync(baseline, { force: true })
    expect((await validate(accepted)).code).toBe(1)
    const why = ['--owner', 'Ada', '--reason', 'r', '--until', '2099-01-01']
    expect((await runMain(['accept', file, '--baseline', baseline, ...why])).code).toBe(0)
  }

  test('a probe that reads other fields still finds drift', async () => {
    const accepted = mutateEndpoint('products.latest', setValue('$.products[].unit', 7))
    await accept(accepted)
    const unlimited = rewritePath('limit=4', 'limit=9')
    const found = await validate(combine(mutatePath(/latest/, unlimited), accepted), ['--baseline', baseline])
    expect([found.code, found.findings]).toEqual([1, ['products.latest behaviour limit $.products']])
  })

  test('probes that read the same field are named in the row and counted in the outcome', async () => {
    const accepted = mutateEndpoint('products.latest', setValue('$.total_size', 'many'))
    await accept(accepted)
    const { code, report, outcome } = await validate(accepted, ['--baseline', baseline])
    expect([code, outcome]).toEqual([
      0,
      expect.stringMatching(/; \d+ checks were not made at \d+ endpoints$/),
    ])
    const row = report.endpoints.find(({ name }) => name === 'products.latest')
    expect(row?.notes.join()).toContain('respects limit and offset, and the pages hold each product once')
    // The entry is still used, and those of probes that were not sent are not called unused.
    const lines = readFileSync(baseline, 'utf8')
    writeFileSync(
      baseline,
      lines + lines.replace('"$.total_size"', '"$.products"').replace('"type"', '"pages"'),
    )
    expect((await validate(accepted, ['--baseline', baseline])).report.baseline).toEqual([])
  })
})

const LATEST = '/api/v1/products/latest'

test('a product that comes in between two requests of a run is not a finding', async () => {
  const all: Json = await (await testRun.host.fetch(`${host.origin}${LATEST}?limit=1000`)).json()
  const newest = { ...all.products[0], id: 900_001, name: 'Zebra' }
  const list = [newest, ...all.products]
  const withNewest: Mutate = combine(
    mutatePath(/products\/latest/, (response, { path }) => {
      const query = new URLSearchParams(path.split('?')[1])
      const limit = Number(query.get('limit') ?? all.products.length)
      const start = limit * (Number(query.get('offset') ?? 1) - 1)
      return editJson((body) => ({
        ...body,
        total_size: list.length,
        products: list.slice(start, start + limit),
      }))(response, { method: 'GET', path, hasToken: false, body: '' }, async () => response)
    }),
    mutatePath(/details\/900001/, (_, __, handle) =>
      handle({}, `/api/v1/products/details/${all.products[0].id}`),
    ),
    mutatePath(
      /details\/900001/,
      editJson(({ product }) => void Object.assign(product, newest)),
    ),
  )
  const { report } = await validate(null)
  const { requests } = report.summary
  expect(requests).toBeGreaterThan(40)
  for (let first = 2; first < requests; first += 2) {
    const { findings } = await validate(mutateFrom(first, withNewest))
    expect([first, findings]).toEqual([first, []])
  }
})

test('a list that grows with every request is not a finding, and one that repeats its pages still is', async () => {
  host.plant(null)
  const all: Json = await (await testRun.host.fetch(`${host.origin}${LATEST}?limit=1000`)).json()
  const growList = (pageOf: (offset: number) => number): Mutate => {
    let added = 0
    return mutatePath(/products\/latest/, (response, { path }) => {
      const newest = Array.from({ length: ++added }, (_, index) => ({
        ...all.products[0],
        id: 900_000 + added - index,
      }))
      const list = [...newest, ...all.products]
      const query = new URLSearchParams(path.split('?')[1])
      const limit = Number(query.get('limit') ?? 12)
      const start = limit * (pageOf(Number(query.get('offset') ?? 1)) - 1)
      const body = {
        ...JSON.parse(response.body.toString()),
        total_size: list.length,
        products: list.slice(start, start + limit),
      }
      return { ...response, body: Buffer.from(JSON.stringify(body)) }
    })
  }
  const only = ['--only', 'products.latest']
  const grown = await validate(
    growList((page) => page),
    only,
  )
  expect([grown.code, grown.findings]).toEqual([0, []])
  expect(grown.report.endpoints[0]?.notes.join()).toContain('the rows changed during each attempt')
  const repeated = await validate(
    mutateEndpoint('products.latest', rewritePath(/offset=\d+/, 'offset=1')),
    only,
  )
  expect([repeated.code, repeated.findings.length > 0]).toEqual([1, true])
})

test('a host with TLS that links to images without it has drifted', async () => {
  const origin = 'https://shop.test'
  const replaceScheme =
    (of: string): Mutate =>
    (response) => ({
      ...response,
      body: Buffer.from(response.body.toString().replaceAll(/https?:(\\?\/\\?\/shop\.test)/g, `${of}:$1`)),
    })
  const run = async (of: string) => {
    testRun.host.plant(mutatePath(/\/api\//, replaceScheme(of)))
    const report = await testRun.run({ target: { ...testRun.withPassword(), origin } })
    return report.endpoints.flatMap(({ name, findings }) =>
      findings.map(({ rule, where }) => `${name} ${rule} ${where}`),
    )
  }
  expect(await run('https')).toEqual([])
  expect(await run('http')).toEqual([
    'banners.list address $[].image_fullpath',
    'homepage.sections address $.data[].items[].image_fullpath[]',
    'categories.list address $[].image_fullpath',
    'products.latest address $.products[].image_fullpath[]',
    'products.details address $.product.image_fullpath[]',
  ])
})
