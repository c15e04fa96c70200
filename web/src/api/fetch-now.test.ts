import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fetchNow } from './fetch-now.ts'

const client = new QueryClient()
const queryKey = ['price']

/** Fetches a price with a query function that fails, responds, or does neither. */
const fetchPrice = (queryFn: () => Promise<number>) => fetchNow(client, { queryKey, queryFn, retry: 3 })
const failing = () => Promise.reject(new Error('offline'))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  client.clear()
  vi.useRealTimers()
})

test('returns the response of a new request, even if there is one of this visit', async () => {
  client.setQueryData(queryKey, 1)
  expect(await fetchPrice(async () => 2)).toBe(2)
  expect(client.getQueryData(queryKey)).toBe(2)
})

test('sends a request although the cached response is from the future, because the clock was set back', async () => {
  client.setQueryData(queryKey, 1, { updatedAt: Date.now() + 60_000 })
  expect(await fetchPrice(async () => 2)).toBe(2)
})

test('sends a single request if a page shows the price, and lets requests for other prices continue', async () => {
  const read = vi.fn(async () => 2)
  client.setQueryData(queryKey, 1)
  const page = new QueryObserver(client, { queryKey, queryFn: read, staleTime: 60_000 })
  onTestFinished(page.subscribe(() => {}))
  const other = client.fetchQuery({
    queryKey: [...queryKey, 'of another product'],
    queryFn: () => new Promise<number>((resolve) => setTimeout(resolve, 100, 9)),
  })
  expect(await fetchPrice(read)).toBe(2)
  expect(read).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(100)
  expect(await other).toBe(9)
})

test('sends a failed request once, and returns what was read in this visit', async () => {
  const queryFn = vi.fn(failing)
  expect(await fetchPrice(queryFn)).toBeUndefined()
  expect(queryFn).toHaveBeenCalledTimes(1)
  client.setQueryData(queryKey, 1)
  expect(await fetchPrice(queryFn)).toBe(1)
})

test('returns no response of an earlier visit', async () => {
  client.setQueryData(queryKey, 1, { updatedAt: performance.timeOrigin - 1 })
  expect(await fetchPrice(failing)).toBeUndefined()
})

test('waits three seconds for a response, and ignores one that is later', async () => {
  client.setQueryData(queryKey, 1)
  let respond = (_: number) => {}
  const request = vi.fn(() => new Promise<number>((resolve) => (respond = resolve)))
  const price = fetchPrice(request)
  await vi.advanceTimersByTimeAsync(2_999)
  const early = await Promise.race([price, 'waiting'])
  await vi.advanceTimersByTimeAsync(1)
  expect([early, await price]).toEqual(['waiting', 1])
  respond(2)
  expect(client.getQueryData(queryKey)).toBe(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(request).toHaveBeenCalledOnce()
})

test('lets the first request continue, because the page waits for it', async () => {
  let respond = (_: number) => {}
  const price = fetchPrice(() => new Promise((resolve) => (respond = resolve)))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await price).toBeUndefined()
  respond(2)
  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe(2))
})

test('replaces a request that was sent before', async () => {
  const earlier = client.fetchQuery({ queryKey, queryFn: () => new Promise<number>(() => {}) }).catch(() => 0)
  expect(await fetchPrice(async () => 2)).toBe(2)
  expect(await earlier).toBe(0)
})

test('waits for a request that was sent before if it may', async () => {
  let respond = (_: number) => {}
  const earlier = () => new Promise<number>((resolve) => (respond = resolve))
  void client.fetchQuery({ queryKey, queryFn: earlier })
  const later = vi.fn(async () => 2)
  const price = fetchNow(client, { queryKey, queryFn: later }, { joinsPending: true })
  await vi.advanceTimersByTimeAsync(0)
  respond(1)
  expect(await price).toBe(1)
  expect(later).not.toHaveBeenCalled()
})

test('returns the response to both of two calls at a time', async () => {
  const respondLate = (price: number) => () =>
    new Promise<number>((resolve) => setTimeout(resolve, 200, price))
  const first = fetchPrice(respondLate(1))
  await vi.advanceTimersByTimeAsync(100)
  const second = fetchPrice(respondLate(2))
  await vi.advanceTimersByTimeAsync(300)
  expect(await second).toBe(await first)
  expect(await first).toBeDefined()
})
