import { describe, expect, test } from 'vitest'
import type { Look } from './scenarios.ts'
import { changesOf, exitCodeFor, worstOf } from './verdict.ts'

const healthy: Look = {
  heading: 'Atlas of Uganda',
  texts: ['Atlas of Uganda', 'By Kitabo', 'In stock', 'Description', 'Related products'],
  prices: ['UGX 35,000'],
  controls: ['Add to cart', 'Share'],
  images: 3,
  alerts: [],
  errors: [],
  goal: true,
  image: Buffer.alloc(0),
}

const verdictOf = (change: Partial<Look>) =>
  worstOf(changesOf(healthy, { ...healthy, ...change }, 'add to the cart').map(({ verdict }) => verdict))

describe('a screen is', () => {
  test('unharmed if nothing differs or only an error is missing', () => {
    expect(changesOf({ ...healthy, errors: ['a'] }, healthy)).toEqual([])
  })

  const cases: [string, string, Partial<Look>][] = [
    ['unsafe', 'another price', { prices: ['UGX 3,500'] }],
    ['unsafe', 'no number for a price', { prices: ['UGX 35,000', 'NaN'] }],
    ['unsafe', 'a sale without a price', { prices: [] }],
    ['unsafe', 'an e-mail address that was not there', { texts: [...healthy.texts, 'ada@kitabo.example'] }],
    ['broken', 'a goal that is not reached', { goal: false }],
    ['broken', 'a message of failure', { alerts: ["We couldn't show this page."] }],
    ['broken', 'most texts gone', { texts: ['Atlas of Uganda'] }],
    ['broken', 'another heading', { heading: 'Something went wrong' }],
    ['degraded', 'one text gone', { texts: healthy.texts.slice(1) }],
    ['degraded', 'a control gone', { controls: ['Add to cart'] }],
    ['degraded', 'pictures missing', { images: 1 }],
    ['degraded', 'an error in the console', { errors: ['TypeError'] }],
  ]
  test.each(cases)('%s with %s', (verdict, _, change) => {
    expect(verdictOf(change)).toBe(verdict)
  })
})

test('lists the worst change first, with its consequence for shoppers', () => {
  const changes = changesOf(healthy, { ...healthy, goal: false, images: 0 }, 'add to the cart')
  expect(changes.map(({ text }) => text)).toEqual([
    'a shopper cannot add to the cart',
    '3 pictures are missing',
  ])
})

test('the exit code is that of the worst verdict', () => {
  expect((['unharmed', 'degraded', 'broken', 'unsafe'] as const).map(exitCodeFor)).toEqual([0, 1, 3, 4])
})
