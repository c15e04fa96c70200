import { expect, test, vi } from 'vitest'
import { matchesMedia } from './media-query.ts'

test.each([
  ['has no matchMedia', undefined],
  [
    'refuses matchMedia',
    () => {
      throw new Error('Not allowed.')
    },
  ],
  ['returns nothing from matchMedia', () => null],
])('no media query matches in a browser that %s', (_, matchMedia) => {
  vi.stubGlobal('matchMedia', matchMedia)
  expect(matchesMedia('(display-mode: standalone)')).toBe(false)
  vi.unstubAllGlobals()
})
