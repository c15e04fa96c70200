import type { PaymentResult } from 'contracts/payments'
import { z } from 'zod'
import type { World } from '../world/world.ts'
import type { ChargeResponse } from './charge-response.ts'
import { findHostedPayment, isSamePayment } from './hosted-payments.ts'
import { LARGEST_MOBILE_MONEY, type Outcome, outcomeOf, SMALLEST_MOBILE_MONEY } from './outcomes.ts'
import { isOrderPaidByAnotherPayment } from './paid-orders.ts'
import { PaymentInput, ShortText } from './payment-input.ts'
import type { PaymentSettings } from './payment-settings.ts'
import {
  findNextDueTime,
  findTransactionByReference,
  recordTransaction,
  settleDueTransactions,
} from './transactions.ts'
import { toPaymentResult, toResultWithoutTransaction } from './vendor-payloads.ts'
import { sendPaymentWebhook } from './webhooks.ts'

export const ChargeRequest = z.object({
  request: PaymentInput,
  method: z.enum(['card', 'mobilemoney', 'ussd']),
  input: z.object({ number: ShortText, phone: ShortText, otp: ShortText }).partial(),
})
export type ChargeRequest = z.infer<typeof ChargeRequest>

const REFUSAL_MESSAGES: Record<Extract<Outcome, { kind: 'refused' }>['reason'], string> = {
  declined: 'The payment was declined. Try another card or number.',
  'insufficient-funds': 'There is not enough money on this account.',
  'wrong-code': 'That code is wrong. Try again.',
  amount: `Mobile money takes payments from ${SMALLEST_MOBILE_MONEY} to ${LARGEST_MOBILE_MONEY}. Pay by card.`,
}
export const PAID_MESSAGE = 'Payment received. Thank you.'
const APPROVED_MESSAGE = 'Approved Successful'
const UNKNOWN_MESSAGE = 'Something went wrong. We could not confirm your payment.'
const PAID_ALREADY_MESSAGE = 'This has already been paid; you are not charged again. Thank you.'

const ORDER_PAID_MESSAGE = '((The order of this reference has already been paid.))'
export const OTHER_PAYMENT_MESSAGE = '((This reference belongs to a different payment; use a new one.))'
/** The `processor_response` of a payment after which its reference is refused. */
const REFERENCE_USED = 'Approved; the reference is used'
const DUPLICATE_REFERENCE = 'This transaction reference was used before. Close this window and use a new one.'

/** Timers may fire a few milliseconds early, before the payment is due. */
const TIMER_MARGIN_MS = 20

/** Settles the due payments and stores their webhooks: all of them, or none if one cannot be stored. */
export function settleDuePayments(world: World, settings: PaymentSettings): void {
  world.transaction(() => {
    for (const transaction of settleDueTransactions(world)) sendPaymentWebhook(world, settings, transaction)
  })
}

/** Cancels the timer of a world's next settlement. */
const settlementTimers = new WeakMap<World, AbortController>()

/**
 * Settles the pending payments at their times, with one timer. A frozen clock settles them when it is changed.
 * @param after the time up to which payments are settled already, or could not be
 */
function scheduleSettlement(world: World, settings: PaymentSettings, after = 0): void {
  settlementTimers.get(world)?.abort()
  const dueAt = world.clock.isFrozen() ? null : findNextDueTime(world, after)
  if (dueAt === null) return
  const timer = new AbortController()
  settlementTimers.set(world, timer)
  const settle = () => {
    const startedAt = world.clock.now()
    try {
      settleDuePayments(world, settings)
    } finally {
      scheduleSettlement(world, settings, startedAt)
    }
  }
  const wait = Math.max(0, dueAt - world.clock.now()) + TIMER_MARGIN_MS
  world.timers.after(wait, settle, timer.signal)
}

/**
 * Settles the due payments of a world, and the pending ones at their times: after a start, or if its clock was changed.
 */
export function settlePayments(world: World, settings: PaymentSettings): void {
  settleDuePayments(world, settings)
  scheduleSettlement(world, settings)
}

/** Returns the reason for refusing a charge: its reference or its order was used; null if it is accepted. */
export function explainRefusal(world: World, request: ChargeRequest['request']): string | null {
  if (isOrderPaidByAnotherPayment(world, request.tx_ref)) return ORDER_PAID_MESSAGE
  const hosted = findHostedPayment(world, request.tx_ref)?.request
  if (hosted && !isSamePayment(hosted, request)) return OTHER_PAYMENT_MESSAGE
  const lastAttempt = findTransactionByReference(world, request.tx_ref)
  if (lastAttempt?.processor_response === REFERENCE_USED) return DUPLICATE_REFERENCE
  const isOpen = lastAttempt !== undefined && lastAttempt.status !== 'failed'
  if (isOpen && !isSamePayment({ ...lastAttempt, customer: JSON.parse(lastAttempt.customer) }, request))
    return OTHER_PAYMENT_MESSAGE
  return null
}

/** Returns what is known about a reference before it is charged: `open`, or why it cannot be charged. */
export function readReferenceStatus(world: World, reference: string) {
  const transaction = findTransactionByReference(world, reference)
  if (transaction?.processor_response === REFERENCE_USED)
    return { status: 'refused', message: DUPLICATE_REFERENCE }
  if (transaction?.status !== 'successful') return { status: 'open' }
  return { status: 'successful', message: PAID_ALREADY_MESSAGE, result: toPaymentResult(transaction) }
}

/**
 * Charges a payment as its card or phone number demands. Call it inside a transaction, so that no payment is taken
 * without its webhook.
 * @returns the next step of the payment page
 */
export function chargePayment(
  world: World,
  settings: PaymentSettings,
  charge: ChargeRequest,
): ChargeResponse {
  const { request, method, input } = charge
  const lastAttempt = findTransactionByReference(world, request.tx_ref)
  // A reference is charged only once. Its payment may have succeeded after the window was closed.
  if (lastAttempt?.status === 'successful')
    return done(PAID_ALREADY_MESSAGE, { ...toPaymentResult(lastAttempt), customer: request.customer })
  const outcome = outcomeOf(method, input, request)
  switch (outcome.kind) {
    case 'code':
      return { next: 'code' }
    case 'refused':
      return refuseCharge(world, settings, charge, outcome.reason)
    case 'unknown': {
      const transaction = receivePayment(world, settings, charge, APPROVED_MESSAGE)
      return done(UNKNOWN_MESSAGE, {
        ...toResultWithoutTransaction(transaction),
        customer: request.customer,
      })
    }
    case 'reference-used':
      receivePayment(world, settings, charge, REFERENCE_USED)
      return { next: 'close' }
    case 'paid': {
      const transaction = receivePayment(world, settings, charge, APPROVED_MESSAGE)
      const result = { ...toPaymentResult(transaction, outcome.paidStatus), customer: request.customer }
      return done(PAID_MESSAGE, result, outcome.callbackCount)
    }
    default:
      return startPayment(world, settings, charge, outcome)
  }
}

const done = (message: string, result: PaymentResult, callbackCount = 1): ChargeResponse => ({
  next: 'done',
  message,
  result,
  callbackCount,
})

function refuseCharge(
  world: World,
  settings: PaymentSettings,
  { request, method }: ChargeRequest,
  reason: keyof typeof REFUSAL_MESSAGES,
): ChargeResponse {
  const message = REFUSAL_MESSAGES[reason]
  if (reason === 'wrong-code') return { next: 'code', message }
  const transaction = recordTransaction(world, request, method, { status: 'failed', message })
  sendPaymentWebhook(world, settings, transaction)
  return { next: 'retry', message }
}

/** Records a successful payment and notifies the shop's server. @param message its `processor_response` */
function receivePayment(
  world: World,
  settings: PaymentSettings,
  { request, method }: ChargeRequest,
  message: string,
) {
  const transaction = recordTransaction(world, request, method, { status: 'successful', message })
  sendPaymentWebhook(world, settings, transaction)
  return transaction
}

/** Records a payment that settles later, or never. */
function startPayment(
  world: World,
  settings: PaymentSettings,
  { request, method }: ChargeRequest,
  { kind, delayMs }: Extract<Outcome, { delayMs: number | null }>,
): ChargeResponse {
  const dueAt = delayMs === null ? null : world.clock.now() + delayMs
  const message = 'Transaction is being processed'
  const transaction = recordTransaction(world, request, method, { status: 'pending', message, dueAt })
  if (dueAt !== null) scheduleSettlement(world, settings)
  if (kind === 'late') return { next: 'close' }
  const result = { ...toPaymentResult(transaction), customer: request.customer }
  return { next: 'wait', id: transaction.id, result }
}
