import { expect, onTestFinished, test } from 'vitest'
import { useSharedApp } from '../test/current-app.ts'
import { createTestApp, type TestApp } from '../test/test-app.ts'

useSharedApp()

/** Creates an emulator for one test. */
async function createOwn(options: Parameters<typeof createTestApp>[0] = {}): Promise<TestApp> {
  const own = await createTestApp(options)
  onTestFinished(() => own.close())
  return own
}

test('returns 500 for a response that violates its contract, and reports it in the status', async () => {
  const damaged = await createOwn()
  damaged.world.db.prepare("UPDATE products SET json = json_set(json, '$.price', 'much')").run()
  damaged.world.version++
  const response = await damaged.fetch('http://localhost/api/v1/products/latest')
  expect(response.status).toBe(500)
  expect((await response.json()).message).toContain('$.products[].price')
  expect((await damaged.control('GET /status')).broken_responses).toHaveLength(1)
})
