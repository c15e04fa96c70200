import { expect, test } from 'vitest'
import { app, useSharedApp } from '../../test/current-app.ts'

useSharedApp()

test('responds to HEAD without a body in process, compressed or not', async () => {
  const headers = { 'Accept-Encoding': 'br' }
  const response = await app.fetch('http://localhost/api/v1/products/latest', { method: 'HEAD', headers })
  expect([response.status, await response.text()]).toEqual([200, ''])
})
