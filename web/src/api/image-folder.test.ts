import { beforeEach, expect, test, vi } from 'vitest'
import { hostTraits, isStorageFolderFirst } from './host-traits.ts'
import { learnImageFolder } from './image-folder.ts'

/** Three images that load only from the folder that is tried second. */
const findSecond = () => {
  for (let count = 0; count < 3; count++) learnImageFolder(1)
}

const DAY_MS = 24 * 60 * 60 * 1000

beforeEach(() => {
  vi.useFakeTimers({ now: DAY_MS * 100 })
  hostTraits.set({ storedImagesAt: 0 })
  learnImageFolder(0)
})

test('the other folder of images is tried first once three in a row have loaded from it only', () => {
  for (const attempt of [1, 1, 0, 1, 1]) learnImageFolder(attempt)
  expect(isStorageFolderFirst()).toBe(false)
  learnImageFolder(1)
  expect(isStorageFolderFirst()).toBe(true)
})

test('the folders change again only after three further images from the other one', () => {
  findSecond()
  for (const attempt of [1, 1]) learnImageFolder(attempt)
  expect(isStorageFolderFirst()).toBe(true)
  learnImageFolder(1)
  expect(isStorageFolderFirst()).toBe(false)
})

test('the folder is remembered for a day, and not if the clock was set back', () => {
  findSecond()
  vi.setSystemTime(DAY_MS * 101 - 1)
  expect(isStorageFolderFirst()).toBe(true)
  vi.setSystemTime(DAY_MS * 101)
  expect(isStorageFolderFirst()).toBe(false)
  vi.setSystemTime(DAY_MS * 100 - 1)
  expect(isStorageFolderFirst()).toBe(false)
})

test('what was learned from another host does not apply', () => {
  hostTraits.set({ requiresAccountType: true })
  expect(hostTraits.get().requiresAccountType).toBe(true)
  const stored = JSON.parse(localStorage.getItem('hostTraits') ?? '{}')
  localStorage.setItem('hostTraits', JSON.stringify({ ...stored, host: 'https://other.example' }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'hostTraits' }))
  expect(hostTraits.get()).toEqual({})
})
