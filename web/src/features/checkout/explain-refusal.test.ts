import { expect, test } from 'vitest'
import { explainAttempt, explainRefusal } from './explain-refusal.ts'

const changed = { kind: 'changed', hasShortage: false } as Parameters<typeof explainAttempt>[0]
const short = { kind: 'changed', hasShortage: true } as Parameters<typeof explainRefusal>[0]

test.each([
  [explainRefusal(changed as typeof short), /^Your order has changed\. You haven't been charged\.$/],
  [explainRefusal(short), /^Part of your order is no longer in stock\. You haven't been charged\.$/],
  [explainRefusal({ kind: 'refused', reason: 'Closed.' }), /^Closed\./],
  [explainRefusal({ kind: 'no-delivery' }), /^Please select a delivery address\.$/],
  [
    explainRefusal({ kind: 'nothing-to-pay' }),
    /^There is nothing to pay for this order\. .*\+256 700 000 001/,
  ],
  [explainAttempt(changed), /^You can't continue this payment, because the order has changed\.$/],
  [explainAttempt({ kind: 'refused', reason: 'Closed.' }), /^Closed\./],
  [explainAttempt({ kind: 'address-gone' }), /because its delivery address was deleted\.$/],
  [explainAttempt({ kind: 'unknown-order' }), /because we can't check its order\.$/],
])('a payment stops with an explanation: %o', (event, text) => {
  expect(event).toMatchObject({ type: 'stopped', problem: { text: expect.stringMatching(text) } })
  expect(event).not.toHaveProperty('next')
})

test.each([
  [explainRefusal({ kind: 'logged-out' }), 'log-in'],
  [explainRefusal({ kind: 'address-gone' }), 'choose-delivery'],
  [explainRefusal({ kind: 'invalid-billing', errors: {} }), 'correct-billing'],
  [explainAttempt({ kind: 'logged-out' }), 'log-in'],
])('a payment stops and leads elsewhere: %o', (event, next) => {
  expect(event).toEqual({ type: 'stopped', next })
})

test('the changes are shown, to be accepted', () => {
  expect(explainRefusal(short)).toMatchObject({ changed: short })
  expect(explainAttempt(changed)).toMatchObject({ changed })
})
