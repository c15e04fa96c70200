import { expect, test } from 'vitest'
import { bearer, removeExtensions, send, useAppPerTest } from '../../test/current-app.ts'

useAppPerTest()

test.each([
  ['sections', 'GET', '/api/v1/homepage/sections'],
  ['newsletter', 'POST', '/api/v1/newsletter/subscribe'],
  ['specialOrders', 'POST', '/api/v1/special-order/store'],
] as const)('without %s, its route does not exist', async (name, method, path) => {
  const body = method === 'POST' ? { email: 'a@kitabo.example' } : undefined
  const before = await send(method, path, body, bearer())
  expect(before.status).not.toBe(404)
  await removeExtensions(name)
  const route = path.slice(1)
  const { refusal } = await send(method, path, body, bearer())
  expect(refusal).toEqual([404, `The route ${route} could not be found.`])
})
