import type { FormProblem } from '../../ui/form/use-submit.ts'
import type { ChangedOrder } from './order-to-pay.ts'
import type { PaidOrder, PaymentAttempt } from './payments.ts'

type Phase =
  | 'idle'
  /** Reading the account, the stored payments and the current order. */
  | 'checking'
  /** Loading the payment provider's script. */
  | 'opening'
  | 'paying'
  /** Posting the paid order. */
  | 'placing'
  /** The host has accepted the order, and the next page is about to render. */
  | 'placed'

export type CheckoutProblem = FormProblem & {
  /** Whether the host refused a paid order. Only staff can resolve this. */
  refused?: boolean
}

export type CheckoutEvent = Partial<Omit<CheckoutState, 'phase'>> & {
  type:
    | 'pay-clicked'
    /** There is a paid order to post: it was stored earlier, or the payment window reports it. */
    | 'paid'
    | 'attempt-ready'
    | 'script-loaded'
    /** The payment can't start, and nothing was charged. */
    | 'stopped'
    /** The payment window reports that the payment failed or may still succeed. It may report this late. */
    | 'unpaid'
    | 'window-closed'
    /** The shopper has stated that an attempt was not charged. */
    | 'attempt-discarded'
    | 'accepted'
    | 'rejected'
    | 'page-left'
}

export type CheckoutState = {
  phase: Phase
  problem: CheckoutProblem | null
  changed: ChangedOrder | null
  /** A paid order that didn't reach the host. It is sent again when the network returns. */
  unsent: PaidOrder | null
}

export const IDLE: CheckoutState = { phase: 'idle', problem: null, changed: null, unsent: null }

const BEFORE_PAYING = { paid: 'placing', unpaid: 'idle', stopped: 'idle', 'page-left': 'idle' } as const

/** The next phase for each event. Events without an entry are ignored. */
const NEXT: Record<Phase, Partial<Record<CheckoutEvent['type'], Phase>>> = {
  idle: { 'pay-clicked': 'checking', paid: 'placing', unpaid: 'idle', 'attempt-discarded': 'idle' },
  checking: { ...BEFORE_PAYING, 'attempt-ready': 'opening' },
  opening: { ...BEFORE_PAYING, 'script-loaded': 'paying' },
  paying: { paid: 'placing', unpaid: 'idle', stopped: 'idle', 'window-closed': 'idle' },
  placing: { accepted: 'placed', rejected: 'idle' },
  placed: {},
}

/** Returns the next state, or the same state if the event is ignored. */
export function nextState(state: CheckoutState, { type, ...outcome }: CheckoutEvent): CheckoutState {
  const phase = NEXT[state.phase][type]
  return phase === undefined ? state : { ...IDLE, phase, ...outcome }
}

/** Returns what a click on "Place Order" must do. Stored payments come first, so that no order is charged twice. */
export function nextPayment(paid: PaidOrder | null, attempt: PaymentAttempt | null) {
  if (paid) return { kind: 'send', order: paid } as const
  return attempt ? ({ kind: 'resume', attempt } as const) : ({ kind: 'new' } as const)
}
