import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import * as offlineStore from '../../../api/offline-store.ts'
import { withResponseCache } from '../../../api/response-cache.ts'
import { openIndex } from './page-index.ts'

test('products of a cached response keep the time at which it was received', async () => {
  vi.spyOn(offlineStore, 'publicResponses').mockImplementation(async function* () {})
  const data = { products: [{ id: 7, name: 'Rare Atlas', price: 9_000 }], total_size: 1 }
  vi.spyOn(offlineStore, 'readResponse').mockResolvedValue({ data, at: 5_000 })
  const client = new QueryClient()
  const { index, filled } = openIndex(client)
  const queryKey = ['products', 'latest']
  const query = client.getQueryCache().build<unknown>(client, { queryKey })
  const request = () => Promise.reject(new TypeError('Failed to fetch'))
  await query.fetch({
    queryKey,
    retry: false,
    queryFn: (context) => withResponseCache(request, context as never, query as never),
  })
  await filled()
  expect(index.find('Rare Atlas', 3)).toMatchObject([{ receivedAt: 5_000 }])
})

test('contains the products of earlier visits, and no longer one that the host says is gone', async () => {
  const data = { products: [{ id: 7, name: 'Rare Atlas', price: 9_000 }], total_size: 1 }
  vi.spyOn(offlineStore, 'publicResponses').mockImplementation(async function* () {
    yield { data, at: 5_000 }
  })
  const client = new QueryClient()
  const { index, filled } = openIndex(client)
  await filled()
  expect(index.find('Rare Atlas', 3)).toMatchObject([{ receivedAt: 5_000 }])
  client.setQueryData(['products', 'details', '7'], null)
  await filled()
  expect(index.find('Rare Atlas', 3)).toEqual([])
})

test('without storage, contains the products that this visit loaded, also those from before it was opened', async () => {
  vi.spyOn(offlineStore, 'publicResponses').mockImplementation(async function* () {
    yield* []
    throw new Error('No storage.')
  })
  const client = new QueryClient()
  client.setQueryData(['products', 'latest'], { products: [{ id: 7, name: 'Rare Atlas', price: 9_000 }] })
  client.setQueryData(['customer', 'wishlist'], { products: [{ id: 8, name: 'Rare Globe', price: 9_000 }] })
  const { index, filled } = openIndex(client)
  await filled()
  expect(index.find('Rare', 3).map(({ id }) => id)).toEqual([7])
  client.setQueryData(['products', 'search'], { products: [{ id: 9, name: 'Rare Map', price: 9_000 }] })
  await openIndex(client).filled()
  expect(index.find('Rare', 3).map(({ id }) => id)).toEqual([7, 9])
})
