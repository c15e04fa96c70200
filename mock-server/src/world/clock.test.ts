import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClock, isWithinReach } from './clock.ts'

const START = Date.UTC(2026, 0, 1)
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START }))
afterEach(() => void vi.useRealTimers())

test('a running clock keeps its offset, and runs on', () => {
  const clock = createClock()
  expect(clock.now()).toBe(START)
  clock.advance(5000)
  clock.advance(-2000)
  clock.resume()
  expect([clock.now(), clock.isFrozen()]).toEqual([START + 3000, false])
  clock.set(7000)
  vi.advanceTimersByTime(10)
  expect([clock.now(), clock.isFrozen()]).toEqual([7010, false])
})

test('a frozen clock changes only on request, and runs on from its time', () => {
  const clock = createClock('1970-01-01T00:00:01Z')
  vi.advanceTimersByTime(10)
  expect([clock.now(), clock.isFrozen()]).toEqual([1000, true])
  clock.advance(500)
  expect(clock.now()).toBe(1500)
  clock.set(7000)
  expect([clock.now(), clock.isFrozen()]).toEqual([7000, true])
  clock.resume()
  vi.advanceTimersByTime(10)
  expect([clock.now(), clock.isFrozen()]).toEqual([7010, false])
  clock.freeze()
  vi.advanceTimersByTime(10)
  expect([clock.now(), clock.isFrozen()]).toEqual([7010, true])
})

test.each([true, false])('restores a state whose isFrozen is %s', (isFrozen) => {
  const clock = createClock(isFrozen ? undefined : '2020-01-01')
  clock.restore({ now: 7000, isFrozen })
  expect(clock.state()).toEqual({ now: 7000, isFrozen })
  vi.advanceTimersByTime(10)
  expect(clock.now()).toBe(isFrozen ? 7000 : 7010)
})

test('its setting changes only when the clock is changed', () => {
  const clock = createClock()
  const settings = [clock.setting()]
  vi.advanceTimersByTime(10)
  expect(clock.setting()).toBe(settings[0])
  for (const change of [() => clock.advance(1), clock.freeze, () => clock.set(7000)]) {
    change()
    settings.push(clock.setting())
  }
  expect(new Set(settings).size).toBe(4)
})

test('a time is within reach up to a hundred years before and after now', () => {
  const century = 100 * 365.25 * 24 * 3_600_000
  const times = [START - century - 1, START - century, START + century, START + century + 1, Number.NaN]
  expect(times.map(isWithinReach)).toEqual([false, true, true, false, false])
})
