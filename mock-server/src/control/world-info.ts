import { selectOne, type World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import type { WorldInfo } from './worlds-contract.ts'

/** Returns the state of a world for the control API. */
export function worldInfo(worlds: Worlds, world: World): WorldInfo {
  const count = (table: string) =>
    selectOne<{ n: number }>(world, `SELECT count(*) AS n FROM ${table}`)?.n ?? 0
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
