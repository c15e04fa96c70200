import type { ClockState } from './clock.ts'
import type { World } from './world.ts'

type Snapshot = { takenAt: number; bytes: Buffer; clock: ClockState; drawCount: number }

/** Named states of worlds, which all worlds of an emulator share. */
export type Snapshots = ReturnType<typeof createSnapshots>

export function createSnapshots() {
  const byName = new Map<string, Snapshot>()
  return {
    bytesOf: (name: string) => byName.get(name)?.bytes,
    /** Returns the size of all snapshots in bytes. */
    size: () => [...byName.values()].reduce((sum, { bytes }) => sum + bytes.length, 0),
    take: (world: World, name: string) => {
      const taken: Snapshot = {
        takenAt: Date.now(),
        bytes: world.db.serialize(),
        clock: world.clock.state(),
        drawCount: world.random.drawCount(),
      }
      byName.set(name, taken)
      return { name, takenAt: taken.takenAt, bytes: taken.bytes.length }
    },
    /** Sets a world's clock and random source, whose database has been replaced already. */
    rewind: (world: World, name: string) => {
      const snapshot = byName.get(name)
      if (!snapshot) return
      world.clock.restore(snapshot.clock)
      world.random.rewind(snapshot.drawCount)
    },
    remove: (name: string) => byName.delete(name),
    list: () => [...byName].map(([name, { takenAt, bytes }]) => ({ name, takenAt, bytes: bytes.length })),
  }
}
