import { QueryClient } from '@tanstack/react-query'
import { ApiError } from 'contracts/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SLOW_AFTER_MS } from '../config/delays.ts'
import { hydration } from '../platform/hydration.ts'
import type { CachedResponse } from './offline-store.ts'
import {
  cacheScopeOf,
  deleteLists,
  FETCH_NOW,
  offlineCache,
  storedListOptions,
  syncStoredLists,
  withResponseCache,
} from './response-cache.ts'

/** IndexedDB, which happy-dom lacks, by hash. */
const store = vi.hoisted(() => new Map<string, CachedResponse>())
const delay = vi.hoisted(() => ({ ms: 0 }))
vi.mock('./offline-store.ts', () => ({
  readResponse: async (hash: string) => {
    if (delay.ms > 0) await new Promise((resolve) => setTimeout(resolve, delay.ms))
    return store.get(hash)
  },
  writeResponse: async (hash: string, _: string, response: CachedResponse) => void store.set(hash, response),
}))

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
  ['is from the future', { data: [1], timestamp: Date.now() + 60_000 }],
  ['is longer than 2,000,000 characters', { data: ['a'.repeat(2_000_000)], timestamp: Date.now() }],
])('ignores a stored list that %s', (_, stored) => {
  window.localStorage.setItem('categories', JSON.stringify(stored))
  expect(storedListOptions('categories', any).initialData()).toBeUndefined()
})

test('ignores a stored list that is nested too deeply to validate, and every one during hydration', () => {
  window.localStorage.setItem('categories', JSON.stringify({ data: [1], timestamp: Date.now() }))
  const tooDeep = () => {
    throw new RangeError('Maximum call stack size exceeded')
  }
  expect(storedListOptions('categories', tooDeep).initialData()).toBeUndefined()
  expect(storedListOptions('categories', any).initialData()).toEqual([1])
  hydration.isPending = true
  onTestFinished(() => {
    hydration.isPending = false
  })
  expect(storedListOptions('categories', any).initialData()).toBeUndefined()
})

test('shows the newer one of the list of the document and the stored one, and stores it', () => {
  const client = new QueryClient()
  const now = Date.now()
  const options = storedListOptions<string[]>('categories', Array.isArray)
  client.getQueryCache().build(client, { queryKey: ['categories'], ...options })
  const sync = (rendered: unknown, updatedAt: number) => {
    client.setQueryData(['categories'], rendered, { updatedAt })
    syncStoredLists(client)
    return [client.getQueryData(['categories']), options.initialData()]
  }
  expect(sync(['first'], now - 2_000)).toEqual([['first'], ['first']])
  expect(sync(['newer'], now - 1_000)).toEqual([['newer'], ['newer']])
  expect(sync(['old'], now - 2_000)).toEqual([['newer'], ['newer']])
  expect(client.getQueryState(['categories'])?.dataUpdatedAt).toBe(now - 1_000)
  expect(sync({ errors: [] }, now)).toEqual([{ errors: [] }, ['newer']])
  window.localStorage.clear()
  expect(sync(['expired'], now - 3_600_000)).toEqual([['expired'], undefined])
})

test('makes space by deleting the lists, and nothing else', () => {
  for (const key of ['subcategories_5', 'categories', 'cart']) window.localStorage.setItem(key, '[]')
  deleteLists()
  expect(Object.keys(window.localStorage)).toEqual(['cart'])
})

test.each([
  [['products', 'latest'], 'public'],
  [['config'], 'public'],
  [['wishlist', 'ada'], 'private'],
  [['wishlist', 'shared', [1, 2]], null],
  [['customer', 'ada', 'orders'], 'private'],
  [['customer', 'ada', 'addresses'], null],
  [['customer', 'ada', 'info'], null],
  [['places', 'kampala'], null],
])('the data of the query %j is cached as %s', (key, scope) => {
  expect(cacheScopeOf(key)).toBe(scope)
})

const KEY = ['products', 'latest']
const CACHED: CachedResponse = { data: 'cached', at: 5_000 }

/** Fetches a query whose cached response is CACHED, with a request that responds as told. */
function fetchWith(
  request: () => Promise<string>,
  { meta = {}, cached = CACHED as CachedResponse | null, shown = null as string | null } = {},
) {
  store.clear()
  if (cached) store.set(JSON.stringify(KEY), cached)
  const client = new QueryClient()
  const query = client.getQueryCache().build<string>(client, { queryKey: KEY, meta, retry: false })
  if (shown !== null) query.setData(shown)
  const fetched = query.fetch({
    ...query.options,
    queryKey: KEY,
    queryFn: (context) => withResponseCache(request, context, query as never),
  })
  return { query, fetched }
}

test('shows a cached response with its time after six seconds, and the late response when it arrives', async () => {
  vi.useFakeTimers()
  let respond = (_: string) => {}
  const { query, fetched } = fetchWith(() => new Promise((resolve) => (respond = resolve)))
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS - 1)
  expect(query.state.data).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(await fetched).toBe('cached')
  await vi.advanceTimersByTimeAsync(1)
  expect(query.state).toMatchObject({ data: 'cached', dataUpdatedAt: CACHED.at })
  respond('late')
  await vi.advanceTimersByTimeAsync(1)
  expect(query.state.data).toBe('late')
  expect(query.state.dataUpdatedAt).toBeGreaterThan(CACHED.at)
})

test('keeps the response to a later request if the one to an earlier request arrives after it', async () => {
  vi.useFakeTimers()
  offlineCache.isStarted = true
  onTestFinished(() => {
    offlineCache.isStarted = false
  })
  let respond = (_: string) => {}
  const { query, fetched } = fetchWith(() => new Promise((resolve) => (respond = resolve)))
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS + 1)
  expect(await fetched).toBe('cached')
  const newer: () => Promise<string> = async () => 'newer'
  await query.fetch({
    ...query.options,
    queryKey: KEY,
    queryFn: (context) => withResponseCache(newer, context, query as never),
  })
  const { dataUpdatedAt } = query.state
  await vi.advanceTimersByTimeAsync(1_000)
  respond('older')
  await vi.advanceTimersByTimeAsync(1)
  expect(query.state).toMatchObject({ data: 'newer', dataUpdatedAt })
  expect(store.get(JSON.stringify(KEY))?.data).toBe('newer')
})

test('keeps the time of a response that arrives while the cached one is read', async () => {
  vi.useFakeTimers()
  delay.ms = 500
  onTestFinished(() => {
    delay.ms = 0
  })
  let respond = (_: string) => {}
  const { query, fetched } = fetchWith(() => new Promise((resolve) => (respond = resolve)))
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS + 1)
  respond('late')
  expect(await fetched).toBe('late')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(query.state.data).toBe('late')
  expect(query.state.dataUpdatedAt).toBeGreaterThan(CACHED.at)
})

test('shows a cached response with its time if the network fails', async () => {
  const { query, fetched } = fetchWith(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await fetched).toBe('cached')
  await vi.waitFor(() => expect(query.state.dataUpdatedAt).toBe(CACHED.at))
})

test('data that is shown is not replaced with a cached response if its refresh is slow or fails', async () => {
  vi.useFakeTimers()
  let fail = (_: Error) => {}
  const { query, fetched } = fetchWith(() => new Promise((_, reject) => (fail = reject)), { shown: 'shown' })
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS + 1)
  expect(query.state.data).toBe('shown')
  const failure = expect(fetched).rejects.toThrow('Failed to fetch')
  fail(new TypeError('Failed to fetch'))
  await failure
  expect(query.state.data).toBe('shown')
})

test('stores the list of a response for an hour', async () => {
  const list = { key: 'categories', isValid: any } as const
  await fetchWith(async () => 'list', { meta: { list } }).fetched
  expect(storedListOptions('categories', any).initialData()).toBe('list')
})

test("shows no cached response for the host's errors", async () => {
  const refused = new ApiError('GET /products/latest', 503, {})
  await expect(fetchWith(() => Promise.reject(refused)).fetched).rejects.toBe(refused)
})

test('fails as the network does without a cached response, or if cached data must not be used', async () => {
  const offline = new TypeError('Failed to fetch')
  const fail = () => Promise.reject(offline)
  await expect(fetchWith(fail, { cached: null }).fetched).rejects.toBe(offline)
  await expect(fetchWith(fail, { meta: FETCH_NOW }).fetched).rejects.toBe(offline)
})

test('fails after three seconds if the cache does not respond', async () => {
  vi.useFakeTimers()
  delay.ms = 60_000
  onTestFinished(() => {
    delay.ms = 0
  })
  const failed = vi.fn()
  fetchWith(() => Promise.reject(new TypeError('Failed to fetch'))).fetched.catch(failed)
  await vi.advanceTimersByTimeAsync(2_999)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(failed).toHaveBeenCalled()
})

test('caches responses once the page has settled, but no empty ones', async () => {
  const cachedAfter = async (data: string | null) => {
    await fetchWith(() => Promise.resolve(data as string), { cached: null }).fetched
    await new Promise((resolve) => setTimeout(resolve))
    return [...store.values()].map((response) => response.data)
  }
  expect(await cachedAfter('fresh')).toEqual([])
  offlineCache.isStarted = true
  expect(await cachedAfter('fresh')).toEqual(['fresh'])
  expect(await cachedAfter(null)).toEqual([])
  offlineCache.isStarted = false
})
