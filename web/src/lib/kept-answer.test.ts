import { expect, test, vi } from 'vitest'
import { keepAnswer, keptUnder } from './kept-answer.ts'

const any = () => true

test('gives back what was kept, for an hour', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  keepAnswer('homepage_sections', { data: [1] })
  vi.setSystemTime(1_000_000 + 3_599_999)
  expect(keptUnder('homepage_sections', any).initialData()).toEqual({ data: [1] })
  expect(keptUnder('homepage_sections', any).initialDataUpdatedAt()).toBe(1_000_000)
  vi.setSystemTime(1_000_000 + 3_600_000)
  expect(keptUnder('homepage_sections', any).initialData()).toBeUndefined()
})

test.each(['nonsense', '[]', '{"data":1}', '{"data":{},"timestamp":1}', 'null'])(
  'starts from nothing when storage holds %s',
  (text) => {
    window.localStorage.setItem('categories', text)
    expect(keptUnder('categories', Array.isArray).initialData()).toBeUndefined()
  },
)
