import type { HostBuild } from '../provider/builds.ts'
import { changeExtensions, type ExtensionChanges, type Extensions } from '../provider/extensions.ts'
import { type Db, memoryDb, PAGE_BYTES } from '../storage/db.ts'
import { type ClockState, createClock } from './clock.ts'
import { selectOne } from './queries.ts'
import { createWorld, type World } from './world.ts'

export const DEFAULT_WORLD = 'default'
/** Maximum number of worlds, because each has a journal and caches in addition to its database. */
const MAX_WORLDS = 200
/** Bytes by which a world may grow beyond the seed. A list of that size is still read in about a second. */
const MAX_GROWTH = 32 * 1024 * 1024
/** Maximum size of all snapshots and all worlds but the default one, in bytes. */
const MAX_BYTES = 512 * 1024 * 1024
/** How long a world must be unused before it makes room for a new one, in milliseconds. */
const IDLE_MS = 600_000
/** The response to everything that exceeds these limits. */
export const STORAGE_LIMIT_MESSAGE = `((The emulator stores too much, or ${MAX_WORLDS} worlds; reset this world, or remove worlds or snapshots.))`

export type ForkOptions = {
  seed?: string | null | undefined
  build?: HostBuild | undefined
  /** ISO date at which the world's clock is frozen. */
  frozenAt?: string | undefined
  /** Name of a snapshot to fork instead of the seed. */
  snapshot?: string | undefined
  /** Extensions that differ from those of the start. */
  extensions?: ExtensionChanges | undefined
}

export type Worlds = ReturnType<typeof createWorlds>

export type WorldsOptions = {
  db: Db
  /** Returns the seeded database as bytes; called once. */
  initialBytes: () => Buffer
  /** Size of the seeded database in bytes. */
  initialSize: number
  /**
   * Replaces the default world's database file and calls `adopt` with the open database: the new one, or the old one if
   * the replacement fails. Without this function, the world is in memory.
   */
  reopen?: (bytes: Buffer, current: Db, adopt: (db: Db) => void) => void
  seed: string | null
  build: HostBuild
  /** The extensions of a world of this build at its start. */
  extensionsOf: (build: HostBuild) => Extensions
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

/** Restores a snapshot's clock and random source. */
function rewind(world: World, { clock, drawCount }: Snapshot): void {
  world.clock.restore(clock)
  world.random.rewind(drawCount)
}

const summaryOf = (name: string, { takenAt, bytes }: Snapshot) => ({ name, takenAt, bytes: bytes.length })

/** Stores snapshots by name, in memory. */
function createSnapshots() {
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

function make(options: WorldsOptions, name: string, db: Db, fork: ForkOptions): World {
  const { seed = options.seed, build = options.build, frozenAt = options.frozenAt } = fork
  const extensions = changeExtensions(options.extensionsOf(build), fork.extensions)
  return createWorld({ db, name, seed, build, extensions, clock: createClock(frozenAt) })
}

/** @param reopen replaces the world's file; undefined if the world is in memory */
function replaceData(world: World, bytes: Buffer, reopen: WorldsOptions['reopen']): void {
  if (reopen) {
    reopen(bytes, world.db, world.replaceDb)
    return
  }
  const old = world.db
  world.replaceDb(memoryDb(bytes))
  old.close()
}

/** Tracks when each fork was last requested, and whether it is as it was forked. */
function trackUses() {
  const uses = new Map<World, { at: number; start: string }>()
  const stateOf = (world: World) =>
    `${selectOne<{ n: number }>(world, 'SELECT total_changes() AS n')?.n} ${world.random.drawCount()}`
  return {
    begin: (world: World, forking: ForkOptions) => {
      // A world with options would not be forked again as it was.
      const hasOptions = Object.values(forking).some((option) => option !== undefined)
      uses.set(world, { at: Date.now(), start: hasOptions ? 'never' : stateOf(world) })
    },
    touch: (world: World) => {
      const use = uses.get(world)
      if (use) use.at = Date.now()
    },
    end: (world: World) => void uses.delete(world),
    /**
     * Returns the world that has been unused for longest among those that nobody would miss: they are as after their fork,
     * without faults, or have been unused for IDLE_MS. Their journal is lost. Null if there is none.
     */
    unmissed: (): World | null => {
      const byAge = [...uses].sort(([, a], [, b]) => a.at - b.at)
      const found = byAge.find(([world, { at, start }]) => {
        const isAsForked = world.faults.isEmpty() && stateOf(world) === start
        return isAsForked || Date.now() - at > IDLE_MS
      })
      return found?.[0] ?? null
    },
  }
}

/** Holds the worlds by name: the default one, and forks of the seed or of a snapshot within the limits. */
function createRegistry(
  options: WorldsOptions,
  snapshots: ReturnType<typeof createSnapshots>,
  seedCopy: () => Buffer,
) {
  const first = make(options, DEFAULT_WORLD, options.db, {})
  const byName = new Map([[DEFAULT_WORLD, first]])
  const openListeners = new Set<(world: World) => void>()
  const uses = trackUses()
  const announce = (world: World) => {
    for (const listener of openListeners) listener(world)
  }
  /** Whether the given number of bytes fits within the limit for snapshots and forked worlds. */
  const hasRoomFor = (bytes: number) => {
    const forks = [...byName.values()].filter((world) => world !== first)
    return forks.reduce((sum, world) => sum + sizeOf(world), bytes + snapshots.size()) <= MAX_BYTES
  }
  const remove = (name: string): boolean => {
    const world = byName.get(name)
    if (!world || world === first) return false
    byName.delete(name)
    uses.end(world)
    world.close()
    return true
  }
  /** Removes the world that has been unused for longest, unless a test could miss it. */
  const makeRoom = () => {
    const world = uses.unmissed()
    return world !== null && remove(world.name)
  }
  const fork = (name: string, forking: ForkOptions = {}): World | 'taken' | 'full' | 'no snapshot' => {
    if (byName.has(name)) return 'taken'
    const bytes = forking.snapshot === undefined ? seedCopy() : snapshots.find(forking.snapshot)?.bytes
    if (bytes === undefined) return 'no snapshot'
    while (byName.size >= MAX_WORLDS || !hasRoomFor(bytes.length)) if (!makeRoom()) return 'full'
    const world = make(options, name, memoryDb(bytes), forking)
    byName.set(name, world)
    uses.begin(world, forking)
    announce(world)
    return world
  }

  return {
    first,
    hasRoomFor,
    remove,
    fork,
    announce,
    /** Calls a listener for each world, and again whenever a world is created or restored. */
    onOpen: (listener: (world: World) => void) => {
      openListeners.add(listener)
      for (const world of byName.values()) listener(world)
    },
    find: (name: string) => {
      const world = byName.get(name)
      if (world) uses.touch(world)
      return world
    },
    /** Returns the world with this name, forked from the seed if it is new. Returns null at the limit. */
    findOrFork: (name: string) => {
      const world = byName.get(name) ?? fork(name)
      return typeof world === 'string' ? null : world
    },
    list: () => [...byName.values()],
  }
}

export function createWorlds(options: WorldsOptions) {
  let initialBytes: Buffer | null = null
  const seedCopy = () => (initialBytes ??= options.initialBytes())
  const snapshots = createSnapshots()
  const { first, hasRoomFor, announce, ...registry } = createRegistry(options, snapshots, seedCopy)
  const replace = (world: World, bytes: Buffer) =>
    replaceData(world, bytes, world === first ? options.reopen : undefined)

  return {
    ...registry,
    default: first,
    /** Resets data, clock, random source, faults, journal and outbox to the seed. If it throws, nothing has changed. */
    reset: (world: World) => {
      replace(world, seedCopy())
      world.restart()
    },
    /** Whether a world has reached a limit, so that only reads and the control API are served. */
    isAtStorageLimit: (world: World) => sizeOf(world) > options.initialSize + MAX_GROWTH || !hasRoomFor(0),
    /** Stores a snapshot. Returns null at the limit. */
    takeSnapshot: (world: World, name: string) => {
      if (!hasRoomFor(sizeOf(world) - (snapshots.find(name)?.bytes.length ?? 0))) return null
      return snapshots.take(world, name)
    },
    restore: (world: World, name: string) => {
      const snapshot = snapshots.find(name)
      if (!snapshot) return false
      replace(world, snapshot.bytes)
      rewind(world, snapshot)
      announce(world)
      return true
    },
    removeSnapshot: snapshots.remove,
    listSnapshots: snapshots.list,
    /** Cancels all timers of all worlds: long polls, latency faults, pending payments. */
    endWaits: () => {
      for (const world of registry.list()) world.timers.end()
    },
    close: () => {
      for (const world of registry.list()) world.close()
    },
  }
}
