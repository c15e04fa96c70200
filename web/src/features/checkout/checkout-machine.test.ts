import { describe, expect, test } from 'vitest'
import { paidPens } from '../../../test/payment.ts'
import { type CheckoutEvent, type CheckoutState, IDLE, nextPayment, nextState } from './checkout-machine.ts'

/** The phase after each event. A dot marks an ignored event. */
const TABLE = `
                   idle      checking  opening   paying    placing   placed
pay-clicked        checking  .         .         .         .         .
attempt-ready      .         opening   .         .         .         .
script-loaded      .         .         paying    .         .         .
stopped            .         idle      idle      idle      .         .
paid               placing   placing   placing   placing   .         .
unpaid             idle      idle      idle      idle      .         .
window-closed      .         .         .         idle      .         .
attempt-discarded  idle      .         .         .         .         .
accepted           .         .         .         .         placed    .
rejected           .         .         .         .         idle      .
page-left          .         idle      idle      .         .         .
`
const [phases = [], ...rows] = TABLE.trim()
  .split('\n')
  .map((row) => row.trim().split(/ +/))

describe('the checkout never pays twice', () => {
  test.each(rows.map(([type, ...after]) => [type, after] as const))('after %s', (type, after) => {
    for (const [index, phase] of phases.entries()) {
      const state = { ...IDLE, phase: phase as CheckoutState['phase'] }
      const next = nextState(state, { type: type as CheckoutEvent['type'] })
      expect(next === state ? '.' : next.phase, phase).toBe(after[index])
    }
  })

  test('and sends or resumes a stored payment before it starts a new one', () => {
    const [paid, attempt] = [paidPens, paidPens]
    expect(nextPayment(paid, attempt)).toEqual({ kind: 'send', order: paid })
    expect(nextPayment(null, attempt)).toEqual({ kind: 'resume', attempt })
    expect(nextPayment(null, null)).toEqual({ kind: 'new' })
  })
})

test('each event replaces the problem of the one before', () => {
  const problem = { text: 'Payment was not successful.', detail: null }
  const unpaid = nextState(IDLE, { type: 'unpaid', problem })
  expect(unpaid).toEqual({ ...IDLE, problem })
  expect(nextState(unpaid, { type: 'pay-clicked' })).toEqual({ ...IDLE, phase: 'checking' })
})
