import { randomBytes } from 'node:crypto'
import type { Statement } from 'better-sqlite3'
import { type Clock, systemClock } from './clock.ts'
import type { Db } from './db.ts'

/** One state of the provider: its data, its time, its dice. Handlers know nothing beside it. */
export type World = {
  db: Db
  clock: Clock
  /** A prepared statement, made once per text. */
  sql: (text: string) => Statement<unknown[], unknown>
  /** Random bytes: from the system, or the same ones each time from a seed. */
  bytes: (length: number) => Buffer
}

export function createWorld(options: { db: Db; clock?: Clock; bytes?: (length: number) => Buffer }): World {
  const { db, clock = systemClock, bytes = randomBytes } = options
  const prepared = new Map<string, Statement<unknown[], unknown>>()
  return {
    db,
    clock,
    bytes,
    sql: (text) => {
      let statement = prepared.get(text)
      if (!statement) {
        statement = db.prepare<unknown[], unknown>(text)
        prepared.set(text, statement)
      }
      return statement
    },
  }
}

/** All rows of a query. The caller names their shape: SQL has no types. */
export function all<Row>(world: World, text: string, ...values: unknown[]): Row[] {
  return world.sql(text).all(...values) as Row[]
}

/** The first row, or undefined. */
export function one<Row>(world: World, text: string, ...values: unknown[]): Row | undefined {
  return world.sql(text).get(...values) as Row | undefined
}

export function run(
  world: World,
  text: string,
  ...values: unknown[]
): { changes: number; lastInsertRowid: number } {
  const { changes, lastInsertRowid } = world.sql(text).run(...values)
  return { changes, lastInsertRowid: Number(lastInsertRowid) }
}
