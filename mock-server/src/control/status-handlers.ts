import type { Handlers } from '../http/serve.ts'
import { demoAccount } from '../world/demo-account.ts'
import { one, type World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import type { Control } from './contract.ts'
import type { ControlOptions } from './control.ts'
import type { WorldInfo } from './worlds-contract.ts'

export const VERSION = '0.1.0'

/** What the console and a test want to know of a world. */
export function worldInfo(worlds: Worlds, world: World): WorldInfo {
  const count = (table: string) => one<{ n: number }>(world, `SELECT count(*) AS n FROM ${table}`)?.n ?? 0
  return {
    name: world.name,
    profile: world.profile,
    seed: worlds.seedOf(world),
    now: new Date(world.clock.now()).toISOString(),
    frozen: world.clock.isFrozen(),
    orders: count('orders'),
    messages: count('outbox'),
    faults: world.faults.list().length,
    drift: world.drift?.target ?? null,
  }
}

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
        products: one<{ n: number }>(world, 'SELECT count(*) AS n FROM products')?.n ?? 0,
        worlds: options.worlds.list().length,
        world: worldInfo(options.worlds, world),
        demo_account: demoAccount(world)?.email ?? null,
        broken_answers: [...options.brokenAnswers],
      },
    }),
  }
}
