import { afterEach, expect, test, vi } from 'vitest'

/** 26 November 2026, 22:05 UTC: the next day in Kampala. */
const AT = Date.UTC(2026, 10, 26, 22, 5)

const load = async () => {
  vi.resetModules()
  return import('./intl.ts')
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('formats times in Kampala', async () => {
  const { kampalaIsoTime, kampalaTime } = await load()
  expect(kampalaIsoTime(AT)).toBe('2026-11-27T01:05')
  expect(kampalaTime({ day: 'numeric', month: 'long' })(AT)).toBe('27 November')
  expect(kampalaTime({ hour: '2-digit', minute: '2-digit' })(AT)).toBe('01:05')
})

test.each([
  ['missing', undefined],
  [
    'without time zones',
    {
      DateTimeFormat: function DateTimeFormat() {
        throw new RangeError('Invalid time zone specified: Africa/Kampala')
      },
    },
  ],
])('formats times and compares names if Intl is %s', async (_, intl) => {
  vi.stubGlobal('Intl', intl)
  const { kampalaTime, compareNames } = await load()
  expect(kampalaTime({ dateStyle: 'long' })(AT)).toBe('2026-11-27')
  expect(kampalaTime({ hour: '2-digit', minute: '2-digit' })(AT)).toBe('01:05')
  expect(kampalaTime({ day: 'numeric', hour: '2-digit' })(AT)).toBe('2026-11-27 01:05')
  expect(compareNames('Atlas', 'Bible')).toBeLessThan(0)
})

test('sorts numbers in names by value', async () => {
  const { compareNames } = await load()
  expect(['Book 10', 'book 2'].sort(compareNames)).toEqual(['book 2', 'Book 10'])
})
