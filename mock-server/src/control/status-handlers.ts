import type { Handlers } from '../http/handler.ts'
import { demoAccount } from '../world/demo-account.ts'
import { selectOne } from '../world/world.ts'
import type { Control } from './contract.ts'
import type { ControlOptions } from './options.ts'
import { worldInfo } from './world-info.ts'

export const VERSION = '0.1.0'

export function statusHandlers(options: ControlOptions): Handlers<Control['status']> {
  const started = Date.now()
  return {
    get: ({ world }) => ({
      status: 200,
      body: {
        status: 'ok',
        version: VERSION,
        profile: world.profile,
        strict: options.strict,
        uptime: Math.round((Date.now() - started) / 1000),
        memory: process.memoryUsage.rss(),
        products: selectOne<{ n: number }>(world, 'SELECT count(*) AS n FROM products')?.n ?? 0,
        worlds: options.worlds.list().length,
        world: worldInfo(options.worlds, world),
        demo_account: demoAccount(world)?.email ?? null,
        broken_answers: [...options.invalidResponses],
      },
    }),
  }
}
