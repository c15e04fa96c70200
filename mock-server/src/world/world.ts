import type { Statement } from 'better-sqlite3'
import {
  changeExtensions,
  type ExtensionChanges,
  type Extensions,
  extensionsOf,
} from '../control-api/extensions.ts'
import type { HostProfile } from '../control-api/profiles.ts'
import { createFaults } from '../faults/faults.ts'
import { createJournal } from '../journal/journal.ts'
import { type Clock, createClock } from './clock.ts'
import type { Db } from './db.ts'
import { createRandomSource } from './random-source.ts'
import { createTimers } from './timers.ts'

/** One isolated state of the provider: data, clock, random source, faults and journal. Handlers access no other state. */
export type World = ReturnType<typeof createWorld>

export type WorldOptions = {
  db: Db
  name?: string
  profile?: HostProfile
  /** Defaults to all. */
  extensions?: Extensions
  clock?: Clock
  /** The same seed produces the same ids, tokens and codes; null uses the system's randomness. */
  seed?: string | null
}

/** A reset, a restore or a removal of the world ended its database during a request. */
export class ReplacedError extends Error {
  override name = 'ReplacedError'
  readonly statusCode = 409
}

let nextId = 1

export function createWorld(options: WorldOptions) {
  let prepared = new Map<string, Statement<unknown[], unknown>>()
  let transact: ((work: () => unknown) => unknown) | undefined
  const { clock = createClock(), seed = null, extensions = extensionsOf(true) } = options
  const random = createRandomSource(seed)
  const initialClock = clock.state()
  const world = {
    /** Unique in the process, even for two successive worlds with the same name. */
    id: nextId++,
    name: options.name ?? 'default',
    profile: options.profile ?? '7.1',
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
    /** Incremented by writes to shared data. A response cached from an older version is stale. */
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
    sql: (text: string): Statement<unknown[], unknown> => {
      let statement = prepared.get(text)
      if (!statement) {
        statement = world.db.prepare<unknown[], unknown>(text)
        prepared.set(text, statement)
      }
      return statement
    },
    transaction: <T>(work: () => T): T => {
      // Cached, because creating a transaction function costs as much as a small transaction.
      transact ??= world.db.transaction((inner: () => unknown) => inner()).immediate
      return transact(work) as T
    },
    replaceDb: (db: Db): void => {
      world.db = db
      transact = undefined
      world.version++
      prepared = new Map()
    },
    /** Adds or removes extensions of the provider. */
    changeExtensions: (changes: ExtensionChanges): void => {
      world.extensions = changeExtensions(world.extensions, changes)
      world.version++
    },
    /** Resets everything but the database. A clock that was not frozen at first shows the present. */
    restart: (): void => {
      clock.restore(initialClock.isFrozen ? initialClock : { now: Date.now(), isFrozen: false })
      random.rewind(0)
      world.changeExtensions(extensions)
      world.faults.clear()
      world.journal.clear()
    },
    /** Waits between a read and a write. @throws ReplacedError if the request's database has ended meanwhile */
    during: async <T>(work: Promise<T>): Promise<T> => {
      const { db } = world
      const result = await work
      if (world.db !== db || !db.open) throw new ReplacedError('The world was reset during this request.')
      return result
    },
  }
  return world
}

/**
 * Returns all rows of a query. The caller specifies the row type. trap: with table statistics, SQLite re-prepares some
 * statements for each bound value, which makes them five times slower: joins, and sorts by an index that is partly
 * compared with a value.
 */
export function selectAll<Row>(world: World, text: string, ...values: unknown[]): Row[] {
  return world.sql(text).all(...values) as Row[]
}

export function selectOne<Row>(world: World, text: string, ...values: unknown[]): Row | undefined {
  return world.sql(text).get(...values) as Row | undefined
}

/** Tables that handlers write. A write to a shared one invalidates responses that all clients share. */
export const IS_SHARED = {
  categories: true,
  products: true,
  product_categories: true,
  banners: true,
  homepage_sections: true,
  images: true,
  settings: true,
  customers: false,
  access_tokens: false,
  password_resets: false,
  wishlist: false,
  addresses: false,
  orders: false,
  order_lines: false,
  idempotency_keys: false,
  newsletter_subscribers: false,
  special_orders: false,
  transactions: false,
  confirmed_payments: false,
  hosted_payments: false,
  outbox: false,
} as const

type Table = keyof typeof IS_SHARED

/** @param from for example `wishlist WHERE customer_id = ?` */
export function countRows(world: World, from: string, ...values: unknown[]): number {
  return selectOne<{ n: number }>(world, `SELECT count(*) AS n FROM ${from}`, ...values)?.n ?? 0
}

/** @param onConflict 'ignore' keeps an existing row with the same key, 'replace' overwrites it */
export function insert(
  world: World,
  table: Table,
  row: Readonly<Record<string, string | number | null>>,
  onConflict?: 'ignore' | 'replace',
) {
  const columns = Object.keys(row)
  const values = columns.map((column) => `@${column}`)
  const verb = onConflict === 'replace' ? 'INSERT OR REPLACE' : 'INSERT'
  const end = onConflict === 'ignore' ? ' ON CONFLICT DO NOTHING' : ''
  const sql = `${verb} INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})${end}`
  return write(world, table, sql, [row])
}

/** Changes rows. @param change for example `SET stock = ? WHERE id = ?` */
export function update(world: World, table: Table, change: `SET ${string}`, ...values: unknown[]) {
  return write(world, table, `UPDATE ${table} ${change}`, values)
}

/** Deletes rows; all rows of the table without a condition. */
export function remove(world: World, table: Table, where?: `WHERE ${string}`, ...values: unknown[]) {
  return write(world, table, `DELETE FROM ${table} ${where ?? ''}`, values)
}

/** Every write names its table, so that one to a shared table increments the world's version. */
function write(world: World, table: Table, sql: string, values: readonly unknown[]) {
  const { changes, lastInsertRowid } = world.sql(sql).run(...values)
  if (changes > 0 && IS_SHARED[table]) world.version++
  return { changes, lastInsertRowid: Number(lastInsertRowid) }
}
