import { expect, test } from 'vitest'
import { addFault, app, useAppPerTest } from '../../test/current-app.ts'

useAppPerTest()

test('responds to HEAD without a body in process, compressed or not', async () => {
  const headers = { 'Accept-Encoding': 'br' }
  const response = await app.fetch('http://localhost/api/v1/products/latest', { method: 'HEAD', headers })
  expect([response.status, await response.text()]).toEqual([200, ''])
})

test('rejects with the reason of an abort, before and during the request', async () => {
  const fetchBanners = (signal: AbortSignal) => app.fetch('http://localhost/api/v1/banners', { signal })
  await expect(fetchBanners(AbortSignal.abort('too late'))).rejects.toBe('too late')
  await addFault({ path: '/banners', effect: { latency: 60_000 } })
  const controller = new AbortController()
  const response = fetchBanners(controller.signal)
  await expect.poll(() => app.world.faults.list()[0]?.matched).toBe(1)
  controller.abort('given up')
  await expect(response).rejects.toBe('given up')
})
