import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { goOffline } from '../../../test/go-offline.ts'
import { outdatedTimes } from '../../api/outdated-times.ts'
import { HydrationContext } from '../../platform/hydration.ts'
import { locationOf } from '../../platform/location.ts'
import { AsOf, PricesAsOf } from './as-of.tsx'

/** 14:05 in Kampala. */
const NOW = Date.UTC(2026, 10, 30, 11, 5)
const HOUR_MS = 3_600_000

beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => outdatedTimes.clear())

const textOf = (content: ReactNode) => render(content).container.textContent

test.each([
  ['of the last hour are shown without it', NOW - HOUR_MS + 1, ''],
  ['that are an hour old are shown with it', NOW - HOUR_MS, ' as of 13:05'],
  ['of another day are shown with the date', NOW - 24 * HOUR_MS, ' as of 29 November, 14:05'],
  ['that is unknown are shown without it', 0, ''],
])('prices with a time %s', (_, at, text) => {
  expect(textOf(<AsOf at={at} />)).toBe(text)
  expect(textOf(<PricesAsOf at={at} />)).toBe(text && `Prices${text}`)
})

test('new prices are shown with their time offline, and if the host may have newer ones', () => {
  outdatedTimes.add(NOW)
  expect(textOf(<AsOf at={NOW} />)).toBe(' as of 14:05')
  expect(textOf(<AsOf at={NOW - 1} />)).toBe('')
  goOffline()
  expect(textOf(<AsOf at={NOW - 1} />)).toBe(' as of 14:04')
})

test('a document has no time until it is hydrated', () => {
  const old = <PricesAsOf at={NOW - HOUR_MS} />
  expect(textOf(<HydrationContext value={locationOf('/')}>{old}</HydrationContext>)).toBe('')
})
