import { expect, test } from 'vitest'
import { wholeListing } from './listing.ts'
import { readState, searchState, specialOrderState } from './navigation-state.ts'

test('a search carries the results that were shown, if any', () => {
  expect(searchState('atlas', undefined)).toEqual({ query: 'atlas' })
  const shown = { listing: wholeListing([]), corrected: 'atlas', isGuess: true, receivedAt: 7 }
  expect(searchState('atlsa', shown)).toMatchObject({
    ...{ query: 'atlsa', results: [], total: 0, corrected: 'atlas', isGuess: true, receivedAt: 7 },
  })
})

test('a special order begins with the text of the search that found nothing', () => {
  expect(specialOrderState('Atlas of 1962')).toEqual({ item_name: 'Atlas of 1962', quantity: 1 })
  expect(specialOrderState('')).toEqual({})
})

test.each([null, undefined, 'text', 7, []])('the state %j of a page is empty', (state) => {
  expect(readState(state)).toEqual({})
})
