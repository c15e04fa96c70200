import { createClock } from './clock.ts'
import { type Db, memoryDb, PAGE_BYTES } from './db.ts'
import type { Profile } from './profile.ts'
import type { World } from './world.ts'
import { createWorld, selectOne } from './world.ts'

export const DEFAULT_WORLD = 'default'
/** Maximum number of worlds, because each has a journal and caches in addition to its database. */
const MAX_WORLDS = 200
/** Bytes by which a world may grow beyond the seed. A list of that size is still read in about a second. */
const MAX_GROWTH = 32 * 1024 * 1024
/** Maximum size of all snapshots and all worlds but the default one, in bytes. */
const MAX_BYTES = 512 * 1024 * 1024
/** The response to everything that exceeds these limits. */
export const FULL = '((The emulator stores too much; reset this world, or remove worlds or snapshots.))'

export type ForkOptions = {
  seed?: string | null | undefined
  profile?: Profile | undefined
  /** ISO date at which the world's clock is frozen. */
  frozenAt?: string | undefined
  /** Name of a snapshot to fork instead of the seed. */
  snapshot?: string | undefined
}

type Snapshot = { takenAt: number; bytes: Buffer; now: number; frozen: boolean; drawCount: number }

/** The worlds of one emulator, and their shared snapshots. */
export type Worlds = ReturnType<typeof createWorlds>

export type WorldsOptions = {
  /** The default world's open database. */
  db: Db
  /** Returns the seeded database as bytes; called once. */
  seedBytes: () => Buffer
  /** Size of the seeded database in bytes. */
  seedSize: number
  /**
   * Replaces the default world's database file and calls `adopt` with the open database: the new one, or the old one if
   * the replacement fails. Without this function, the world is in memory.
   */
  reopen?: (bytes: Buffer, current: Db, adopt: (db: Db) => void) => void
  seed: string | null
  profile: Profile
  stockLimits?: boolean | undefined
  frozenAt?: string | undefined
}

/** Returns the size of a world's database in bytes. */
function sizeOf(world: World): number {
  return (selectOne<{ page_count: number }>(world, 'PRAGMA page_count')?.page_count ?? 0) * PAGE_BYTES
}

export function createWorlds(options: WorldsOptions) {
  let seedBytes: Buffer | null = null
  const seedCopy = () => {
    seedBytes ??= options.seedBytes()
    return seedBytes
  }
  /**
   * The state that a reset restores. The keys are weak, so that removed worlds can be collected. CI creates thousands of
   * worlds.
   */
  const initialStates = new WeakMap<World, { seed: string | null; now: number; frozen: boolean }>()
  /** Called for each world when its database opens: at its creation and at a restore. */
  const openListeners = new Set<(world: World) => void>()
  const make = (name: string, db: Db, fork: ForkOptions): World => {
    const seed = fork.seed === undefined ? options.seed : fork.seed
    const world = createWorld({
      db,
      name,
      seed,
      profile: fork.profile ?? options.profile,
      stockLimits: options.stockLimits ?? false,
      clock: createClock(fork.frozenAt ?? options.frozenAt),
    })
    initialStates.set(world, { seed, now: world.clock.now(), frozen: world.clock.isFrozen() })
    for (const listener of openListeners) listener(world)
    return world
  }
  const first = make(DEFAULT_WORLD, options.db, {})
  const byName = new Map([[DEFAULT_WORLD, first]])
  const snapshots = new Map<string, Snapshot>()
  const hasRoomFor = (bytes: number) => {
    let sum = bytes
    for (const world of byName.values()) if (world !== first) sum += sizeOf(world)
    for (const snapshot of snapshots.values()) sum += snapshot.bytes.length
    return sum <= MAX_BYTES
  }

  /** Replaces a world's database. */
  const replace = (world: World, bytes: Buffer) => {
    if (world === first && options.reopen) {
      options.reopen(bytes, world.db, world.replaceDb)
      return
    }
    const old = world.db
    world.replaceDb(memoryDb(bytes))
    old.close()
  }

  const fork = (name: string, forking: ForkOptions = {}): World | 'taken' | 'full' | 'no snapshot' => {
    if (byName.has(name)) return 'taken'
    const snapshot = forking.snapshot === undefined ? null : snapshots.get(forking.snapshot)
    if (snapshot === undefined) return 'no snapshot'
    const bytes = snapshot?.bytes ?? seedCopy()
    if (byName.size >= MAX_WORLDS || !hasRoomFor(bytes.length)) return 'full'
    const world = make(name, memoryDb(bytes), forking)
    byName.set(name, world)
    return world
  }

  return {
    default: first,
    /** Calls a listener for each world, and again whenever a world is created or restored. */
    onOpen: (listener: (world: World) => void) => {
      openListeners.add(listener)
      for (const world of byName.values()) listener(world)
    },
    /** Returns the world with this name, if it exists. */
    find: (name: string) => byName.get(name),
    /** Returns the world with this name, forked from the seed if it is new. Returns null at the limit. */
    pick: (name: string) => {
      const known = byName.get(name)
      if (known) return known
      const forked = fork(name)
      return typeof forked === 'string' ? null : forked
    },
    fork,
    remove: (name: string) => {
      const world = byName.get(name)
      if (!world || world === first) return false
      byName.delete(name)
      world.close()
      return true
    },
    list: () => [...byName.values()],
    /** Resets data, clock, random source, faults, journal and outbox to the seed. If it throws, nothing has changed. */
    reset: (world: World) => {
      replace(world, seedCopy())
      const initial = initialStates.get(world)
      if (initial?.frozen) {
        world.clock.freeze()
        world.clock.set(initial.now)
      } else {
        world.clock.resume()
        world.clock.set(Date.now())
      }
      world.random.rewind(0)
      world.faults.clear()
      world.journal.clear()
    },
    /** Whether a world has reached a limit, so that only reads and the control API are served. */
    isFull: (world: World) => sizeOf(world) > options.seedSize + MAX_GROWTH || !hasRoomFor(0),
    /** Stores a snapshot. Returns null at the limit. */
    takeSnapshot: (world: World, name: string) => {
      if (!hasRoomFor(sizeOf(world) - (snapshots.get(name)?.bytes.length ?? 0))) return null
      const taken: Snapshot = {
        takenAt: Date.now(),
        bytes: world.db.serialize(),
        now: world.clock.now(),
        frozen: world.clock.isFrozen(),
        drawCount: world.random.drawCount(),
      }
      snapshots.set(name, taken)
      return { name, takenAt: taken.takenAt, bytes: taken.bytes.length }
    },
    restore: (world: World, name: string) => {
      const snapshot = snapshots.get(name)
      if (!snapshot) return false
      replace(world, snapshot.bytes)
      if (snapshot.frozen) world.clock.freeze()
      else world.clock.resume()
      world.clock.set(snapshot.now)
      world.random.rewind(snapshot.drawCount)
      for (const listener of openListeners) listener(world)
      return true
    },
    removeSnapshot: (name: string) => snapshots.delete(name),
    listSnapshots: () =>
      [...snapshots].map(([name, each]) => ({ name, takenAt: each.takenAt, bytes: each.bytes.length })),
    seedOf: (world: World) => initialStates.get(world)?.seed ?? null,
    /** Cancels all timers of all worlds: long polls, latency faults, pending payments. */
    endWaits: () => {
      for (const world of byName.values()) world.timers.end()
    },
    close: () => {
      for (const world of byName.values()) world.close()
    },
  }
}
