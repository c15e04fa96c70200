import type { HostProfile } from '../control-api/worlds.ts'
import { type ClockState, createClock } from './clock.ts'
import { type Db, memoryDb, PAGE_BYTES } from './db.ts'
import { createWorld, selectOne, type World } from './world.ts'

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
  profile?: HostProfile | undefined
  /** ISO date at which the world's clock is frozen. */
  frozenAt?: string | undefined
  /** Name of a snapshot to fork instead of the seed. */
  snapshot?: string | undefined
}

export type Worlds = ReturnType<typeof createWorlds>

export type WorldsOptions = {
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
  profile: HostProfile
  stockLimits?: boolean | undefined
  frozenAt?: string | undefined
}

/** Returns the size of a world's database in bytes. */
function sizeOf(world: World): number {
  return (selectOne<{ page_count: number }>(world, 'PRAGMA page_count')?.page_count ?? 0) * PAGE_BYTES
}

type Snapshot = { takenAt: number; bytes: Buffer; clock: ClockState; drawCount: number }

function snapshotOf({ db, clock, random }: World): Snapshot {
  return { takenAt: Date.now(), bytes: db.serialize(), clock: clock.state(), drawCount: random.drawCount() }
}

const summaryOf = (name: string, { takenAt, bytes }: Snapshot) => ({ name, takenAt, bytes: bytes.length })

function make(options: WorldsOptions, name: string, db: Db, fork: ForkOptions): World {
  const { seed = options.seed, profile = options.profile, frozenAt = options.frozenAt } = fork
  const { stockLimits = false } = options
  return createWorld({ db, name, seed, profile, stockLimits, clock: createClock(frozenAt) })
}

function replaceInMemory(world: World, bytes: Buffer): void {
  const old = world.db
  world.replaceDb(memoryDb(bytes))
  old.close()
}

export function createWorlds(options: WorldsOptions) {
  let seedBytes: Buffer | null = null
  const seedCopy = () => (seedBytes ??= options.seedBytes())
  const snapshots = new Map<string, Snapshot>()
  const openListeners = new Set<(world: World) => void>()
  const first = make(options, DEFAULT_WORLD, options.db, {})
  const byName = new Map([[DEFAULT_WORLD, first]])
  const announce = (world: World) => {
    for (const listener of openListeners) listener(world)
  }
  const hasRoomFor = (bytes: number) => {
    let sum = bytes
    for (const snapshot of snapshots.values()) sum += snapshot.bytes.length
    for (const world of byName.values()) if (world !== first) sum += sizeOf(world)
    return sum <= MAX_BYTES
  }
  const replace = (world: World, bytes: Buffer) => {
    if (world === first && options.reopen) options.reopen(bytes, world.db, world.replaceDb)
    else replaceInMemory(world, bytes)
  }
  const fork = (name: string, forking: ForkOptions = {}): World | 'taken' | 'full' | 'no snapshot' => {
    if (byName.has(name)) return 'taken'
    const bytes = forking.snapshot === undefined ? seedCopy() : snapshots.get(forking.snapshot)?.bytes
    if (bytes === undefined) return 'no snapshot'
    if (byName.size >= MAX_WORLDS || !hasRoomFor(bytes.length)) return 'full'
    const world = make(options, name, memoryDb(bytes), forking)
    byName.set(name, world)
    announce(world)
    return world
  }

  return {
    default: first,
    /** Calls a listener for each world, and again whenever a world is created or restored. */
    onOpen: (listener: (world: World) => void) => {
      openListeners.add(listener)
      for (const world of byName.values()) listener(world)
    },
    find: (name: string) => byName.get(name),
    /** Returns the world with this name, forked from the seed if it is new. Returns null at the limit. */
    pick: (name: string) => {
      const world = byName.get(name) ?? fork(name)
      return typeof world === 'string' ? null : world
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
      world.restart()
    },
    /** Whether a world has reached a limit, so that only reads and the control API are served. */
    isFull: (world: World) => sizeOf(world) > options.seedSize + MAX_GROWTH || !hasRoomFor(0),
    /** Stores a snapshot. Returns null at the limit. */
    takeSnapshot: (world: World, name: string) => {
      if (!hasRoomFor(sizeOf(world) - (snapshots.get(name)?.bytes.length ?? 0))) return null
      const snapshot = snapshotOf(world)
      snapshots.set(name, snapshot)
      return summaryOf(name, snapshot)
    },
    restore: (world: World, name: string) => {
      const snapshot = snapshots.get(name)
      if (!snapshot) return false
      replace(world, snapshot.bytes)
      world.clock.restore(snapshot.clock)
      world.random.rewind(snapshot.drawCount)
      announce(world)
      return true
    },
    removeSnapshot: (name: string) => snapshots.delete(name),
    listSnapshots: () => [...snapshots].map(([name, snapshot]) => summaryOf(name, snapshot)),
    /** Cancels all timers of all worlds: long polls, latency faults, pending payments. */
    endWaits: () => {
      for (const world of byName.values()) world.timers.end()
    },
    close: () => {
      for (const world of byName.values()) world.close()
    },
  }
}
