import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const finding = (where: string, rule: string, expected: string, actual: string) => ({
  class: 'breaking',
  where,
  expected,
  actual,
  verdict: 'provider drifted',
  rule,
  count: 1,
  case: 'a case',
  curl: 'curl',
})

function report(name: string, path: string, findings: object[]) {
  const endpoint = {
    name,
    method: 'GET',
    path,
    status: 'drift',
    evidence: { kind: 'live', text: 'verified live now' },
    findings,
  }
  return { target: 'https://host.example', startedAt: '2026-11-20T09:00:00Z', endpoints: [endpoint] }
}

const json = async (path: string) =>
  (await app.fetch(`http://localhost/api/v1${path}`, { headers: { Accept: 'application/json' } })).json()

test('the emulator responds like the host that a report describes until the drift is cleared', async () => {
  const drift = report('products.latest', '/products/latest', [
    finding('$.products[].price', 'type', 'number', 'text'),
    finding('$.products[].unit', 'missing', 'string', 'nothing'),
    finding('$.total_size', 'type', 'number', 'null'),
  ])
  const loaded = await app.control('POST /drift', { body: { report: drift } })
  expect(loaded).toMatchObject({
    target: 'https://host.example',
    endpoints: [
      { name: 'products.latest', findings: [{ where: '$.products[].price', actual: 'text' }, {}, {}] },
    ],
  })
  const body = await json('/products/latest?limit=2')
  expect(body.total_size).toBeNull()
  expect(
    body.products.map((each: { price: unknown; unit?: string }) => [typeof each.price, each.unit]),
  ).toEqual([
    ['string', undefined],
    ['string', undefined],
  ])
  expect(typeof (await json('/products/details/5')).product.price).toBe('number')
  await app.control('DELETE /drift')
  expect(typeof (await json('/products/latest?limit=2')).products[0].price).toBe('number')
})

test('reproduces a host that no longer requires a token', async () => {
  const drift = report('customer.info', '/customer/info', [finding('$status', 'access', '401', '200')])
  await app.control('POST /drift', { body: { report: drift } })
  expect((await json('/customer/info')).email).toBe('demo@kitabo.example')
})

test('refuses a file that is not a report, with one message', async () => {
  await expect(app.control('POST /drift', { body: { report: { hello: 1 } } })).rejects.toThrow(
    /This is not a drift report/,
  )
})
