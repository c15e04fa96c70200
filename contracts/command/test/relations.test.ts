import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { orderPayload } from '../../cases/order-payload.ts'
import { providerContracts } from '../../cases/provider.ts'
import { runContract, validate } from '../../harness/run.ts'
import { defineContracts } from '../../src/define-contracts.ts'
import { endpoint } from '../../src/endpoint.ts'
import { from, holds } from '../../src/relation.ts'
import type { ProductPage } from '../../src/resources/products.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { startEmbeddedEmulator } from '../emulator.ts'
import { CONTRADICTIONS, changed } from './contradictions.ts'
import { everywhere, isProduct } from './healthy-host.ts'
import { startHostProxy } from './host-proxy.ts'
import { brokenRelations, startTestRun, type TestRun } from './test-run.ts'

let started: TestRun
beforeAll(async () => {
  started = await startTestRun()
})
afterAll(() => started.close())

describe('a contradiction between valid responses is reported with its relation:', () => {
  for (const { title, at, change, expect: wanted } of nonEmpty(CONTRADICTIONS))
    test(title, async () => {
      started.host.plant((response, request, handle) => {
        const path = request.path.replace('/api/v1', '')
        return request.method === 'GET' && response.status === 200 && at.test(path)
          ? changed(change)(response, request, handle)
          : undefined
      })
      const report = await started.run()
      expect(brokenRelations(report)).toContainEqual(wanted)
    })
})

test('a finding shows both responses, the number of requests between them, and the commands to repeat them', async () => {
  started.host.plant((response, request, handle) =>
    request.path.startsWith('/api/v1/products/details/')
      ? changed((body) => ((body.product as { price: number }).price = 12_345))(response, request, handle)
      : undefined,
  )
  const report = await started.run({ only: ['products'] })
  const [finding] = report.endpoints
    .flatMap(({ findings }) => findings)
    .filter(({ where }) => where === '$.product.price')
  expect(finding).toMatchObject({ class: 'behaviour', rule: 'relation', actual: '12345' })
  expect(finding?.expected).toMatch(/^\d+, as in GET \/\S+ \(\$\S+\.price, \d+ requests (earlier|later)\)$/)
  expect(finding?.curl.match(/\bcurl /g)).toHaveLength(2)
})

test('describes a long value instead of truncating it, because the rest could contain part of a secret', async () => {
  const name = 'A secret in a long name '.repeat(4)
  started.host.plant((response, request, handle) =>
    request.path.startsWith('/api/v1/products/details/')
      ? changed((body) => ((body.product as { name: string }).name = name))(response, request, handle)
      : undefined,
  )
  const report = await started.run({ only: ['products'] })
  const findings = report.endpoints.flatMap((each) => each.findings)
  expect(findings.find(({ where }) => where === '$.product.name')).toMatchObject({ actual: 'string' })
})

test('does not report a difference that no longer exists in the second check', async () => {
  let requests = 0
  started.host.plant((response, request, handle) => {
    if (!request.path.startsWith('/api/v1/products/details/')) return undefined
    requests++
    return requests === 1
      ? changed((body) => ((body.product as { price: number }).price = 12_345))(response, request, handle)
      : undefined
  })
  const report = await started.run({ only: ['products.latest', 'products.details'] })
  expect(report.endpoints.flatMap(({ findings }) => findings)).toEqual([])
})

test('does not report prices that change once during a run', async () => {
  for (const change of nonEmpty([2, 4, 6, 8, 10, 12])) {
    let requests = 0
    const raisePrices = everywhere(isProduct, (product) => {
      if (!product.original_price) product.price = Number(product.price) + 500
    })
    started.host.plant((response, request, handle) =>
      ++requests > change ? raisePrices(response, request, handle) : undefined,
    )
    const report = await started.run()
    expect(brokenRelations(report), `change ${change}`).toEqual([])
  }
})

describe('orders placed by other shoppers between any two requests violate no relation', () => {
  for (const stockLimits of nonEmpty([false, true]))
    test(stockLimits ? 'with the list lengths of the original product' : 'with longer lists', async () => {
      const emulator = await startEmbeddedEmulator({ stockLimits })
      const host = await startHostProxy(emulator.fetch)
      const shopper = { authorization: `Bearer ${emulator.token()}`, 'content-type': 'application/json' }
      const api = (path: string, init?: RequestInit) =>
        emulator.fetch(`http://emulator.embedded/api/v1${path}`, init)
      const { products } = (await (await api('/products/latest')).json()) as ProductPage
      let orders = 0
      host.plant(async () => {
        for (const { id } of products.slice(0, 5)) {
          const body = JSON.stringify(orderPayload(id))
          const { status } = await api('/customer/order/place', { method: 'POST', headers: shopper, body })
          if (status === 200) orders++
        }
        return undefined
      })
      const credentials = { token: emulator.token() }
      const report = await runContract({
        contracts: providerContracts,
        target: { origin: host.origin, credentials, isEmulator: false },
        emulator: null,
      })
      expect(brokenRelations(report)).toEqual([])
      expect(report.summary.verified).toBeGreaterThan(10)
      expect(orders).toBeGreaterThan(50)
      await host.close()
      await emulator.close()
    })
})

test('a run sends at most 60 requests and finds no violated relation on a healthy host', async () => {
  started.host.plant(null)
  const report = await started.run()
  expect(report.endpoints.flatMap(({ findings }) => findings)).toEqual([])
  expect(report.summary.requests).toBeLessThanOrEqual(60)
})

test('contracts for other APIs can declare relations', async () => {
  const Order = z.object({ id: z.int(), total: z.int(), lines: z.array(z.object({ price: z.int() })) })
  const orders = endpoint({
    method: 'GET',
    path: '/orders',
    auth: 'none',
    summary: '',
    readOnly: 'a public list',
    responses: { 200: z.array(Order) },
    evidence: { kind: 'assumed', why: 'an example' },
  })
  const contracts = defineContracts({
    endpoints: { orders: { list: orders } },
    relations: [
      holds(
        'an order adds up',
        from(orders, (body) => body),
        'total',
        'the sum of its lines',
        ({ total, lines }) => lines.reduce((sum, { price }) => sum + price, 0) === total,
      ),
    ],
  })
  const respond = (total: number) => () =>
    Promise.resolve(Response.json([{ id: 1, total, lines: [{ price: 3 }, { price: 4 }] }]))
  const stored = await validate(contracts, { target: 'http://localhost:1', fetch: respond(7) })
  expect(stored.summary.exitCode).toBe(0)
  const broken = await validate(contracts, { target: 'http://localhost:1', fetch: respond(8) })
  expect(broken.endpoints[0]?.findings).toMatchObject([
    { rule: 'relation', where: '$[].total', expected: 'the sum of its lines', actual: '8' },
  ])
})

test('a finding skips only the relations that read its field, and the report lists them', async () => {
  started.host.plant((response, request, handle) =>
    request.path.startsWith('/api/v1/products/details/')
      ? changed((body) => {
          const product = body.product as { unit: unknown; total_stock: unknown; created_at: string }
          product.unit = 7
          product.total_stock = -1
          product.created_at = '2099-01-01T00:00:00.000000Z'
        })(response, request, handle)
      : undefined,
  )
  const report = await started.run({ only: ['products'] })
  const details = report.endpoints.find(({ name }) => name === 'products.details')
  expect(details?.findings.map(({ rule, where }) => `${rule} ${where}`)).toEqual([
    'type $.product.unit',
    'relation $.product.total_stock',
    'relation $.product.created_at',
  ])
  expect(details?.notes).toContain(
    'relations that read a field with a finding: a product is the same everywhere',
  )
})
