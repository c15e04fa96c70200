import { api } from 'contracts/api'
import type { CaseResult } from 'contracts/cases/run-on-emulator'
import { listCases, runProviderCases } from 'contracts/cases/run-on-emulator'
import { API_PREFIX } from 'contracts/client'
import { type Endpoint, endpointKey } from 'contracts/endpoint'
import { describeFinding } from 'contracts/finding'
import { addBody, type FieldProfile } from 'contracts/harness/check/field-profile'
import { nonEmpty } from 'contracts/non-empty'
import { pathMatcher } from 'contracts/path-pattern'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../test/test-app.ts'
import { demoAccount } from './world/demo-account.ts'

/** Fields that the contract declares and the emulator never sends, by name. */
const UNSENT_FIELDS: Record<string, string> = {
  codebar: 'the catalogue has no translations',
  category: 'its content is unknown',
  customers_also_bought: 'the recorded builds do not send it',
  loyalty_point: 'the recorded builds do not send it',
  price_low: 'later builds echo it',
  price_high: 'later builds echo it',
  sort_by: 'later builds echo it',
}

const ROUTES = Object.values(api)
  .flatMap((resource): Endpoint[] => Object.values(resource))
  .map((endpoint) => ({ endpoint, matches: pathMatcher(API_PREFIX + endpoint.path) }))

/** The declared fields of all responses, by JSON path. */
const sentFields: Record<string, FieldProfile> = {}

/** Adds the fields of each response to `sentFields`. */
function profiling(request: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await request(input, init)
    const { method, url } = new Request(input, init)
    const { pathname } = new URL(url)
    const route = ROUTES.find(({ endpoint, matches }) => endpoint.method === method && matches(pathname))
    const schema = route?.endpoint.responses[response.status]
    const text = await response.clone().text()
    if (schema && text !== '') addBody(sentFields, schema, JSON.parse(text))
    return response
  }
}

/** Requests every category, product, banner and section. The emulator validates each response. */
async function readCatalogue({ client }: TestApp): Promise<void> {
  const call = client()
  for (const { id: categoryId } of nonEmpty(await call('GET /categories'))) {
    await call('GET /categories/childes/{categoryId}', { params: { categoryId: String(categoryId) } })
    await call('GET /categories/products/{categoryId}', { params: { categoryId: String(categoryId) } })
  }
  await call('GET /banners')
  await call('GET /homepage/sections')
  const { products } = await call('GET /products/latest', { query: { limit: '10000' } })
  for (const { id } of nonEmpty(products))
    await call('GET /products/details/{id}', { params: { id: String(id) } })
}

const BUILDS = ['7.1', '7.7'] as const
type Build = (typeof BUILDS)[number]

const runs = new Map<Build, Promise<{ app: TestApp; results: CaseResult[] }>>()

/** Runs the contract cases against the emulator in process, once per build. The same cases run against live hosts. */
function runOf(build: Build) {
  const run = runs.get(build) ?? runCases(build)
  runs.set(build, run)
  return run
}

async function runCases(build: Build) {
  const app = await createTestApp({ profile: build })
  const results = await runProviderCases({
    origin: 'http://localhost:8080',
    fetch: profiling(app.fetch),
    token: app.tokenOf(),
    values: demoAccount(app.world) ?? {},
    build,
  })
  await readCatalogue(app)
  return { app, results }
}

afterAll(async () => {
  for (const run of runs.values()) await (await run).app.close()
})

describe.each(BUILDS)('the emulator conforms to the contract when imitating build %s', (build) => {
  for (const { endpoint, testCase: example } of nonEmpty(listCases())) {
    const key = endpointKey(endpoint)
    test(`${key} ${example.title}`, async () => {
      const { results } = await runOf(build)
      const result = results.find(
        (candidate) => candidate.endpoint === key && candidate.title === example.title,
      )
      expect(result?.reason).toBeUndefined()
      expect(result?.findings.map(describeFinding)).toEqual([])
      expect(result?.outcome).toBe('kept')
    })
  }

  test('no response violates its contract, nor does any product, category, banner or section', async () => {
    const { app } = await runOf(build)
    expect(app.invalidResponses).toEqual([])
  })
})

test('sends every field that the contract declares, except known ones', async () => {
  for (const build of BUILDS) await runOf(build)
  const nameOf = (path: string) =>
    path
      .replace(/(\[\])+$/, '')
      .split('.')
      .at(-1) ?? path
  const fields = Object.entries(sentFields)
  const sent = new Set(fields.flatMap(([path, { present }]) => (present === 'never' ? [] : nameOf(path))))
  const unsent = new Set(fields.map(([path]) => nameOf(path)).filter((name) => !sent.has(name)))
  expect([...unsent].sort()).toEqual(Object.keys(UNSENT_FIELDS).sort())
})
