import { providerContracts } from 'contracts/cases/provider'
import { runProviderCases } from 'contracts/cases/run-on-emulator'
import { validateHar } from 'contracts/harness/validate-har'
import { nonEmpty } from 'contracts/non-empty'
import { expect, test } from 'vitest'
import { app, useAppPerTest } from '../../test/current-app.ts'
import { demoAccount } from '../world/demo-account.ts'

useAppPerTest()

test('exports no query that was too long to be recorded', async () => {
  const long = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`${at}`.padEnd(150, 'x'), '']))
  await app.fetch(`http://localhost/api/v1/products/latest?${new URLSearchParams(long)}`)
  const { log } = await app.control('GET /journal/har', {})
  const url = 'http://localhost/api/v1/products/latest'
  expect(log.entries[0]?.request).toMatchObject({ url, queryString: [] })
})

test('exports the filtered requests as a HAR file that the contract command validates', async () => {
  await runProviderCases({
    origin: 'http://localhost',
    fetch: app.fetch,
    token: app.tokenOf(),
    values: demoAccount(app.world) ?? {},
  })
  const har = await app.control('GET /journal/har', {})
  const report = await validateHar([har], { contracts: providerContracts, target: null, emulator: null })
  expect(report?.endpoints.filter(({ findings }) => findings.length > 0)).toEqual([])
  expect(report?.summary.verified).toBeGreaterThan(20)
  expect(JSON.stringify(har)).not.toMatch(/kitabo-demo|demo@kitabo/)
  const { log } = await app.control('GET /journal/har', {
    query: { path: '/products/latest', status: '2xx' },
  })
  for (const { request } of nonEmpty(log.entries))
    expect(request.url).toMatch(/^http:\/\/localhost\/api\/v1\/products\/latest/)
  expect(log.entries[0]?.response.content.text).toMatch(/^{"total_size"/)
})
