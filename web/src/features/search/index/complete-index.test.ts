import { createTestApp } from 'mock-server/test/test-app'
import { afterEach, expect, test, vi } from 'vitest'
import { readProducts } from '../../../domain/product.ts'
import { completeIndex } from './search-index.ts'

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
