import type { Statement } from 'better-sqlite3'
import type { SightingReport } from 'contracts/sighting'
import type { Drift } from '../drift/report.ts'
import { createFaults, type Faults } from '../faults/faults.ts'
import { createJournal, type Journal } from '../journal/journal.ts'
import { type Clock, createClock } from './clock.ts'
import type { Db } from './db.ts'
import type { Profile } from './profile.ts'
import { createRandomSource, type RandomSource } from './random-source.ts'
import { createTimers, type Timers } from './timers.ts'

/** One state of the provider: its data, clock, random source, faults and journal. Handlers read and write nothing else. */
export type World = {
  /** One for each world of the process, also for two of the same name after one another. */
  readonly id: number
  readonly name: string
  readonly profile: Profile
  /** Lists without a limit are as short as the stock product's. */
  readonly stockLimits: boolean
  /** The open database. A restore puts another in its place: never keep it across a wait. */
  db: Db
  readonly clock: Clock
  readonly random: RandomSource
  readonly faults: Faults
  readonly journal: Journal
  /** Counts writes to what every caller sees: an answer that was prepared from an older version is stale. */
  version: number
  /** A prepared statement, made once per text and database. */
  sql: (text: string) => Statement<unknown[], unknown>
  /** Does all of some work or nothing of it. */
  transaction: <T>(work: () => T) => T
  /** Puts another database in place of this one. */
  replaceDb: (db: Db) => void
  /** A report whose drift this world plays back; null keeps the contract. */
  drift: Drift | null
  /** What browsers have reported of broken answers. */
  readonly seen: (SightingReport & { at: string })[]
  /** Called after each message that enters the outbox. */
  readonly outboxListeners: Set<() => void>
  /** Runs what happens later. */
  readonly timers: Timers
  /** Called once, when the world ends: what others keep for it can go. */
  readonly closeListeners: Set<() => void>
  /** Ends every wait and closes the database. */
  close: () => void
}

export type WorldOptions = {
  db: Db
  name?: string
  profile?: Profile
  stockLimits?: boolean
  clock?: Clock
  /** The same seed gives the same ids, tokens and codes; null takes the system's randomness. */
  seed?: string | null
}

let nextId = 1

export function createWorld(options: WorldOptions): World {
  let prepared = new Map<string, Statement<unknown[], unknown>>()
  let transact: ((work: () => unknown) => unknown) | undefined
  const random = createRandomSource(options.seed ?? null)
  const world: World = {
    id: nextId++,
    name: options.name ?? 'default',
    profile: options.profile ?? '7.1',
    stockLimits: options.stockLimits ?? false,
    db: options.db,
    clock: options.clock ?? createClock(),
    random,
    faults: createFaults(random),
    journal: createJournal(),
    version: 0,
    drift: null,
    seen: [],
    outboxListeners: new Set(),
    timers: createTimers((error) => {
      process.stderr.write(`world ${world.name}: ${(error as Error).stack}\n`)
    }),
    closeListeners: new Set(),
    close: () => {
      world.timers.end()
      world.db.close()
      for (const listener of world.closeListeners) listener()
      world.closeListeners.clear()
    },
    sql: (text) => {
      let statement = prepared.get(text)
      if (!statement) {
        statement = world.db.prepare<unknown[], unknown>(text)
        prepared.set(text, statement)
      }
      return statement
    },
    transaction: (work) => {
      // Made once for each database: to make one takes the library as long as a small one itself.
      transact ??= world.db.transaction((inner: () => unknown) => inner()).immediate
      return transact(work) as ReturnType<typeof work>
    },
    replaceDb: (db) => {
      world.db = db
      transact = undefined
      world.version++
      prepared = new Map()
    },
  }
  return world
}

/**
 * All rows of a query. The caller names their shape: SQL has no types.
 * trap: SQLite prepares some statements anew for each value that is bound, to plan by its statistics: those that join,
 * or sort by an index of which a part is compared with a value. They take five times as long.
 */
export function all<Row>(world: World, text: string, ...values: unknown[]): Row[] {
  return world.sql(text).all(...values) as Row[]
}

/** The first row, or undefined. */
export function one<Row>(world: World, text: string, ...values: unknown[]): Row | undefined {
  return world.sql(text).get(...values) as Row | undefined
}

type Value = string | number | null

/**
 * Inserts a row by the names of its columns.
 * @param onConflict 'ignore' keeps an existing row with the same key, 'replace' puts this one in its place
 */
export function insert(
  world: World,
  table: string,
  row: Readonly<Record<string, Value>>,
  onConflict?: 'ignore' | 'replace',
): { changes: number; lastInsertRowid: number } {
  const columns = Object.keys(row)
  const values = columns.map((column) => `@${column}`)
  const verb = onConflict === 'replace' ? 'INSERT OR REPLACE' : 'INSERT'
  const end = onConflict === 'ignore' ? ' ON CONFLICT DO NOTHING' : ''
  return run(world, `${verb} INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})${end}`, row)
}

/** Tables of which no answer to every caller is made. A write to any other makes all such answers stale. */
const OF_CUSTOMERS = new Set([
  'customers',
  'access_tokens',
  'password_resets',
  'wishlist',
  'addresses',
  'orders',
  'order_lines',
  'idempotency_keys',
  'newsletter_subscribers',
  'special_orders',
  'transactions',
  'confirmed_payments',
  'hosted_payments',
  'outbox',
])
const WRITTEN_TABLE = /^\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) (\w+)/

/** Text of a statement -> whether it writes what every caller sees. */
const writesCatalogue = new Map<string, boolean>()

function isCatalogueWrite(text: string): boolean {
  let known = writesCatalogue.get(text)
  if (known === undefined) {
    known = !OF_CUSTOMERS.has(WRITTEN_TABLE.exec(text)?.[1] ?? '')
    writesCatalogue.set(text, known)
  }
  return known
}

/** Every write goes through here, so that the world knows its version. */
export function run(
  world: World,
  text: string,
  ...values: unknown[]
): { changes: number; lastInsertRowid: number } {
  const { changes, lastInsertRowid } = world.sql(text).run(...values)
  if (changes > 0 && isCatalogueWrite(text)) world.version++
  return { changes, lastInsertRowid: Number(lastInsertRowid) }
}
