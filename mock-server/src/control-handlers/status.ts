import manifest from '../../package.json' with { type: 'json' }
import type { Control } from '../control-api/control.ts'
import type { Handlers } from '../http/handler.ts'
import { demoAccount } from '../world/demo-account.ts'
import { countRows } from '../world/queries.ts'
import type { Worlds } from '../world/worlds.ts'
import { worldInfo } from './worlds.ts'

export const VERSION = manifest.version

export type StatusOptions = {
  worlds: Worlds
  strict: boolean
  /** Whether the shop is served on the same origin. */
  hasShop: boolean
  /** Descriptions of the responses that violated their contract, collected since the start. */
  invalidResponses: readonly string[]
}

export function statusHandlers(options: StatusOptions): Handlers<Control['status']> {
  const started = Date.now()
  return {
    get: ({ world }) => ({
      status: 200,
      body: {
        status: 'ok',
        version: VERSION,
        profile: world.build,
        strict: options.strict,
        uptime: Math.round((Date.now() - started) / 1000),
        memory: process.memoryUsage.rss(),
        products: countRows(world, 'products'),
        worlds: options.worlds.list().length,
        world: worldInfo(world),
        demo_account: demoAccount(world),
        shop: options.hasShop,
        broken_responses: [...options.invalidResponses],
      },
    }),
  }
}
