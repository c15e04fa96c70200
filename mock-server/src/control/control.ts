import type { FastifyInstance, FastifyRequest } from 'fastify'
import { demoAccount } from '../demo-account.ts'
import { serveFile } from '../static-file.ts'
import { one, type World } from '../world.ts'
import { readOutbox } from './outbox.ts'

/** The emulator's own powers, under /__emulator/: never under the provider's prefix. */
export function serveControl(
  app: FastifyInstance,
  options: { worldOf: (request: FastifyRequest) => World },
): void {
  serveFile(app, '/__emulator', new URL('./console.html', import.meta.url))
  serveFile(app, '/__emulator/console.js', new URL('./console.js', import.meta.url))
  serveFile(app, '/__emulator/console.css', new URL('./console.css', import.meta.url))

  app.get('/__emulator/health', (request) => {
    const world = options.worldOf(request)
    const count = (table: string) => one<{ n: number }>(world, `SELECT count(*) AS n FROM ${table}`)?.n ?? 0
    return {
      status: 'ok',
      products: count('products'),
      orders: count('orders'),
      demo_account: demoAccount(world)?.email ?? null,
    }
  })

  app.get('/__emulator/outbox', (request) => ({ messages: readOutbox(options.worldOf(request)) }))
}
