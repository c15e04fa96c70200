import type { ClockState } from './clock.ts'
import type { World } from './world.ts'

export type Snapshot = { takenAt: number; bytes: Buffer; clock: ClockState; drawCount: number }

function snapshotOf({ db, clock, random }: World): Snapshot {
  return { takenAt: Date.now(), bytes: db.serialize(), clock: clock.state(), drawCount: random.drawCount() }
}

/** Restores a snapshot's clock and random source. */
export function rewind(world: World, { clock, drawCount }: Snapshot): void {
  world.clock.restore(clock)
  world.random.rewind(drawCount)
}

const summaryOf = (name: string, { takenAt, bytes }: Snapshot) => ({ name, takenAt, bytes: bytes.length })

/** Stores snapshots by name, in memory. */
export function createSnapshots() {
  const byName = new Map<string, Snapshot>()
  return {
    find: (name: string) => byName.get(name),
    take: (world: World, name: string) => {
      const snapshot = snapshotOf(world)
      byName.set(name, snapshot)
      return summaryOf(name, snapshot)
    },
    remove: (name: string) => byName.delete(name),
    /** Returns the total size in bytes. */
    size: () => [...byName.values()].reduce((sum, { bytes }) => sum + bytes.length, 0),
    list: () => [...byName].map(([name, snapshot]) => summaryOf(name, snapshot)),
  }
}
