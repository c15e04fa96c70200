import type { Statement } from 'better-sqlite3'
import type { ProviderBuild } from 'contracts/endpoint'
import { DEFAULT_WORLD } from '../control-api/default-world.ts'
import { createFaults } from '../faults/faults.ts'
import { createJournal } from '../journal/journal.ts'
import {
  changeExtensions,
  type ExtensionChanges,
  type Extensions,
  everyExtension,
} from '../provider/extensions.ts'
import type { Db } from '../storage/db.ts'
import { type Clock, createClock } from './clock.ts'
import { createRandomSource } from './random-source.ts'
import { createTimers } from './timers.ts'

/**
 * One isolated state of the provider: data, clock, random source, faults and journal. The provider's handlers access no
 * other state.
 */
export type World = ReturnType<typeof createWorld>

export type WorldOptions = {
  db: Db
  name?: string
  build?: ProviderBuild
  /** Defaults to all. */
  extensions?: Extensions
  clock?: Clock
  /** The same seed produces the same ids, tokens and codes; null uses the system's randomness. */
  seed?: string | null
}

/** A reset, a restore or a removal of the world ended its database during a request. */
class ReplacedError extends Error {
  override name = 'ReplacedError'
  readonly statusCode = 409
}

type PreparedStatement = Statement<unknown[], unknown>

/** Prepares the statements and the transaction function of a database, each when it is first used. */
function createPreparedSql(db: Db) {
  const statements = new Map<string, PreparedStatement>()
  let transact: ((work: () => unknown) => unknown) | undefined
  return {
    statement: (text: string): PreparedStatement => {
      let statement = statements.get(text)
      if (!statement) {
        statement = db.prepare<unknown[], unknown>(text)
        statements.set(text, statement)
      }
      return statement
    },
    transaction: <T>(work: () => T): T => {
      // Cached, because creating a transaction function costs as much as a small transaction.
      transact ??= db.transaction((inner: () => unknown) => inner()).immediate
      return transact(work) as T
    },
  }
}

let nextId = 1

export function createWorld(options: WorldOptions) {
  let prepared = createPreparedSql(options.db)
  const { clock = createClock(), seed = null, extensions = everyExtension(true) } = options
  const random = createRandomSource(seed)
  const initialClock = clock.state()
  const world = {
    /** Unique in the process, even for two successive worlds with the same name. */
    id: nextId++,
    name: options.name ?? DEFAULT_WORLD,
    build: options.build ?? '7.1',
    /** Null if ids, tokens and codes are random. */
    seed,
    /** Read only; `changeExtensions` changes them. */
    extensions: extensions as Readonly<Extensions>,
    /** The open database. A restore replaces it, so never hold it across an await. */
    db: options.db,
    clock,
    random,
    faults: createFaults(random.fraction),
    journal: createJournal(),
    /** Incremented by writes to public tables. A response cached from an older version is stale. */
    version: 0,
    /** Called after each message is stored in the outbox. */
    outboxListeners: new Set<() => void>(),
    timers: createTimers((error) => {
      process.stderr.write(`world ${world.name}: ${(error as Error).stack}\n`)
    }),
    /** Called once when the world ends, to release its caches. */
    closeListeners: new Set<() => void>(),
    close: (): void => {
      world.timers.end()
      world.db.close()
      for (const listener of world.closeListeners) listener()
      world.closeListeners.clear()
    },
    /** Returns a prepared statement, cached by its text. */
    sql: (text: string): PreparedStatement => prepared.statement(text),
    transaction: <T>(work: () => T): T => prepared.transaction(work),
    replaceDb: (db: Db): void => {
      world.db = db
      world.version++
      prepared = createPreparedSql(db)
    },
    /** Adds or removes extensions of the provider. */
    changeExtensions: (changes: ExtensionChanges): void => {
      world.extensions = changeExtensions(world.extensions, changes)
      world.version++
    },
    /** Resets clock, random source, extensions, faults and journal. An unfrozen clock returns to the current time. */
    restart: (): void => {
      clock.restore(initialClock.isFrozen ? initialClock : { now: Date.now(), isFrozen: false })
      random.rewind(0)
      world.changeExtensions(extensions)
      world.faults.clear()
      world.journal.clear()
    },
    /** Waits between a read and a write. @throws ReplacedError if the request's database has ended meanwhile */
    awaitOrAbort: async <T>(work: Promise<T>): Promise<T> => {
      const { db } = world
      const result = await work
      if (world.db !== db || !db.open) throw new ReplacedError('The world was reset during this request.')
      return result
    },
  }
  return world
}
