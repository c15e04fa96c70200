import { selectOne } from './queries.ts'
import type { World } from './world.ts'

/** Minimum idle time in milliseconds before a changed world may be evicted. */
const IDLE_MS = 600_000

/** Tracks when each fork was last requested, and whether it is as it was forked. */
export function createUsageTracker() {
  const uses = new Map<World, { at: number; start: string }>()
  // A restore begins to count changes again, but changes the version.
  const stateOf = (world: World) =>
    [
      selectOne<{ n: number }>(world, 'SELECT total_changes() AS n')?.n,
      world.version,
      world.random.drawCount(),
      world.clock.setting(),
    ].join(' ')
  return {
    /** @param isConfigured whether the world has options, without which it would be forked again */
    begin: (world: World, isConfigured: boolean) => {
      uses.set(world, { at: Date.now(), start: isConfigured ? 'never' : stateOf(world) })
    },
    touch: (world: World) => {
      const use = uses.get(world)
      if (use) use.at = Date.now()
    },
    end: (world: World) => void uses.delete(world),
    /**
     * Returns the least recently used world that is unchanged since its fork and has no faults, or is idle for IDLE_MS.
     * Its journal is lost. Null if there is none.
     */
    findEvictable: (): World | null => {
      const byAge = [...uses].sort(([, a], [, b]) => a.at - b.at)
      const removable = byAge.find(([world, { at, start }]) => {
        const isAsForked = world.faults.isEmpty() && stateOf(world) === start
        return isAsForked || Date.now() - at > IDLE_MS
      })
      return removable?.[0] ?? null
    },
  }
}
