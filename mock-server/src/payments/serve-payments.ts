import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { COLOURS_CSS } from 'fixtures/draw/palette'
import type { z } from 'zod'
import { EMULATOR_PREFIX } from '../control-api/client.ts'
import { paymentFrameAncestors } from '../http/access/frame-ancestors.ts'
import type { GuardOptions } from '../http/access/guard-options.ts'
import { paymentError } from '../http/response/failures.ts'
import { originOf } from '../http/response/origin.ts'
import { serveFile, serveScript } from '../http/static/static-file.ts'
import { packagePath } from '../package-path.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import {
  ChargeRequest,
  chargePayment,
  explainRefusal,
  OTHER_PAYMENT_MESSAGE,
  PAID_MESSAGE,
  readReferenceStatus,
  settleDuePayments,
  settlePayments,
} from './charges.ts'
import { createHostedPayment, findHostedPayment } from './hosted-payments.ts'
import { SIMULATED_OUTCOMES } from './outcomes.ts'
import { isOrderPaidByAnotherPayment } from './paid-orders.ts'
import { explainInvalidPayment, PaymentInput } from './payment-input.ts'
import type { PaymentSettings } from './payment-settings.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { findTransaction, findTransactionByReference, type Transaction } from './transactions.ts'
import { toPaymentResult, toVerificationData } from './vendor-payloads.ts'
import { resumeWebhooks } from './webhooks.ts'

/** Options for the routes that the payment window in the shopper's browser requests. */
const OPEN = { config: { open: true } }

/** Registers the payment simulator: script, page, verification, webhooks and their receiver. */
export function servePayments(
  app: FastifyInstance,
  settings: PaymentSettings,
  guard: GuardOptions,
  worlds: Pick<Worlds, 'onOpen'>,
): void {
  // Continues what was pending when the emulator stopped, or when a snapshot was taken. Settled payments send new
  // webhooks.
  worlds.onOpen((world) => {
    resumeWebhooks(world, settings)
    settlePayments(world, settings)
  })
  serveWindow(app, paymentFrameAncestors(guard))
  serveCharges(app, settings)
  serveHostedPages(app)
  serveVerification(app, settings)
  app.post(`${EMULATOR_PREFIX}/payments/webhook`, OPEN, (request, reply) => {
    const hash = request.headers['verif-hash']
    const hashText = Array.isArray(hash) ? hash[0] : hash
    const { status, message } = receiveWebhook(request.world, hashText, settings.secretHash, request.body)
    return reply.code(status).send({ message })
  })
}

/**
 * Registers the script that shops load, and the page that it opens.
 * @param frames policy for pages that may frame it
 */
function serveWindow(app: FastifyInstance, frames: string): void {
  serveScript(app, '/v3.js', 'v3')
  serveFile(app, `${EMULATOR_PREFIX}/checkout`, packagePath('assets/checkout.html'), frames)
  serveFile(app, `${EMULATOR_PREFIX}/checkout/:tx_ref`, packagePath('assets/checkout.html'), frames)
  serveScript(app, `${EMULATOR_PREFIX}/checkout.js`, 'checkout')
  serveFile(app, `${EMULATOR_PREFIX}/checkout.css`, packagePath('assets/checkout.css'))
  app.get(`${EMULATOR_PREFIX}/colours.css`, OPEN, (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(COLOURS_CSS),
  )
  app.get(`${EMULATOR_PREFIX}/payments/scripts`, OPEN, () => ({ scripts: SIMULATED_OUTCOMES }))
}

function serveCharges(app: FastifyInstance, settings: PaymentSettings): void {
  app.post(`${EMULATOR_PREFIX}/payments`, OPEN, (request, reply) => {
    const charge = ChargeRequest.safeParse(request.body)
    if (!charge.success) return refuseInvalidCharge(reply, charge.error)
    const { customer, tx_ref } = charge.data.request
    // Assumed: the script requires a name. Servers may request a hosted payment without one.
    if (customer.name.trim() === '' && !findHostedPayment(request.world, tx_ref))
      return reply.code(400).send({ message: 'customer.name is required' })
    settleDuePayments(request.world, settings)
    const refusal = explainRefusal(request.world, charge.data.request)
    if (refusal !== null) return reply.code(409).send({ message: refusal })
    return request.world.transaction(() => chargePayment(request.world, settings, charge.data))
  })

  // The payment page first checks whether its reference was paid after an earlier window was closed.
  app.get(`${EMULATOR_PREFIX}/payments/by-reference/:tx_ref`, OPEN, (request) => {
    settleDuePayments(request.world, settings)
    const { tx_ref } = request.params as { tx_ref: string }
    return readReferenceStatus(request.world, tx_ref)
  })

  // The payment page polls a pending payment.
  app.get(`${EMULATOR_PREFIX}/payments/:id`, OPEN, (request, reply) => {
    settleDuePayments(request.world, settings)
    const transaction = findTransaction(request.world, Number((request.params as { id: string }).id))
    if (!transaction) return reply.code(404).send({ message: '((There is no such payment.))' })
    const { status } = transaction
    const message = status === 'successful' ? PAID_MESSAGE : undefined
    return { status, message, result: toPaymentResult(transaction) }
  })
}

/** Registers the hosted page: a server requests a link, and the payer opens it. */
function serveHostedPages(app: FastifyInstance): void {
  app.post('/v3/payments', (request, reply) => {
    if (!hasSecretKey(request)) return sendKeyMissing(reply)
    const input = PaymentInput.safeParse(request.body, { reportInput: true })
    if (!input.success) return reply.code(400).send(paymentError(explainInvalidPayment(input.error)))
    const { world } = request
    const refusal = explainRefusal(world, input.data)
    const path = refusal === null ? createHostedPayment(world, input.data) : null
    if (path === null) return reply.code(400).send(paymentError(refusal ?? OTHER_PAYMENT_MESSAGE))
    return { status: 'success', message: 'Hosted Link', data: { link: originOf(request) + path } }
  })
  app.get(`${EMULATOR_PREFIX}/payments/hosted/:tx_ref`, OPEN, (request, reply) => {
    const { tx_ref } = request.params as { tx_ref: string }
    const hosted = findHostedPayment(request.world, tx_ref)
    if (!hosted || hosted.key !== (request.query as { key?: unknown }).key)
      return reply.code(404).send({ message: '((There is nothing to pay under this reference.))' })
    const paid =
      findTransactionByReference(request.world, tx_ref)?.status === 'successful' ||
      isOrderPaidByAnotherPayment(request.world, tx_ref)
    return { request: hosted.request, paid }
  })
}

function serveVerification(app: FastifyInstance, settings: PaymentSettings): void {
  app.get('/v3/transactions/:id/verify', (request, reply) => {
    if (!hasSecretKey(request)) return sendKeyMissing(reply)
    settleDuePayments(request.world, settings)
    const { id } = request.params as { id: string }
    return sendVerified(reply, request.world, findTransaction(request.world, Number(id)))
  })
  app.get('/v3/transactions/verify_by_reference', (request, reply) => {
    if (!hasSecretKey(request)) return sendKeyMissing(reply)
    settleDuePayments(request.world, settings)
    return sendVerified(
      reply,
      request.world,
      findTransactionByReference(request.world, String((request.query as { tx_ref?: string }).tx_ref)),
    )
  })
}

function refuseInvalidCharge(reply: FastifyReply, error: z.ZodError) {
  const [issue] = error.issues
  const field = issue?.path.join('.').replace(/^request\./, '') || 'The body'
  return reply.code(400).send({ message: `${field} ${issue?.message}` })
}

/**
 * Whether a request has the secret key, as those of servers. Source F3. The simulator accepts any key of this format.
 */
function hasSecretKey(request: FastifyRequest): boolean {
  return /^Bearer FLWSECK/.test(request.headers.authorization ?? '')
}

function sendKeyMissing(reply: FastifyReply) {
  return reply.code(401).send(paymentError('Invalid authorization key'))
}

function sendVerified(reply: FastifyReply, world: World, transaction: Transaction | undefined) {
  // Assumed: public integrations disagree on the HTTP status of this message.
  if (!transaction) return reply.code(400).send(paymentError('No transaction was found for this id'))
  return reply.send({
    status: 'success',
    message: 'Transaction fetched successfully',
    data: toVerificationData(world, transaction),
  })
}
