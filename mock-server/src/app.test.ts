import { expect, onTestFinished, test } from 'vitest'
import type { TestApp } from '../test/test-app.ts'
import { createTestApp } from '../test/test-app.ts'

/** Creates an emulator whose products violate their contract. */
async function createDamaged(): Promise<TestApp> {
  const damaged = await createTestApp()
  onTestFinished(damaged.close)
  damaged.world.db.prepare("UPDATE products SET json = json_set(json, '$.price', 'much')").run()
  damaged.world.version++
  return damaged
}

test('a response that violates its contract is a 500 that names the place, and is reported in the status', async () => {
  const damaged = await createDamaged()
  const response = await damaged.fetch('http://localhost/api/v1/products/latest')
  expect(response.status).toBe(500)
  expect((await response.json()).message).toContain('$.products[].price')
  const [report, ...others] = (await damaged.control('GET /status')).broken_responses
  expect(report).toMatch(/^GET \/products\/latest: .*\$\.products\[\]\.price/)
  expect(others).toEqual([])
})

test('the first hundred violations are kept, with up to a thousand characters each', async () => {
  const { fetch, invalidResponses } = await createDamaged()
  for (let count = 0; count < 101; count++) await fetch('http://localhost/api/v1/products/details/5')
  expect(invalidResponses).toHaveLength(100)
  for (const report of invalidResponses) expect(report.length).toBeLessThanOrEqual(1000)
})
