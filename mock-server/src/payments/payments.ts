import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { COLOURS_CSS } from 'fixtures/draw/palette'
import { z } from 'zod'
import { assetPath } from '../assets.ts'
import { type GuardOptions, paymentFrames } from '../http/access/guard.ts'
import { paymentError } from '../http/response/failures.ts'
import { originOf } from '../http/response/origin.ts'
import { serveFile, serveScript } from '../http/static/static-file.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import { hostedPayment, hostPayment, isSamePayment } from './hosted-payments.ts'
import { type Outcome, outcomeOf, PAYMENT_SCRIPTS } from './outcomes.ts'
import { PaymentInput, paymentProblem, ShortText } from './payment-input.ts'
import { isPaidByOther, receiveWebhook } from './receiver.ts'
import {
  dueTimes,
  paymentResult,
  recordTransaction,
  resultWithoutTransaction,
  settleDue,
  type Transaction,
  transactionByReference,
  transactionOf,
  verifiedData,
} from './transactions.ts'
import { notify, type PaymentSettings } from './webhooks.ts'

const Charge = z.object({
  request: PaymentInput,
  method: z.enum(['card', 'mobilemoney', 'ussd']),
  input: z.object({ number: ShortText, phone: ShortText, otp: ShortText }).partial(),
})
type Charge = z.infer<typeof Charge>

/** Options for the routes that the payment window in the shopper's browser requests. */
const OPEN = { config: { open: true } }

const REFUSAL_MESSAGES: Record<Extract<Outcome, { kind: 'refused' }>['why'], string> = {
  declined: 'The payment was declined. Try another card or number.',
  'insufficient-funds': 'There is not enough money on this account.',
  'wrong-code': 'That code is wrong. Try again.',
  amount: 'Mobile money takes payments from UGX 500 to UGX 5,000,000. Pay by card.',
}
const PAID = 'Payment received. Thank you.'
const APPROVED = 'Approved Successful'
const UNKNOWN = 'Something went wrong. We could not confirm your payment.'
const PAID_ALREADY = 'This has already been paid; you are not charged again. Thank you.'

const ORDER_PAID = '((The order of this reference has already been paid.))'
const OTHER_PAYMENT = '((This reference belongs to a different payment; use a new one.))'
/** The processor's response of a payment whose reference is refused from then on. */
const REFERENCE_USED = 'Approved; the reference is used'
const DUPLICATE_REFERENCE = 'This transaction reference was used before. Close this window and use a new one.'

/** Registers the payment simulator: script, page, verification, notifications and their receiver. */
export function servePayments(
  app: FastifyInstance,
  settings: PaymentSettings,
  guard: GuardOptions,
  worlds: Pick<Worlds, 'onOpen'>,
): void {
  // Payments that were pending when the emulator stopped, or when a snapshot was taken, settle too.
  worlds.onOpen((world) => {
    for (const dueAt of dueTimes(world)) settleAt(world, settings, dueAt)
  })
  serveWindow(app, paymentFrames(guard))
  serveCharges(app, settings)
  serveHostedPages(app)
  serveVerification(app, settings)
  app.post('/__emulator/payments/webhook', OPEN, (request, reply) => {
    const hash = request.headers['verif-hash']
    const given = Array.isArray(hash) ? hash[0] : hash
    const { status, message } = receiveWebhook(request.world, given, settings.secretHash, request.body)
    return reply.code(status).send({ message })
  })
}

/** Registers the script that shops load, and the page that it opens. @param frames policy for pages that may frame it */
function serveWindow(app: FastifyInstance, frames: string): void {
  serveScript(app, '/v3.js', 'v3')
  serveFile(app, '/__emulator/checkout', assetPath('assets/checkout.html'), frames)
  serveFile(app, '/__emulator/checkout/:tx_ref', assetPath('assets/checkout.html'), frames)
  serveScript(app, '/__emulator/checkout.js', 'checkout')
  serveFile(app, '/__emulator/checkout.css', assetPath('assets/checkout.css'))
  app.get('/__emulator/colours.css', OPEN, (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(COLOURS_CSS),
  )
  app.get('/__emulator/payments/scripts', OPEN, () => ({ scripts: PAYMENT_SCRIPTS }))
}

function serveCharges(app: FastifyInstance, settings: PaymentSettings): void {
  app.post('/__emulator/payments', OPEN, (request, reply) => {
    const charge = Charge.safeParse(request.body)
    if (!charge.success) return refuseCharge(reply, charge.error)
    const { customer, tx_ref } = charge.data.request
    // assumed: the script requires a name. Servers may request a hosted payment without one.
    if (customer.name.trim() === '' && !hostedPayment(request.world, tx_ref))
      return reply.code(400).send({ message: 'customer.name is required' })
    settle(request.world, settings)
    const refusal = chargeRefusal(request.world, charge.data.request)
    if (refusal !== null) return reply.code(409).send({ message: refusal })
    return takeCharge(request.world, settings, charge.data)
  })

  // The payment page first checks whether its reference was paid after an earlier window was closed.
  app.get('/__emulator/payments/by-reference/:tx_ref', OPEN, (request) => {
    settle(request.world, settings)
    const { tx_ref } = request.params as { tx_ref: string }
    const transaction = transactionByReference(request.world, tx_ref)
    if (transaction?.processor_response === REFERENCE_USED)
      return { status: 'refused', message: DUPLICATE_REFERENCE }
    if (transaction?.status !== 'successful') return { status: 'open' }
    return { status: 'successful', message: PAID_ALREADY, result: paymentResult(transaction) }
  })

  // The payment page polls a pending payment.
  app.get('/__emulator/payments/:id', OPEN, (request, reply) => {
    settle(request.world, settings)
    const transaction = transactionOf(request.world, Number((request.params as { id: string }).id))
    if (!transaction) return reply.code(404).send({ message: '((There is no such payment.))' })
    return { status: transaction.status, message: PAID, result: paymentResult(transaction) }
  })
}

/** Registers the hosted page: a server requests a link, and the payer opens it. */
function serveHostedPages(app: FastifyInstance): void {
  app.post('/v3/payments', (request, reply) => {
    if (!hasSecretKey(request)) return sendKeyMissing(reply)
    const requested = PaymentInput.safeParse(request.body, { reportInput: true })
    if (!requested.success) return reply.code(400).send(paymentError(paymentProblem(requested.error)))
    const { world } = request
    const refusal = chargeRefusal(world, requested.data)
    const path = refusal === null ? hostPayment(world, requested.data) : null
    if (path === null) return reply.code(400).send(paymentError(refusal ?? OTHER_PAYMENT))
    return { status: 'success', message: 'Hosted Link', data: { link: originOf(request) + path } }
  })
  app.get('/__emulator/payments/hosted/:tx_ref', OPEN, (request, reply) => {
    const { tx_ref } = request.params as { tx_ref: string }
    const hosted = hostedPayment(request.world, tx_ref)
    if (!hosted || hosted.key !== (request.query as { key?: unknown }).key)
      return reply.code(404).send({ message: '((There is nothing to pay under this reference.))' })
    const paid =
      transactionByReference(request.world, tx_ref)?.status === 'successful' ||
      isPaidByOther(request.world, tx_ref)
    return { request: hosted.request, paid }
  })
}

function serveVerification(app: FastifyInstance, settings: PaymentSettings): void {
  app.get('/v3/transactions/:id/verify', (request, reply) => {
    if (!hasSecretKey(request)) return sendKeyMissing(reply)
    settle(request.world, settings)
    const { id } = request.params as { id: string }
    return sendVerified(reply, request.world, transactionOf(request.world, Number(id)))
  })
  app.get('/v3/transactions/verify_by_reference', (request, reply) => {
    if (!hasSecretKey(request)) return sendKeyMissing(reply)
    settle(request.world, settings)
    return sendVerified(
      reply,
      request.world,
      transactionByReference(request.world, String((request.query as { tx_ref?: string }).tx_ref)),
    )
  })
}

export function settle(world: World, settings: PaymentSettings): void {
  for (const transaction of settleDue(world)) notify(world, settings, transaction)
}

/** With a running clock, settles a payment at its time. With a frozen clock, it settles when the clock is advanced. */
function settleAt(world: World, settings: PaymentSettings, dueAt: number): void {
  world.timers.after(Math.max(0, dueAt - world.clock.now()) + 20, () => settle(world, settings))
}

/** Returns the reason for refusing a charge: its reference or its order was used; null if it is accepted. */
function chargeRefusal(world: World, request: Charge['request']): string | null {
  if (isPaidByOther(world, request.tx_ref)) return ORDER_PAID
  const agreed = hostedPayment(world, request.tx_ref)?.request
  if (agreed && !isSamePayment(agreed, request)) return OTHER_PAYMENT
  const earlier = transactionByReference(world, request.tx_ref)
  if (earlier?.processor_response === REFERENCE_USED) return DUPLICATE_REFERENCE
  const isOpen = earlier !== undefined && earlier.status !== 'failed'
  if (isOpen && !isSamePayment({ ...earlier, customer: JSON.parse(earlier.customer) }, request))
    return OTHER_PAYMENT
  return null
}

function takeCharge(world: World, settings: PaymentSettings, { request, method, input }: Charge) {
  const { customer } = request
  const earlier = transactionByReference(world, request.tx_ref)
  // A reference is charged only once. Its payment may have succeeded after the window was closed.
  if (earlier?.status === 'successful')
    return { next: 'done', message: PAID_ALREADY, result: { ...paymentResult(earlier), customer }, times: 1 }
  const outcome = outcomeOf(method, input, request.amount)
  switch (outcome.kind) {
    case 'code':
      return { next: 'code' }
    case 'refused': {
      const message = REFUSAL_MESSAGES[outcome.why]
      if (outcome.why === 'wrong-code') return { next: 'code', message }
      notify(world, settings, recordTransaction(world, request, method, { status: 'failed', message }))
      return { next: 'retry', message }
    }
    case 'unknown':
    case 'reference-used': {
      const isUnknown = outcome.kind === 'unknown'
      const message = isUnknown ? APPROVED : REFERENCE_USED
      const transaction = recordTransaction(world, request, method, { status: 'successful', message })
      notify(world, settings, transaction)
      if (!isUnknown) return { next: 'close' }
      const result = { ...resultWithoutTransaction(transaction), customer }
      return { next: 'done', message: UNKNOWN, result, times: 1 }
    }
    case 'paid': {
      const transaction = recordTransaction(world, request, method, {
        status: 'successful',
        message: APPROVED,
      })
      notify(world, settings, transaction)
      return {
        next: 'done',
        message: PAID,
        result: { ...paymentResult(transaction, outcome.paidStatus), customer },
        times: outcome.times ?? 1,
      }
    }
    default: {
      const dueAt = outcome.after === null ? null : world.clock.now() + outcome.after
      const message = 'Transaction is being processed'
      const transaction = recordTransaction(world, request, method, { status: 'pending', message, dueAt })
      if (dueAt !== null) settleAt(world, settings, dueAt)
      if (outcome.kind === 'late') return { next: 'close' }
      return { next: 'wait', id: transaction.id, result: { ...paymentResult(transaction), customer } }
    }
  }
}

function refuseCharge(reply: FastifyReply, error: z.ZodError) {
  const [issue] = error.issues
  const field = issue?.path.join('.').replace(/^request\./, '') || 'The body'
  return reply.code(400).send({ message: `${field} ${issue?.message}` })
}

/** Source F3: server requests contain the secret key. The simulator accepts any key of this format. */
function hasSecretKey(request: FastifyRequest): boolean {
  return /^Bearer FLWSECK/.test(request.headers.authorization ?? '')
}

function sendKeyMissing(reply: FastifyReply) {
  return reply.code(401).send(paymentError('Invalid authorization key'))
}

function sendVerified(reply: FastifyReply, world: World, transaction: Transaction | undefined) {
  // assumed: public integrations disagree on the HTTP status of this message.
  if (!transaction) return reply.code(400).send(paymentError('No transaction was found for this id'))
  return reply.send({
    status: 'success',
    message: 'Transaction fetched successfully',
    data: verifiedData(world, transaction),
  })
}
