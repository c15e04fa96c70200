import type { FormStatus } from '../../ui/form/use-submit.ts'
import type { ChangedOrder } from './check-order.ts'
import type { PaidOrder, PaymentAttempt } from './payment/payments.ts'

type Phase =
  | 'idle'
  /** Reading the account, the stored payments and the current order. */
  | 'checking'
  /** Loading the payment vendor's script. */
  | 'opening'
  | 'paying'
  /** Posting the paid order. */
  | 'placing'
  /** The host has accepted the order, and the next page is about to render. */
  | 'placed'

type CheckoutProblem = FormStatus & {
  /** Whether the host refused a paid order. Only staff can resolve this. */
  isRefused?: boolean | undefined
  /** Whether it is a toast, too. Others are only shown in the page, and announced. */
  hasToast?: boolean
}

/** The step that the page opens if the payment can't start. */
export type NextStep = 'log-in' | 'choose-delivery' | 'correct-billing'

export type CheckoutEvent =
  | { type: 'pay-clicked' }
  /** A shopper who is logged out has clicked. */
  | { type: 'log-in-required' }
  /** There is a paid order to post: it was stored earlier, or the payment window reports it. */
  | { type: 'paid'; order: PaidOrder; isAutomatic?: boolean }
  | { type: 'attempt-ready'; attempt: PaymentAttempt; isResumed: boolean }
  | { type: 'script-loaded' }
  /** The payment can't start, and nothing was charged. */
  | { type: 'stopped'; problem?: CheckoutProblem; changedOrder?: ChangedOrder; step?: NextStep }
  /** The browser refuses to store the attempt, so that a reload would lose the payment. */
  | { type: 'not-stored' }
  /** Neither the script nor the payment window has reported anything for a while. */
  | { type: 'stalled' }
  /** The shopper closes a window that may not have opened. */
  | { type: 'window-abandoned' }
  /** The payment window reports that the payment failed or may still succeed. It may report this late. */
  | { type: 'unpaid'; problem?: CheckoutProblem; toast?: string }
  | { type: 'window-closed' }
  /** The shopper has stated that an attempt was not charged. */
  | { type: 'attempt-discarded' }
  | { type: 'accepted' }
  /** The paid order was not posted. There is no problem if another tab has removed it. */
  | { type: 'rejected'; problem?: CheckoutProblem; unposted?: PaidOrder | undefined }
  /** The browser has begun to leave the page, which may take seconds. An open payment window stays open. */
  | { type: 'page-leaving' }
  | { type: 'page-left' }

export type CheckoutProgress = {
  phase: Phase
  problem: CheckoutProblem | null
  changedOrder: ChangedOrder | null
  /** A paid order that didn't reach the host. When the network returns, it is posted if the host doesn't have it. */
  unposted: PaidOrder | null
  /** Whether to offer a way out, because the payment window may not have opened. */
  isStalled: boolean
  /** The attempt whose window is about to open or open. */
  current: CurrentAttempt | null
  /** Whether the shopper knows that a reload would lose the payment. */
  hasSeenStorageWarning: boolean
}

type CurrentAttempt = {
  attempt: PaymentAttempt
  /** Whether its window was open before. */
  isResumed: boolean
}

/** The side effects of an event. `checkout-runner.ts` runs them. */
export type CheckoutEffect =
  /** Takes the payment lock, reads everything anew, and reports `attempt-ready`, `paid` or `stopped`. */
  | { type: 'start-payment' }
  | { type: 'load-script' }
  /** Stores the attempt and opens its payment window. */
  | ({ type: 'open-window' } & CurrentAttempt)
  | { type: 'close-window' }
  /** Stores that the attempt's outcome is unknown. */
  | { type: 'mark-unknown'; attempt: PaymentAttempt }
  | { type: 'release-lock' }
  | { type: 'post'; order: PaidOrder; isAutomatic: boolean }
  | { type: 'show-toast' | 'announce'; text: string }
  | { type: 'open-step'; step: NextStep }

export const IDLE: CheckoutProgress = {
  phase: 'idle',
  problem: null,
  changedOrder: null,
  unposted: null,
  isStalled: false,
  current: null,
  hasSeenStorageWarning: false,
}

const BEFORE_PAYING = {
  paid: 'placing',
  unpaid: 'idle',
  stopped: 'idle',
  'page-leaving': 'idle',
  'page-left': 'idle',
} as const satisfies Partial<Record<CheckoutEvent['type'], Phase>>

/** The next phase for each event. Events without an entry are ignored. */
const TRANSITIONS: Record<Phase, Partial<Record<CheckoutEvent['type'], Phase>>> = {
  idle: {
    'pay-clicked': 'checking',
    'log-in-required': 'idle',
    paid: 'placing',
    unpaid: 'idle',
    'attempt-discarded': 'idle',
  },
  checking: { ...BEFORE_PAYING, 'attempt-ready': 'opening' },
  opening: {
    ...BEFORE_PAYING,
    'script-loaded': 'paying',
    stalled: 'opening',
    'window-abandoned': 'idle',
  },
  paying: {
    paid: 'placing',
    unpaid: 'idle',
    stopped: 'idle',
    'window-closed': 'idle',
    'not-stored': 'idle',
    stalled: 'paying',
    'window-abandoned': 'idle',
    'page-left': 'idle',
  },
  placing: { accepted: 'placed', rejected: 'idle' },
  placed: {},
}

/** Returns the next state and the effects of an event; null if the event is ignored. */
export function nextState(
  state: CheckoutProgress,
  event: CheckoutEvent,
): { state: CheckoutProgress; effects: CheckoutEffect[] } | null {
  const phase = TRANSITIONS[state.phase][event.type]
  if (phase === undefined) return null
  const next: CheckoutProgress = { ...IDLE, phase, hasSeenStorageWarning: state.hasSeenStorageWarning }
  const { current } = state
  switch (event.type) {
    case 'pay-clicked':
      return { state: next, effects: [{ type: 'start-payment' }] }
    case 'log-in-required':
      return { state, effects: [{ type: 'open-step', step: 'log-in' }] }
    case 'attempt-ready':
      return {
        state: { ...next, current: { attempt: event.attempt, isResumed: event.isResumed } },
        effects: [{ type: 'load-script' }],
      }
    case 'script-loaded':
      return { state: { ...next, current }, effects: current ? [{ type: 'open-window', ...current }] : [] }
    case 'stalled':
      return { state: { ...next, current, isStalled: true }, effects: [] }
    case 'stopped': {
      const { problem = null, changedOrder = null, step } = event
      const effects: CheckoutEffect[] = step ? [{ type: 'open-step', step }] : []
      return {
        state: { ...next, problem, changedOrder },
        effects: [...releaseAndReport(problem), ...effects],
      }
    }
    case 'not-stored':
      return {
        state: { ...next, problem: NOT_STORED, hasSeenStorageWarning: true },
        effects: releaseAndReport(NOT_STORED),
      }
    case 'window-abandoned': {
      const effects: CheckoutEffect[] = [{ type: 'close-window' }, { type: 'release-lock' }]
      if (state.phase === 'paying' && current)
        effects.push({ type: 'mark-unknown', attempt: current.attempt })
      return { state: next, effects }
    }
    case 'unpaid': {
      const { problem = null, toast: text = problem?.text } = event
      return {
        state: { ...next, problem },
        effects: releaseAndReport(text === undefined ? null : { text, hasToast: true }),
      }
    }
    case 'paid': {
      const { order, isAutomatic = false } = event
      return { state: next, effects: [{ type: 'release-lock' }, { type: 'post', order, isAutomatic }] }
    }
    case 'window-closed':
    case 'page-leaving':
      return { state: next, effects: [{ type: 'release-lock' }] }
    case 'page-left':
      return { state: next, effects: [{ type: 'release-lock' }, { type: 'close-window' }] }
    case 'rejected': {
      const { problem = null, unposted = null } = event
      const effects: CheckoutEffect[] = problem ? [{ type: 'show-toast', text: problem.text }] : []
      return { state: { ...next, problem, unposted }, effects }
    }
    case 'accepted':
    case 'attempt-discarded':
      return { state: next, effects: [] }
  }
}

function releaseAndReport(problem: Pick<CheckoutProblem, 'text' | 'hasToast'> | null): CheckoutEffect[] {
  const shown: CheckoutEffect[] = problem
    ? [{ type: problem.hasToast ? 'show-toast' : 'announce', text: problem.text }]
    : []
  return [{ type: 'release-lock' }, ...shown]
}

/** Shown before the window opens if no storage of the browser accepts the attempt. */
const NOT_STORED: CheckoutProblem = {
  text: 'Keep this page open until your order is placed.',
  detail: "Your browser doesn't let us remember a payment. You haven't been charged. Tap Place Order to pay.",
}

/** Returns the event of a payment that can't start. */
export const stoppedEvent = (
  text: string,
  detail: string | null = null,
  hasToast = false,
): CheckoutEvent => ({
  type: 'stopped',
  problem: { text, detail, hasToast },
})

/** Shown if the order differs from the one that the page shows. */
export const CHANGED = "Your order has changed. You haven't been charged."
