import { expect, test } from 'vitest'
import { store } from '../../config/store.ts'
import { attemptStoppedEvent, orderStoppedEvent } from './stopped-events.ts'

const changed = { kind: 'changed', hasShortage: false } as Parameters<typeof attemptStoppedEvent>[0]
const short = { kind: 'changed', hasShortage: true } as Parameters<typeof orderStoppedEvent>[0]

test.each([
  [orderStoppedEvent(changed as typeof short), /^Your order has changed\. You haven't been charged\.$/],
  [orderStoppedEvent(short), /^Part of your order is no longer in stock\. You haven't been charged\.$/],
  [orderStoppedEvent({ kind: 'refused', reason: 'Closed.' }), /^Closed\./],
  [orderStoppedEvent({ kind: 'no-delivery' }), /^Please select a delivery address\.$/],
  [
    orderStoppedEvent({ kind: 'nothing-to-pay' }),
    new RegExp(`^There is nothing to pay for this order\\. .*${store.phones[0].replace('+', '\\+')}`),
  ],
  [attemptStoppedEvent(changed), /^You can't continue this payment, because the order has changed\.$/],
  [attemptStoppedEvent({ kind: 'refused', reason: 'Closed.' }), /^Closed\./],
  [attemptStoppedEvent({ kind: 'address-gone' }), /because its delivery address was deleted\.$/],
  [attemptStoppedEvent({ kind: 'unknown-order' }), /because we can't check its order\.$/],
])('a payment stops with an explanation: %o', (event, text) => {
  expect(event).toMatchObject({ type: 'stopped', problem: { text: expect.stringMatching(text) } })
  expect(event).not.toHaveProperty('step')
})

test.each([
  [orderStoppedEvent({ kind: 'logged-out' }), 'log-in'],
  [orderStoppedEvent({ kind: 'address-gone' }), 'choose-delivery'],
  [orderStoppedEvent({ kind: 'invalid-billing', errors: {} }), 'correct-billing'],
  [attemptStoppedEvent({ kind: 'logged-out' }), 'log-in'],
])('a payment stops and leads elsewhere: %o', (event, step) => {
  expect(event).toEqual({ type: 'stopped', step })
})

test.each([
  [orderStoppedEvent({ kind: 'refused', reason: 'Closed.' }), "You haven't been charged."],
  [orderStoppedEvent({ kind: 'no-delivery' }), 'Tap Choose delivery.'],
  [
    attemptStoppedEvent({ kind: 'refused', reason: 'Closed.' }),
    `If you weren't charged, start again. Otherwise call us on ${store.phones[0]}.`,
  ],
])('a payment stops with advice: %o', (event, detail) => {
  expect(event).toMatchObject({ problem: { detail } })
})

test('the changes are shown, to be accepted', () => {
  expect(orderStoppedEvent(short)).toMatchObject({ changedOrder: short })
  expect(attemptStoppedEvent(changed)).toMatchObject({ changedOrder: changed })
})
