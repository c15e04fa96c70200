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

test('a value stays in memory if the browser blocks site data', async () => {
  const { writeStored, readStored } = await openDocument()
  for (const area of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(window, area, 'get').mockImplementation(() => {
      throw new DOMException('Site data is blocked.', 'SecurityError')
    })
  for (const area of ['local', 'session'] as const) {
    expect(readStored('cart', area)).toBeNull()
    expect(writeStored('cart', '[1]', area)).toBe(false)
    expect(readStored('cart', area)).toBe('[1]')
    expect(writeStored('cart', null, area)).toBe(false)
    expect(readStored('cart', area)).toBeNull()
  }
})

test('values of the areas are independent, and those of the history are texts', async () => {
  const { writeStored, readStored } = await openDocument()
  const areas = ['local', 'session', 'history'] as const
  for (const area of areas) expect(writeStored('cart', area, area)).toBe(true)
  expect(areas.map((area) => readStored('cart', area))).toEqual([...areas])
  const { readStored: readAnew } = await openDocument()
  window.history.replaceState({ 'history:cart': { id: 1 } }, '')
  expect(readAnew('cart', 'history')).toBeNull()
})

test('a value of the history stays in memory if the browser refuses to change the entry', async () => {
  const { writeStored, readStored, carryHistoryValues } = await openDocument()
  expect(writeStored('paidOrders', '[1]', 'history')).toBe(true)
  const replace = vi.spyOn(window.history, 'replaceState').mockImplementation(() => {
    throw new DOMException('More than 100 changes in 30 seconds.', 'SecurityError')
  })
  expect(writeStored('paidOrders', '[2]', 'history')).toBe(false)
  carryHistoryValues()
  expect(readStored('paidOrders', 'history')).toBe('[2]')
  replace.mockRestore()
  window.history.replaceState({ idx: 1 }, '')
  carryHistoryValues()
  const { readStored: readAfterReload } = await openDocument()
  expect(readAfterReload('paidOrders', 'history')).toBe('[2]')
})
