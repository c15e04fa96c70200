import { beforeEach, expect, test, vi } from 'vitest'
import { fillStorage } from '../../test/full-storage.ts'

/** Loads the modules of a new document. The history entry remains, as after a reload. */
async function openDocument() {
  vi.resetModules()
  return import('./storage.ts')
}

beforeEach(() => window.history.replaceState(null, ''))

test('a value in the history entry survives a reload that is followed by a redirect', async () => {
  const { writeStored } = await openDocument()
  writeStored('paidOrders', '[1]', 'history')
  const { readStored, carryHistoryValues } = await openDocument()
  carryHistoryValues()
  // A redirect replaces the entry.
  window.history.replaceState({ idx: 2 }, '')
  carryHistoryValues()
  expect(window.history.state).toMatchObject({ idx: 2 })
  const { readStored: readAfterReload } = await openDocument()
  expect([readStored, readAfterReload].map((read) => read('paidOrders', 'history'))).toEqual(['[1]', '[1]'])
})

test('a removed value of the history does not return with an earlier entry', async () => {
  const { writeStored, readStored, carryHistoryValues } = await openDocument()
  writeStored('paidOrders', '[1]', 'history')
  const earlier = window.history.state
  writeStored('paidOrders', null, 'history')
  window.history.replaceState(earlier, '')
  carryHistoryValues()
  expect(JSON.parse(readStored('paidOrders', 'history') ?? 'null')).toBeNull()
})

test('a value can be read and removed although the storage is full, and is not replaced', async () => {
  const { writeStored, readStored } = await openDocument()
  writeStored('cart', '[1]')
  fillStorage()
  expect(localStorage.getItem('cart')).toBe('[1]')
  expect(writeStored('cart', '[2]')).toBe(false)
  expect([readStored('cart'), localStorage.getItem('cart')]).toEqual(['[2]', '[1]'])
  expect(writeStored('cart', null)).toBe(true)
  expect(readStored('cart')).toBeNull()
})
