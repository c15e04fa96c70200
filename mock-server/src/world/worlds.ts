import type { ProviderBuild } from 'contracts/endpoint'
import { DEFAULT_WORLD } from '../control-api/default-world.ts'
import { changeExtensions, type ExtensionChanges, type Extensions } from '../provider/extensions.ts'
import { type Db, openMemoryDb, PAGE_BYTES } from '../storage/db.ts'
import { createClock } from './clock.ts'
import { selectOne } from './queries.ts'
import { createSnapshots, rewind, type Snapshot } from './snapshots.ts'
import { createUsageTracker } from './usage-tracker.ts'
import { createWorld, type World } from './world.ts'

/** Maximum number of worlds, because each has a journal and caches in addition to its database. */
const MAX_WORLDS = 200
/** Bytes by which a world may grow beyond the seed. A list of that size is still read in about a second. */
const MAX_WORLD_GROWTH_BYTES = 32 * 1024 * 1024
/** Maximum size of all snapshots and all worlds but the default one, in bytes. */
const MAX_TOTAL_BYTES = 512 * 1024 * 1024
/** The response to everything that exceeds these limits. */
export const STORAGE_LIMIT_MESSAGE = `((The emulator stores too much, or ${MAX_WORLDS} worlds; reset this world, or remove worlds or snapshots.))`

export type ForkOptions = {
  seed?: string | null | undefined
  build?: ProviderBuild | undefined
  /** ISO date at which the world's clock is frozen. */
  frozenAt?: string | undefined
  /** Name of a snapshot to fork instead of the seed. */
  snapshot?: string | undefined
  /** Extensions that differ from those of the start. */
  extensions?: ExtensionChanges | undefined
}

/** `taken`: a world has this name. `full`: at the limit. */
type ForkResult =
  | { kind: 'forked'; world: World }
  | { kind: 'taken' }
  | { kind: 'full' }
  | { kind: 'no-snapshot' }

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
  build: ProviderBuild
  /** The extensions of a world of this build at its start. */
  extensionsOf: (build: ProviderBuild) => Extensions
  frozenAt?: string | undefined
}

/** Returns the size of a world's database in bytes. */
function sizeOf(world: World): number {
  return (selectOne<{ page_count: number }>(world, 'PRAGMA page_count')?.page_count ?? 0) * PAGE_BYTES
}

function openWorld(options: WorldsOptions, name: string, db: Db, fork: ForkOptions): World {
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
  world.replaceDb(openMemoryDb(bytes))
  old.close()
}

/** Continues the clock and the random source of a snapshot, unless the world has its own. */
function continueFrom(world: World, snapshot: Snapshot, { frozenAt, seed }: ForkOptions): void {
  if (frozenAt === undefined) world.clock.restore(snapshot.clock)
  if (seed === undefined) world.random.rewind(snapshot.drawCount)
}

type Snapshots = ReturnType<typeof createSnapshots>

/** Creates a registry of worlds by name. When a limit is reached, it evicts unused worlds. */
function createLimitedWorlds(defaultWorld: World, snapshots: Snapshots) {
  const byName = new Map([[DEFAULT_WORLD, defaultWorld]])
  const uses = createUsageTracker()
  /** Whether the given number of bytes fits within the limit for snapshots and forked worlds. */
  const hasRoomFor = (bytes: number) => {
    const forks = [...byName.values()].filter((world) => world !== defaultWorld)
    return forks.reduce((sum, world) => sum + sizeOf(world), bytes + snapshots.size()) <= MAX_TOTAL_BYTES
  }
  const remove = (name: string): boolean => {
    const world = byName.get(name)
    if (!world || world === defaultWorld) return false
    byName.delete(name)
    uses.end(world)
    world.close()
    return true
  }
  /** Removes the world that has been unused for longest, unless a test could miss it. */
  const evictOne = () => {
    const world = uses.findEvictable()
    return world !== null && remove(world.name)
  }
  return {
    hasRoomFor,
    remove,
    /** Evicts worlds until another one of this size fits. @returns false if no more can be evicted */
    makeRoomFor: (bytes: number): boolean => {
      while (byName.size >= MAX_WORLDS || !hasRoomFor(bytes)) if (!evictOne()) return false
      return true
    },
    /** @param isConfigured whether the world has options, so that a test could miss it */
    add: (world: World, isConfigured: boolean): void => {
      byName.set(world.name, world)
      uses.begin(world, isConfigured)
    },
    get: (name: string) => byName.get(name),
    /** Returns a world, and counts that as a use. */
    find: (name: string) => {
      const world = byName.get(name)
      if (world) uses.touch(world)
      return world
    },
    list: () => [...byName.values()],
  }
}

/** Creates the worlds: the default one, and forks of the seed or of a snapshot. */
function createRegistry(options: WorldsOptions, snapshots: Snapshots, seedCopy: () => Buffer) {
  const defaultWorld = openWorld(options, DEFAULT_WORLD, options.db, {})
  const { get, add, makeRoomFor, ...limitedWorlds } = createLimitedWorlds(defaultWorld, snapshots)
  const openListeners = new Set<(world: World) => void>()
  const notifyOpened = (world: World) => {
    for (const listener of openListeners) listener(world)
  }
  const fork = (name: string, forkOptions: ForkOptions = {}): ForkResult => {
    if (get(name)) return { kind: 'taken' }
    const { snapshot: snapshotName } = forkOptions
    const snapshot = snapshotName === undefined ? undefined : snapshots.find(snapshotName)
    if (snapshotName !== undefined && !snapshot) return { kind: 'no-snapshot' }
    const bytes = snapshot?.bytes ?? seedCopy()
    if (!makeRoomFor(bytes.length)) return { kind: 'full' }

    const world = openWorld(options, name, openMemoryDb(bytes), forkOptions)
    if (snapshot) continueFrom(world, snapshot, forkOptions)
    add(
      world,
      Object.values(forkOptions).some((option) => option !== undefined),
    )
    notifyOpened(world)
    return { kind: 'forked', world }
  }

  return {
    ...limitedWorlds,
    defaultWorld,
    fork,
    notifyOpened,
    /** Calls a listener for each world, and again whenever a world is created or restored. */
    onOpen: (listener: (world: World) => void) => {
      openListeners.add(listener)
      for (const world of limitedWorlds.list()) listener(world)
    },
    /** Returns the world with this name, forked from the seed if it is new. Returns null at the limit. */
    findOrFork: (name: string) => {
      const world = get(name)
      if (world) return world
      const result = fork(name)
      return result.kind === 'forked' ? result.world : null
    },
  }
}

export function createWorlds(options: WorldsOptions) {
  let initialBytes: Buffer | null = null
  const seedCopy = () => (initialBytes ??= options.initialBytes())
  const snapshots = createSnapshots()
  const { defaultWorld, hasRoomFor, notifyOpened, ...registry } = createRegistry(options, snapshots, seedCopy)
  const replace = (world: World, bytes: Buffer) =>
    replaceData(world, bytes, world === defaultWorld ? options.reopen : undefined)

  return {
    ...registry,
    default: defaultWorld,
    /** Resets data, clock, random source, faults, journal, outbox and extensions. If it throws, nothing has changed. */
    reset: (world: World) => {
      replace(world, seedCopy())
      world.restart()
    },
    /** Whether a world has reached a limit, so that only reads and the control API are served. */
    isAtStorageLimit: (world: World) =>
      sizeOf(world) > options.initialSize + MAX_WORLD_GROWTH_BYTES || !hasRoomFor(0),
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
      notifyOpened(world)
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
