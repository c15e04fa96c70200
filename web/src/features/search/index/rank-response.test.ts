import { CancelledError, QueryClient } from '@tanstack/react-query'
import type { NewFault } from 'mock-server/control-api/faults'
import { createTestApp } from 'mock-server/test/test-app'
import { insert, remove, selectOne } from 'mock-server/world/queries'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expectOnConsole } from '../../../../test/console.ts'
import { BOOKS_CATEGORY_ID } from '../../../config/store.ts'
import { setDataSaver } from '../../../platform/data-saver.ts'
import { categoryProductsQuery } from '../../catalogue/queries.ts'
import { requestHost } from '../queries.ts'
import { openIndex } from './page-index.ts'
import { rankResponse } from './rank.ts'

/** Animals such as the quagga and the okapi are in no name of the seeded catalogue. */
const app = await createTestApp()
afterAll(() => app.close())

const FIRST_ID = 90_001
/** The host's default page size. */
const PAGE_SIZE = 15
const BOOKS = `/categories/products/${BOOKS_CATEGORY_ID}`
const more = categoryProductsQuery(BOOKS_CATEGORY_ID)

let client: QueryClient
let requests: string[]
/** Called for each request. May replace its response. */
let onRequest: (request: string) => Promise<Response> | undefined

beforeEach(() => {
  app.worlds.reset(app.world)
  // Only the products of the test are in the list of books.
  remove(app.world, 'product_categories')
  client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  requests = []
  onRequest = () => undefined
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    const { pathname, search } = new URL(input, app.origin)
    const request = pathname.replace('/api/v1', '') + search
    requests.push(request)
    return onRequest(request) ?? app.fetch(input, init)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  setDataSaver(false)
})

/** Adds products to the host's catalogue, in the order of its search. Its list of books contains only books. */
function sell(names: readonly string[], kind: 'book' | 'other' = 'other'): void {
  const row = selectOne<{ json: string }>(app.world, 'SELECT * FROM products ORDER BY id LIMIT 1')
  const last = selectOne<{ id: number }>(app.world, 'SELECT max(id) AS id FROM products')?.id ?? 0
  for (const [index, name] of names.entries()) {
    const id = Math.max(FIRST_ID, last + 1) + index
    const json = JSON.stringify({ ...JSON.parse(row?.json ?? ''), id, name, description: '' })
    insert(app.world, 'products', { ...row, id, name, json })
    const inCategory = { category_id: BOOKS_CATEGORY_ID, product_id: id, position: 1 }
    if (kind === 'book') insert(app.world, 'product_categories', inCategory)
  }
}

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name} ${index}`)

/** Makes the host's search fail: always, or from the n-th request and a number of times. */
const failSearches = (fault: Pick<NewFault, 'from' | 'times'> = {}) =>
  app.control('POST /faults', { body: { path: '/products/search', effect: { status: 500 }, ...fault } })

async function search(query: string, signal = new AbortController().signal) {
  const response = requestHost(client, query, signal)
  const results = await rankResponse({ client, query, response, more, signal })
  return { ...results, names: results.listing.products.map(({ name }) => name) }
}

const searchCall = (name: string) => `/products/search?name=${name}`
const pageCall = (name: string, page: number) => `${searchCall(name)}&limit=${PAGE_SIZE}&offset=${page}`

test('returns the results of a host with a match after one request, without waiting for the index', async () => {
  sell(['Quagga Songs', 'Quagga Giraffes'])
  sell(['Young Giraffes'], 'book')
  const { names, hostQuery } = await search('quagga giraffes textbooks')
  expect(names).toEqual(['Quagga Giraffes', 'Quagga Songs', 'Young Giraffes'])
  expect(hostQuery).toBeUndefined()
  expect(requests).toEqual([searchCall('quagga+giraffes+textbooks')])
})

test('repeats a query without its common words if its first page has no match', async () => {
  sell(['Quagga Giraffes', ...numbered('Quagga', PAGE_SIZE)])
  const { names, hostQuery, isGuess, listing } = await search('the quagga giraffes')
  expect(names[0]).toBe('Quagga Giraffes')
  expect(hostQuery).toBe('quagga giraffes')
  expect(isGuess).toBe(false)
  expect(listing.total).toBeGreaterThan(names.length)
  // The first page of the repeated query has a match, so the next one is not requested.
  expect(requests).toEqual([searchCall('the+quagga+giraffes'), searchCall('quagga+giraffes')])
})

test('requests the further pages of a repeated query whose first page has no match', async () => {
  sell([...numbered('Quagga', PAGE_SIZE), 'Okapi and Quagga'])
  const { names, hostQuery, listing } = await search('the quagga and the okapi')
  expect(names[0]).toBe('Okapi and Quagga')
  expect(listing.total).toBe(PAGE_SIZE + 1)
  expect(hostQuery).toBe('quagga okapi')
  expect(requests).toEqual([
    searchCall('the+quagga+and+the+okapi'),
    searchCall('quagga+okapi'),
    pageCall('quagga+okapi', 2),
  ])
})

test('shows the first page, which has no match, if the repeated query fails', async () => {
  sell(['Quagga Giraffes'])
  await failSearches({ from: 2 })
  const { names, hostQuery, isIndexOnly } = await search('the quagga')
  expect(names.length).toBeGreaterThan(1)
  expect(names).not.toContain('Quagga Giraffes')
  expect({ hostQuery, isIndexOnly }).toEqual({ hostQuery: undefined, isIndexOnly: undefined })
})

test('shows the further pages of the first request if the repeated query fails', async () => {
  sell([...numbered('Quagga', PAGE_SIZE), 'Okapi and Quagga'])
  await failSearches({ from: 2, times: 1 })
  const { names, hostQuery } = await search('quagga okapi textbooks')
  expect(names[0]).toBe('Okapi and Quagga')
  expect(hostQuery).toBeUndefined()
})

test('requests up to two further pages, on which a product with all words may be', async () => {
  sell([...numbered('Quagga', 3 * PAGE_SIZE - 1), 'Okapi and Quagga'])
  const { names, listing } = await search('quagga okapi')
  expect(names[0]).toBe('Okapi and Quagga')
  expect(names).toHaveLength(3 * PAGE_SIZE)
  expect(listing).toMatchObject({ total: 3 * PAGE_SIZE, exactMatches: 1 })
  expect(requests).toEqual([
    searchCall('quagga+okapi'),
    pageCall('quagga+okapi', 2),
    pageCall('quagga+okapi', 3),
  ])
})

test('requests no further pages if there are more than two', async () => {
  sell([...numbered('Quagga', 3 * PAGE_SIZE), 'Okapi and Quagga'])
  const { names, listing } = await search('quagga okapi')
  expect(names).toEqual(numbered('Quagga', PAGE_SIZE))
  expect(listing.total).toBe(3 * PAGE_SIZE + 1)
  expect(requests).toEqual([searchCall('quagga+okapi'), BOOKS])
})

test('requests neither further pages nor more products if the data saver is on', async () => {
  setDataSaver(true)
  sell([...numbered('Quagga', PAGE_SIZE), 'Okapi and Quagga'])
  expect((await search('quagga okapi')).names).toEqual(numbered('Quagga', PAGE_SIZE))
  expect(requests).toEqual([searchCall('quagga+okapi')])
})

test('shows the first page if a further page fails', async () => {
  sell([...numbered('Quagga', PAGE_SIZE), 'Okapi and Quagga'])
  await failSearches({ from: 2 })
  const { names, listing, isIndexOnly } = await search('quagga okapi')
  expect(names).toEqual(numbered('Quagga', PAGE_SIZE))
  expect(listing.total).toBe(PAGE_SIZE + 1)
  expect(isIndexOnly).toBeUndefined()
})

test("shows the host's partial matches with those of the index if neither has a match", async () => {
  sell(['Quagga Songs'])
  sell(['The Okapi'], 'book')
  const { names, isGuess, isIndexOnly } = await search('zebra quagga okapi')
  expect(names.toSorted()).toEqual(['Quagga Songs', 'The Okapi'].toSorted())
  expect(isGuess).toBe(true)
  expect(isIndexOnly).toBeUndefined()
  expect(requests).toEqual([searchCall('zebra+quagga+okapi'), BOOKS])
})

test('returns an empty list if neither the host nor the index has a product', async () => {
  expect(await search('quagga textbooks')).toMatchObject({
    names: [],
    isGuess: false,
    isIndexOnly: false,
    hostQuery: 'quagga',
    receivedAt: Number.POSITIVE_INFINITY,
  })
})

test("shows the index's products if the host fails", async () => {
  sell(['Quagga Giraffes'], 'book')
  await failSearches()
  expect(await search('quagga')).toMatchObject({
    names: ['Quagga Giraffes'],
    isIndexOnly: true,
    isGuess: false,
  })
})

test("throws the host's error if the index has no product either", async () => {
  await failSearches()
  await expect(search('quagga')).rejects.toMatchObject({ status: 500 })
})

test("shows the host's results of a corrected query, and calls them a guess", async () => {
  sell(['The Quagga and the Okapi'], 'book')
  sell(['Quagga Songs'])
  expect(await search('the quaga')).toMatchObject({
    names: ['The Quagga and the Okapi', 'Quagga Songs'],
    corrected: 'the quagga',
    hostQuery: 'quagga',
    isGuess: true,
  })
  expect(requests.at(-1)).toBe(searchCall('quagga'))
})

test("shows the index's products for a corrected query if the host fails", async () => {
  sell(['Quagga Giraffes'], 'book')
  await failSearches()
  expect(await search('quaga')).toMatchObject({
    names: ['Quagga Giraffes'],
    corrected: 'quagga',
    hostQuery: 'quagga',
    isIndexOnly: true,
  })
})

test('waits up to four seconds for more products, then shows those of the index', async () => {
  sell(['Quagga Giraffes'])
  await search('quagga')
  await openIndex(client).filled()
  await failSearches()
  const requested = new Promise<void>((resolve) => {
    onRequest = (request) => {
      if (request !== BOOKS) return undefined
      resolve()
      return new Promise(() => {})
    }
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const onResults = vi.fn()
  void search('quagga giraffes').then(onResults)
  await requested
  await vi.advanceTimersByTimeAsync(3999)
  expect(onResults).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onResults).toHaveBeenCalledWith(expect.objectContaining({ names: ['Quagga Giraffes'] }))
})

test('finds the products of later responses after one could not be indexed', async () => {
  expectOnConsole(/^A response wasn't indexed/)
  sell(['Quagga Giraffes'], 'book')
  await failSearches()
  const unreadable = {
    get products() {
      throw new Error('unreadable')
    },
  }
  client.setQueryData(['products', 'latest'], unreadable)
  expect((await search('quagga')).names).toEqual(['Quagga Giraffes'])
})

test.each([
  ['first', [searchCall('quagga+okapi+textbooks')]],
  ['repeated', [searchCall('quagga+okapi+textbooks'), searchCall('quagga+okapi')]],
])('sends no further request if the signal is aborted during the %s one', async (_, expected) => {
  sell([...numbered('Quagga', PAGE_SIZE), 'Okapi and Quagga'])
  const leaving = new AbortController()
  onRequest = (request) => {
    if (request === expected.at(-1)) leaving.abort('left')
    return undefined
  }
  await expect(search('quagga okapi textbooks', leaving.signal)).rejects.toBe('left')
  expect(requests).toEqual(expected)
})

test('does not request a corrected query if the signal is aborted while it waits for the index', async () => {
  sell(['Quagga Atlas'], 'book')
  const leaving = new AbortController()
  onRequest = (request) => {
    if (request === BOOKS) leaving.abort('left')
    return undefined
  }
  await expect(search('quaga', leaving.signal)).rejects.toBe('left')
  expect(requests).toEqual([searchCall('quaga'), BOOKS])
})

test('sends a request again that another search has aborted', async () => {
  sell(['Quagga Songs'])
  onRequest = () => (requests.length === 1 ? new Promise(() => undefined) : undefined)
  const aborted = new AbortController()
  const shared = [aborted.signal, new AbortController().signal].map((signal) =>
    requestHost(client, 'quagga', signal).catch((error: unknown) => error),
  )
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  aborted.abort()
  const [first, second] = await Promise.all(shared)
  expect(first).toBeInstanceOf(CancelledError)
  expect(second).toMatchObject({ listing: { total: 1 } })
  expect(requests).toEqual([searchCall('quagga'), searchCall('quagga')])
})
