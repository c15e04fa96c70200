import { expect, onTestFinished, test } from 'vitest'
import { get, useSharedApp } from '../../test/current-app.ts'
import { createTestApp } from '../../test/test-app.ts'
import { createSampler, type ResponseChecks } from './endpoint-route.ts'

useSharedApp()

test('validates the first five responses of an endpoint and then one in a hundred, or all or none', () => {
  const validated = (checks: ResponseChecks) => {
    const shouldValidate = createSampler(checks)
    return Array.from({ length: 250 }, (_, index) => index + 1).filter(shouldValidate)
  }
  expect(validated('sampled')).toEqual([1, 2, 3, 4, 5, 100, 200])
  expect(validated('all')).toHaveLength(250)
  expect(validated('off')).toEqual([])
})

test('a strict emulator refuses undeclared input', async () => {
  const strict = await createTestApp({ strict: true })
  onTestFinished(() => strict.close())
  const url = 'http://localhost/api/v1/products/latest?limit=2'
  // A response from the cache would contain the valid request's products.
  expect((await strict.fetch(url)).status).toBe(200)
  const response = await strict.fetch(`${url}&colour=red`)
  expect(response.status).toBe(400)
  const message = '((Refused by --strict: query.colour is not in the contract.))'
  expect(await response.json()).toEqual({ message })
})

test('ignores a trailing slash', async () => {
  expect((await get('/api/v1/banners/')).status).toBe(200)
})
