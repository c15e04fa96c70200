import type { Endpoint } from 'contracts/endpoint'
import type { FastifyInstance } from 'fastify'
import { type AnswerChecks, createServe, type Handler, type Handlers } from '../http/serve.ts'
import type { PaymentSettings } from '../payments/webhooks.ts'
import type { Worlds } from '../world/worlds.ts'
import { clockHandlers } from './clock-handlers.ts'
import { type Control, control } from './contract.ts'
import { driftHandlers } from './drift-handlers.ts'
import { faultsHandlers } from './faults-handlers.ts'
import { journalHandlers } from './journal-handlers.ts'
import { ordersControlHandlers, stockHandlers } from './orders-handlers.ts'
import { outboxHandlers } from './outbox-handlers.ts'
import { statusHandlers, VERSION } from './status-handlers.ts'
import { resetHandlers, snapshotsHandlers, worldsHandlers } from './worlds-handlers.ts'

export type ControlOptions = {
  worlds: Worlds
  checks: AnswerChecks
  strict: boolean
  /** What `onBrokenAnswer` has told so far. */
  brokenAnswers: readonly string[]
  onBrokenAnswer: (key: string, faults: string[]) => void
  payments: PaymentSettings
}

/** The emulator's own powers, under /__emulator/: never under the provider's prefix. */
export async function serveControl(app: FastifyInstance, options: ControlOptions): Promise<void> {
  const handlers: { [R in keyof Control]: Handlers<Control[R]> } = {
    status: statusHandlers(options),
    worlds: worldsHandlers(options.worlds),
    reset: resetHandlers(options.worlds),
    snapshots: snapshotsHandlers(options.worlds),
    clock: clockHandlers(options.payments),
    faults: faultsHandlers,
    outbox: outboxHandlers(options.payments),
    journal: journalHandlers,
    drift: driftHandlers,
    orders: ordersControlHandlers,
    stock: stockHandlers,
  }
  const serve = createServe(app, {
    prefix: '/__emulator',
    checks: options.checks,
    strict: false,
    onBrokenAnswer: options.onBrokenAnswer,
  })
  for (const [resource, endpoints] of Object.entries(control)) {
    const ours = handlers[resource as keyof Control] as unknown as Record<string, Handler<Endpoint>>
    for (const [name, declared] of Object.entries(endpoints))
      serve(declared as Endpoint, ours[name] as Handler<Endpoint>)
  }
  app.get('/__emulator/openapi.json', async () => {
    const { buildOpenApi } = await import('contracts/openapi')
    return buildOpenApi(control, VERSION, {
      title: 'The powers of the Kitabo emulator',
      description: 'Generated from the contracts. The header X-Emulator-World picks the world of a call.',
      server: '/__emulator',
    })
  })
  // For container health checks and load balancers: no database, no journal, no token.
  app.get('/__emulator/health', { config: { open: true } }, () => ({ status: 'ok' }))
  // A route of its own, so that the guard stands before it as before any other.
  app.all('/__emulator/*', (request, reply) =>
    reply.code(404).send({
      message: `((There is no ${request.method} ${request.url.split('?')[0]}; GET /__emulator/openapi.json lists the calls.))`,
    }),
  )
}
