import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { cacheScopeOf, storedListOptions, syncStoredLists } from './response-cache.ts'

const any = () => true

test('returns a list from localStorage for an hour', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const client = new QueryClient()
  client
    .getQueryCache()
    .build(client, { queryKey: ['sections'], ...storedListOptions('homepage_sections', any) })
  client.setQueryData(['sections'], { data: [1] }, { updatedAt: 1_000_000 })
  syncStoredLists(client)
  vi.setSystemTime(1_000_000 + 3_599_999)
  expect(storedListOptions('homepage_sections', any).initialData()).toEqual({ data: [1] })
  expect(storedListOptions('homepage_sections', any).initialDataUpdatedAt()).toBe(1_000_000)
  vi.setSystemTime(1_000_000 + 3_600_000)
  expect(storedListOptions('homepage_sections', any).initialData()).toBeUndefined()
})

test.each(['nonsense', '[]', '{"data":1}', '{"data":{},"timestamp":1}', 'null'])(
  'ignores the stored text %s',
  (text) => {
    window.localStorage.setItem('categories', text)
    expect(storedListOptions('categories', Array.isArray).initialData()).toBeUndefined()
  },
)

test.each([
  [['products', 'latest'], 'public'],
  [['config'], 'public'],
  [['wishlist', 'ada'], 'private'],
  [['wishlist', 'shared', [1, 2]], null],
  [['customer', 'ada', 'orders'], 'private'],
  [['customer', 'ada', 'addresses'], null],
  [['customer', 'ada', 'info'], null],
  [['places', 'kampala'], null],
])('the data of the query %j is cached as %s', (key, kind) => {
  expect(cacheScopeOf(key)).toBe(kind)
})
