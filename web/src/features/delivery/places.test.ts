import { QueryClient } from '@tanstack/react-query'
import { createTestApp } from 'mock-server/test/test-app'
import { afterEach, expect, test, vi } from 'vitest'
import { placesQuery, readPlaces } from './places.ts'

const PLACES = '/__emulator/maps/places?lat=0.3476&lon=32.5825&q={query}'

let requested: string[] = []
const app = await createTestApp()

/** Replaces fetch with an emulator in this process. */
function stubFetch(handler: typeof fetch = app.fetch) {
  requested = []
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    requested.push(input)
    return handler(`http://localhost${input}`, init)
  })
}

afterEach(() => vi.unstubAllGlobals())

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const find = (typed: string, template = PLACES) => client.fetchQuery(placesQuery(typed, template))

test('returns a place with the area around it and its coordinates', async () => {
  stubFetch()
  expect((await find('ntinda'))[0]).toEqual({ name: 'Ntinda, Kampala', lat: 0.354, lng: 32.612 })
})

test('finds a place inside a longer address', async () => {
  stubFetch()
  expect(await find('Plot 5, Kisaasi Road & more $& {query}')).toEqual([
    { name: 'Kisaasi, Kampala', lat: 0.366, lng: 32.601 },
  ])
})

test('requests the same text once, ignoring case and extra spaces', async () => {
  stubFetch()
  const first = await find('gayaza high')
  expect(await find('  Gayaza   HIGH ')).toEqual(first)
  expect(requested).toHaveLength(1)
})

test('sends no request for an empty text', () => {
  expect(placesQuery('  ')).toMatchObject({ enabled: false })
})

test('rejects if the service responds with an error, and does not cache the error', async () => {
  stubFetch()
  const missing = '/__emulator/maps/none?q={query}'
  await expect(find('kololo', missing)).rejects.toThrow('The place search responded with 404.')
  await expect(find('kololo', missing)).rejects.toThrow()
  expect(requested).toHaveLength(2)
})

test('aborts the request of a search that is no longer needed', async () => {
  let signal: AbortSignal | null | undefined
  stubFetch((_, init) => {
    signal = init?.signal
    return new Promise(() => {})
  })
  const search = find('naguru')
  await client.cancelQueries()
  await expect(search).rejects.toThrow()
  expect(signal?.aborted).toBe(true)
})

test('returns no places for an invalid response', () => {
  expect(readPlaces(null)).toEqual([])
  expect(readPlaces({ features: 'none' })).toEqual([])
  expect(
    readPlaces({
      features: [
        null,
        {},
        { geometry: { coordinates: [999, 0] }, properties: { name: 'Nowhere' } },
        { geometry: { coordinates: [32.6, 0.3] }, properties: {} },
        { geometry: null, properties: { name: 'No point' } },
        { geometry: { coordinates: [32.6, 0.3] }, properties: { housenumber: { toString: 1, valueOf: 1 } } },
      ],
    }),
  ).toEqual([])
})

test('names a house by its street and, if it has one, its number, and removes duplicates', () => {
  const geometry = { coordinates: [32.6, 0.3] }
  const names = readPlaces({
    features: [
      { geometry, properties: { street: 'Kira Road', housenumber: '12', city: 'Kampala' } },
      { geometry, properties: { street: 'Acacia Avenue', housenumber: null, city: 'Kampala' } },
      { geometry, properties: { name: 'Kampala', city: 'Kampala', state: 'Central Region' } },
      { geometry, properties: { name: 'Kampala', city: 'Kampala', state: 'Central Region' } },
    ],
  }).map(({ name }) => name)
  expect(names).toEqual(['Kira Road 12, Kampala', 'Acacia Avenue, Kampala', 'Kampala'])
})
