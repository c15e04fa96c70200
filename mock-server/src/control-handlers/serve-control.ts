import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { EMULATOR_PREFIX } from '../control-api/client.ts'
import { type Control, control, documentedControl } from '../control-api/control.ts'
import { REFUSAL_REASONS } from '../control-api/control-endpoint.ts'
import { type ResponseChecks, serveEndpoints } from '../http/endpoint-route.ts'
import type { ResourceHandlers } from '../http/handler.ts'
import { packagePath } from '../package-path.ts'
import type { PaymentSettings } from '../payments/payment-settings.ts'
import { clockHandlers } from './clock.ts'
import { extensionsHandlers } from './extensions.ts'
import { type FaultRoute, faultsHandlers } from './faults.ts'
import { journalHandlers } from './journal.ts'
import { ordersControlHandlers } from './orders.ts'
import { outboxHandlers } from './outbox.ts'
import { type StatusOptions, statusHandlers, VERSION } from './status.ts'
import { stockHandlers } from './stock.ts'
import { storeHandlers } from './store.ts'
import { resetHandlers, snapshotsHandlers, worldsHandlers } from './worlds.ts'

export type ControlOptions = StatusOptions & {
  checks: ResponseChecks
  onInvalidResponse: (key: string, violations: string[]) => void
  payments: PaymentSettings
  faultRoutes: readonly FaultRoute[]
}

/** Registers the control API under /__emulator/, never under the provider's prefix. */
export async function serveControl(app: FastifyInstance, options: ControlOptions): Promise<void> {
  const handlers: ResourceHandlers<Control> = {
    status: statusHandlers(options),
    worlds: worldsHandlers(options.worlds),
    reset: resetHandlers(options.worlds),
    snapshots: snapshotsHandlers(options.worlds),
    clock: clockHandlers(options.payments),
    faults: faultsHandlers(options.faultRoutes),
    outbox: outboxHandlers(options.payments),
    journal: journalHandlers,
    orders: ordersControlHandlers,
    stock: stockHandlers,
    store: storeHandlers,
    extensions: extensionsHandlers,
  }
  const { checks, onInvalidResponse } = options
  serveEndpoints(app, control, handlers, {
    prefix: EMULATOR_PREFIX,
    isProvider: false,
    isMissing: () => false,
    isThrottled: false,
    checks,
    strict: false,
    onInvalidResponse,
  })
  app.get(`${EMULATOR_PREFIX}/openapi.json`, { config: { open: true } }, async () => {
    const { buildOpenApi } = await import('contracts/openapi')
    return buildOpenApi(documentedControl, VERSION, {
      title: 'The control API of the Kitabo emulator',
      description:
        'Generated from the contracts. The header X-Emulator-World selects the world of a request.',
      server: EMULATOR_PREFIX,
      reasons: REFUSAL_REASONS,
    })
  })
  // Open, because a browser sends no token when it follows a link, and these documents contain no state.
  app.get(`${EMULATOR_PREFIX}/provider/openapi.json`, { config: { open: true } }, async () => {
    const { default: document } = await import('contracts/openapi.json', { with: { type: 'json' } })
    return document
  })
  app.get(`${EMULATOR_PREFIX}/readme`, { config: { open: true } }, (_, reply) =>
    reply.type('text/plain; charset=utf-8').send(readFileSync(packagePath('README.md'))),
  )
  app.get(`${EMULATOR_PREFIX}/health`, { config: { open: true } }, () => ({ status: 'ok' }))
  // A declared route instead of the 404 handler, so that the guard covers unknown paths too.
  app.all(`${EMULATOR_PREFIX}/*`, (request, reply) =>
    reply.code(404).send({
      message: `((There is no ${request.method} ${request.url.split('?')[0]}; GET /__emulator/openapi.json lists the endpoints.))`,
    }),
  )
}
