import { describe, expect, test } from 'vitest'
import { paidPens } from '../../../test/payment.ts'
import type { OrderCheck } from './check-order.ts'
import { type CheckoutEvent, type CheckoutProgress, IDLE, nextState } from './checkout-machine.ts'
import { orderStoppedEvent } from './stopped-events.ts'

const problem = { text: 'Payment was not successful.', detail: null }
const attempt = paidPens
type EventType = CheckoutEvent['type']
/** The fields of each event. */
const EVENTS: { [Type in EventType]: Omit<Extract<CheckoutEvent, { type: Type }>, 'type'> } = {
  'pay-clicked': {},
  'log-in-required': {},
  'attempt-ready': { attempt, isResumed: false },
  'script-loaded': {},
  stopped: { problem, step: 'log-in' },
  'not-stored': {},
  stalled: {},
  'window-abandoned': {},
  paid: { order: paidPens },
  unpaid: { problem },
  'window-closed': {},
  'attempt-discarded': {},
  accepted: {},
  rejected: { problem, unposted: paidPens },
  'page-leaving': {},
  'page-left': {},
}

/** The phase after each event. A dot marks an ignored event. */
const TABLE = `
                   idle      checking  opening   paying    placing   placed
pay-clicked        checking  .         .         .         .         .
log-in-required    idle      .         .         .         .         .
attempt-ready      .         opening   .         .         .         .
script-loaded      .         .         paying    .         .         .
stopped            .         idle      idle      idle      .         .
not-stored         .         .         .         idle      .         .
stalled            .         .         opening   paying    .         .
window-abandoned   .         .         idle      idle      .         .
paid               placing   placing   placing   placing   .         .
unpaid             idle      idle      idle      idle      .         .
window-closed      .         .         .         idle      .         .
attempt-discarded  idle      .         .         .         .         .
accepted           .         .         .         .         placed    .
rejected           .         .         .         .         idle      .
page-leaving       .         idle      idle      .         .         .
page-left          .         idle      idle      idle      .         .
`
const [phases = [], ...rows] = TABLE.trim()
  .split('\n')
  .map((row) => row.trim().split(/ +/))

describe('the checkout never pays twice', () => {
  test.each(Object.entries(EVENTS))('after %s', (type, fields) => {
    const row = rows.find(([name]) => name === type)
    for (const [index, phase] of phases.entries()) {
      const state = { ...IDLE, phase: phase as CheckoutProgress['phase'] }
      const next = nextState(state, { type, ...fields } as CheckoutEvent)
      expect(next?.state.phase ?? '.', phase).toBe(row?.[index + 1])
    }
  })
})

/** Runs events from the start. @returns the last state and all effects */
function run(...events: CheckoutEvent[]) {
  let state = IDLE
  const effects: string[] = []
  for (const event of events) {
    const next = nextState(state, event)
    if (next === null) continue
    state = next.state
    effects.push(...next.effects.map(({ type }) => type))
  }
  return { state, effects }
}

const OPEN: CheckoutEvent[] = [
  { type: 'pay-clicked' },
  { type: 'attempt-ready', attempt, isResumed: true },
  { type: 'script-loaded' },
]

describe('the effects of a payment', () => {
  test('read everything before the window opens, and post the order after it was paid', () => {
    expect(run(...OPEN, { type: 'paid', order: paidPens }).effects).toEqual([
      'start-payment',
      'load-script',
      'open-window',
      'release-lock',
      'post',
    ])
  })

  test.each<[string, CheckoutEvent, string[]]>([
    ['is paid', { type: 'paid', order: paidPens }, ['release-lock', 'post']],
    ['fails', { type: 'unpaid', problem }, ['release-lock', 'show-toast']],
    ['is closed', { type: 'window-closed' }, ['release-lock']],
    ["can't be stored", { type: 'not-stored' }, ['release-lock', 'announce']],
    ['is given up', { type: 'window-abandoned' }, ['close-window', 'release-lock', 'mark-unknown']],
    ['belongs to a page that is left', { type: 'page-left' }, ['release-lock', 'close-window']],
  ])('release the lock if the window %s', (_, event, effects) => {
    expect(run(...OPEN, event).effects.slice(3)).toEqual(effects)
  })

  test.each<[string, Exclude<OrderCheck, { kind: 'order' }>, string]>([
    ['as a toast and in the page if no delivery is chosen', { kind: 'no-delivery' }, 'show-toast'],
    ['only in the page if there is nothing to pay', { kind: 'nothing-to-pay' }, 'announce'],
    ['only in the page if the host refuses the order', { kind: 'refused', reason: 'Closed.' }, 'announce'],
  ])('say why a payment did not start %s', (_, refusal, effect) => {
    expect(run({ type: 'pay-clicked' }, orderStoppedEvent(refusal)).effects).toEqual([
      'start-payment',
      'release-lock',
      effect,
    ])
  })

  test('open the window of the attempt that was read', () => {
    const { state } = run(...OPEN.slice(0, 2))
    expect(nextState(state, { type: 'script-loaded' })?.effects).toEqual([
      { type: 'open-window', attempt, isResumed: true },
    ])
  })

  test('release the lock if the browser leaves the page before the window opens', () => {
    expect(run({ type: 'pay-clicked' }, { type: 'page-leaving' }).effects).toEqual([
      'start-payment',
      'release-lock',
    ])
  })

  test('mark nothing as unknown before the window has opened', () => {
    expect(run(...OPEN.slice(0, 2), { type: 'stalled' }, { type: 'window-abandoned' }).effects).not.toContain(
      'mark-unknown',
    )
  })

  test('include a payment that is reported late', () => {
    expect(run(...OPEN, { type: 'window-abandoned' }, { type: 'paid', order: paidPens }).effects.at(-1)).toBe(
      'post',
    )
  })

  test('lead to the page that a payment needs', () => {
    expect(run({ type: 'pay-clicked' }, { type: 'stopped', step: 'log-in' }).effects).toEqual([
      'start-payment',
      'release-lock',
      'open-step',
    ])
  })
})

test('each event replaces the problem of the one before', () => {
  const { state } = run({ type: 'unpaid', problem })
  expect(state).toEqual({ ...IDLE, problem })
  expect(nextState(state, { type: 'pay-clicked' })?.state).toEqual({ ...IDLE, phase: 'checking' })
})

test('a stalled payment offers a way out and keeps its attempt', () => {
  const { state } = run(...OPEN)
  expect(nextState(state, { type: 'stalled' })).toEqual({ state: { ...state, isStalled: true }, effects: [] })
})

test('a refused order is shown with its reason, and is kept if the host may not have it', () => {
  const { state } = run({ type: 'paid', order: paidPens })
  expect(nextState(state, { type: 'rejected', problem, unposted: paidPens })).toEqual({
    state: { ...IDLE, problem, unposted: paidPens },
    effects: [{ type: 'show-toast', text: problem.text }],
  })
})

test('a click without a log-in only leads there, and what is accepted or discarded needs nothing more', () => {
  const shown = { ...IDLE, problem }
  expect(nextState(shown, { type: 'log-in-required' })).toEqual({
    state: shown,
    effects: [{ type: 'open-step', step: 'log-in' }],
  })
  expect(nextState(shown, { type: 'attempt-discarded' })).toEqual({ state: IDLE, effects: [] })
  const placing = { ...IDLE, phase: 'placing' } as const
  expect(nextState(placing, { type: 'accepted' })).toEqual({
    state: { ...IDLE, phase: 'placed' },
    effects: [],
  })
})

test('a paid order is posted as requested by a click unless `isAutomatic` is set', () => {
  const effect = (isAutomatic?: boolean) =>
    nextState(IDLE, { type: 'paid', order: paidPens, ...(isAutomatic === undefined ? {} : { isAutomatic }) })
      ?.effects[1]
  expect(effect()).toEqual({ type: 'post', order: paidPens, isAutomatic: false })
  expect(effect(true)).toMatchObject({ isAutomatic: true })
})

test('a payment without a result shows no toast', () => {
  expect(run(...OPEN, { type: 'unpaid' }).effects.slice(3)).toEqual(['release-lock'])
})

test('a payment that cannot be stored is started only after the shopper knows it', () => {
  const { state } = run(...OPEN, { type: 'not-stored' })
  expect(state).toMatchObject({ phase: 'idle', hasSeenStorageWarning: true })
  expect(state.problem?.text).toBe('Keep this page open until your order is placed.')
  expect(nextState(state, { type: 'pay-clicked' })?.state.hasSeenStorageWarning).toBe(true)
})
