import { describe, expect, test } from 'vitest'
import type { PageState } from './scenarios.ts'
import { changesOf, exitCodeFor, worstOf } from './verdict.ts'

const healthy: PageState = {
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

const verdictOf = (change: Partial<PageState>) =>
  worstOf(changesOf(healthy, { ...healthy, ...change }, 'add to the cart').map(({ verdict }) => verdict))

describe('a screen is', () => {
  test('unharmed if nothing differs or only an error is missing', () => {
    expect(changesOf({ ...healthy, errors: ['a'] }, healthy)).toEqual([])
  })

  const cases: [string, string, Partial<PageState>][] = [
    ['unsafe', 'a different price', { prices: ['UGX 3,500'] }],
    ['unsafe', 'a price that is not a number', { prices: ['UGX 35,000', 'NaN'] }],
    ['unsafe', 'a sale without a price', { prices: [] }],
    ['unsafe', 'a new e-mail address', { texts: [...healthy.texts, 'ada@kitabo.example'] }],
    ['broken', 'a goal that is not reached', { goal: false }],
    ['broken', 'an error message', { alerts: ["We couldn't show this page."] }],
    ['broken', 'most of the text missing', { texts: ['Atlas of Uganda'] }],
    ['broken', 'a different heading', { heading: 'Something went wrong' }],
    ['degraded', 'a missing text', { texts: healthy.texts.slice(1) }],
    ['degraded', 'a missing control', { controls: ['Add to cart'] }],
    ['degraded', 'missing images', { images: 1 }],
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
    '3 images are missing',
  ])
})

test('the exit code is that of the worst verdict', () => {
  expect((['unharmed', 'degraded', 'broken', 'unsafe'] as const).map(exitCodeFor)).toEqual([0, 1, 3, 4])
})
