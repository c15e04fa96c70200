import { PaymentRequest, type PaymentResult } from 'contracts/payments'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { serveFile } from '../static-file.ts'
import { run, type World } from '../world.ts'
import { type Outcome, outcomeOf, PAYMENT_SCRIPTS } from './scripts.ts'

const Charge = z.object({
  request: PaymentRequest,
  method: z.enum(['card', 'mobilemoney', 'ussd']),
  input: z.object({ number: z.string(), phone: z.string(), otp: z.string() }).partial(),
})
type Charge = z.infer<typeof Charge>

const REFUSED: Partial<Record<Outcome, string>> = {
  declined: 'The payment was declined. Try another card or number.',
  'insufficient-funds': 'There is not enough money on this account.',
  'wrong-code': 'That code is wrong. Try again.',
}

/** witness: how the provider names the ways of paying; Uganda's mobile money has its own word. */
const PAYMENT_TYPES = { card: 'card', mobilemoney: 'mobilemoneyug', ussd: 'ussd' } as const

/** The stand-in for the payment provider: the checkout script, the page in its frame, and what comes of an input. */
export function servePayments(
  app: FastifyInstance,
  options: { worldOf: (request: FastifyRequest) => World },
): void {
  serveFile(app, '/v3.js', new URL('./v3.js', import.meta.url))
  serveFile(app, '/__emulator/checkout', new URL('./checkout.html', import.meta.url))
  serveFile(app, '/__emulator/checkout.js', new URL('./checkout.js', import.meta.url))
  serveFile(app, '/__emulator/checkout.css', new URL('./checkout.css', import.meta.url))
  app.get('/__emulator/payments/scripts', () => ({ scripts: PAYMENT_SCRIPTS }))

  app.post('/__emulator/payments', (request, reply) => {
    const charge = Charge.safeParse(request.body)
    if (!charge.success) {
      const [issue] = charge.error.issues
      return reply.code(400).send({ message: `((${issue?.path.join('.')}: ${issue?.message}))` })
    }
    const outcome = outcomeOf(charge.data.method, charge.data.input)
    if (outcome === 'code') return { next: 'code' }
    const result = record(options.worldOf(request), charge.data, outcome)
    const refusal = REFUSED[outcome]
    if (refusal) return { next: 'retry', message: refusal }
    return { next: 'done', message: 'Payment received. Thank you.', result }
  })
}

/** Keeps the attempt, paid or not, and says of it what the provider's callback says. */
function record(world: World, { request, method }: Charge, outcome: Outcome): PaymentResult {
  const paid = outcome === 'paid' || outcome === 'completed'
  const now = world.clock.now()
  const reference = `FLW-MOCK-${world.bytes(8).toString('hex')}`
  const message = paid ? 'Approved Successful' : (REFUSED[outcome] ?? 'Declined')
  const { lastInsertRowid } = run(
    world,
    `INSERT INTO transactions (tx_ref, flw_ref, amount, currency, payment_type, status, processor_response, customer, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    request.tx_ref,
    reference,
    Math.round(request.amount),
    request.currency,
    PAYMENT_TYPES[method],
    paid ? 'successful' : 'failed',
    message,
    JSON.stringify(request.customer),
    now,
  )
  return {
    status: outcome === 'completed' ? 'completed' : paid ? 'successful' : 'failed',
    customer: request.customer,
    transaction_id: lastInsertRowid,
    tx_ref: request.tx_ref,
    flw_ref: reference,
    currency: request.currency,
    amount: request.amount,
    charged_amount: request.amount,
    charge_response_code: paid ? '00' : '02',
    charge_response_message: message,
    created_at: new Date(now).toISOString(),
  }
}
