import { expect, test, vi } from 'vitest'
import { cachedQueryOptions } from './cached-response.ts'

const any = () => true

test('returns a cached response for an hour', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  cachedQueryOptions('homepage_sections', any).meta.store({ data: [1] }, 1_000_000)
  vi.setSystemTime(1_000_000 + 3_599_999)
  expect(cachedQueryOptions('homepage_sections', any).initialData()).toEqual({ data: [1] })
  expect(cachedQueryOptions('homepage_sections', any).initialDataUpdatedAt()).toBe(1_000_000)
  vi.setSystemTime(1_000_000 + 3_600_000)
  expect(cachedQueryOptions('homepage_sections', any).initialData()).toBeUndefined()
})

test.each(['nonsense', '[]', '{"data":1}', '{"data":{},"timestamp":1}', 'null'])(
  'ignores the stored text %s',
  (text) => {
    window.localStorage.setItem('categories', text)
    expect(cachedQueryOptions('categories', Array.isArray).initialData()).toBeUndefined()
  },
)
