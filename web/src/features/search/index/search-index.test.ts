import { createTestApp } from 'mock-server/test/test-app'
import { afterEach, expect, test, vi } from 'vitest'
import { readProducts } from '../../../domain/product.ts'
import { completeIndex, excludeHostProducts } from './search-index.ts'
import type { FoundProduct } from './shop-index.ts'

afterEach(() => vi.unstubAllGlobals())

const unmetered = { type: 'wifi', effectiveType: '4g', saveData: false }

/** Completes an index over the given connection. @returns the ids of the received products */
async function complete(connection: object | undefined, completedAt = 0) {
  const emulator = await createTestApp()
  vi.stubGlobal('fetch', emulator.fetch)
  vi.stubGlobal('navigator', { onLine: true, connection })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const ids: unknown[] = []
  let isComplete = false
  completeIndex(
    completedAt,
    (response) => ids.push(...readProducts(response).map(({ id }) => id)),
    () => {
      isComplete = true
    },
  )
  for (let second = 0; second < 30 && !isComplete; second++) {
    await vi.advanceTimersByTimeAsync(1000)
    // The emulator responds in this process, without timers.
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
  }
  vi.useRealTimers()
  await emulator.close()
  return { ids, isComplete }
}

test('loads each of the products exactly once on an unmetered connection', async () => {
  const { ids, isComplete } = await complete(unmetered)
  expect(isComplete).toBe(true)
  expect(ids.length).toBeGreaterThan(500)
  expect(new Set(ids).size).toBe(ids.length)
})

test.each([
  ['the browser does not report the connection', undefined],
  ['the connection is cellular', { ...unmetered, type: 'cellular' }],
  ['the type of the connection is unknown', { effectiveType: '4g', saveData: false }],
  ['the connection is slow', { ...unmetered, effectiveType: '3g' }],
  ['data saving is on', { ...unmetered, saveData: true }],
])('requests nothing if %s', async (_, connection) => {
  expect(await complete(connection)).toEqual({ ids: [], isComplete: false })
})

test('requests nothing if the index was completed a few hours ago', async () => {
  expect((await complete(unmetered, Date.now() - 3_600_000)).ids).toEqual([])
})

const found = (id: number, name: string): FoundProduct => ({
  ...{
    id,
    name,
    price: 9000,
    image: 'a.webp',
    stock: 1,
    isbn: '',
    seenAt: 1,
    score: 1,
    isExact: true,
    author: '',
  },
  ...{ categories: [], has_discount: false, original_price: null, discount_percentage: null },
})
const idsOf = (products: readonly FoundProduct[]) => products.map(({ id }) => id)

test('excludes products that the host returned', () => {
  expect(idsOf(excludeHostProducts([found(1, 'Globe'), found(2, 'Map')], [{ id: 2 }], 'world'))).toEqual([1])
})

test("excludes products that the host's search would find on a later page", () => {
  expect(idsOf(excludeHostProducts([found(1, 'School Atlas'), found(2, 'Map')], [], ' atlas '))).toEqual([2])
})

test('returns all products if the host did not respond', () => {
  expect(idsOf(excludeHostProducts([found(1, 'School Atlas')], null, 'atlas'))).toEqual([1])
})
