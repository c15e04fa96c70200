import { expect, test } from 'vitest'
import { createSampler, type ResponseChecks } from './endpoint-route.ts'

test('validates the first five responses of an endpoint and then one in a hundred, or all or none', () => {
  const validated = (checks: ResponseChecks) => {
    const shouldValidate = createSampler(checks)
    return Array.from({ length: 250 }, (_, index) => index + 1).filter(shouldValidate)
  }
  expect(validated('sampled')).toEqual([1, 2, 3, 4, 5, 100, 200])
  expect(validated('all')).toHaveLength(250)
  expect(validated('off')).toEqual([])
})
