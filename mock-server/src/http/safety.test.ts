import { describe, expect, test } from 'vitest'
import { eachTestHasApp } from '../../test/fresh-app.ts'
import { createTestApp, type TestApp } from '../../test/test-app.ts'

let app: TestApp
eachTestHasApp((fresh) => {
  app = fresh
})

describe('options for strictness, throttling and access', () => {
  test('a strict emulator refuses undeclared input', async () => {
    const strict = await createTestApp({ strict: true })
    const response = await strict.fetch('http://localhost/api/v1/products/latest?colour=red')
    expect(response.status).toBe(400)
    expect((await response.json()).message).toBe(
      '((Refused by --strict: query.colour is not in the contract.))',
    )
    await strict.close()
  })

  test('returns 429 for the 61st request within a minute if throttled', async () => {
    const throttled = await createTestApp({ throttle: true })
    const statuses = []
    for (let i = 0; i < 61; i++)
      statuses.push((await throttled.fetch('http://localhost/api/v1/banners')).status)
    expect(statuses.slice(-2)).toEqual([200, 429])
    const refused = await throttled.fetch('http://localhost/api/v1/banners')
    expect(Number(refused.headers.get('retry-after'))).toBe(60)
    throttled.clock.advance(60_000)
    expect((await throttled.fetch('http://localhost/api/v1/banners')).status).toBe(200)
    await throttled.close()
  })

  test('refuses an unknown host name, and the control API without its token', async () => {
    const guarded = await createTestApp({ allowHosts: ['shop.example'], token: 'sesame' })
    expect((await guarded.fetch('http://rebound.example/api/v1/banners')).status).toBe(403)
    expect((await guarded.fetch('http://shop.example/api/v1/banners')).status).toBe(200)
    expect((await guarded.fetch('http://localhost/__emulator/outbox')).status).toBe(401)
    const headers = { Authorization: 'Bearer sesame' }
    expect((await guarded.fetch('http://localhost/__emulator/outbox', { headers })).status).toBe(200)
    for (const open of [
      '/__emulator/health',
      '/__emulator/checkout',
      '/v3.js',
      '/__emulator/maps/tiles/1/0/0.svg',
    ]) {
      expect((await guarded.fetch(`http://localhost${open}`)).status).toBe(200)
    }
    await guarded.close()
  })
})

test('returns 500 for a response that violates its contract, and reports it in the status', async () => {
  app.world.db.prepare("UPDATE products SET json = json_set(json, '$.price', 'much')").run()
  app.world.version++
  const response = await app.fetch('http://localhost/api/v1/products/latest')
  expect(response.status).toBe(500)
  expect((await response.json()).message).toContain('$.products[].price')
  expect((await app.control('GET /status')).broken_responses).toHaveLength(1)
  app.broken.length = 0
})
