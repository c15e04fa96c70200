/** What the emulator's database must hold after a kill, read from its file. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../../bootstrap.ts'

/** The part of better-sqlite3 that is used; it is installed in mock-server. */
type Database = {
  pragma: (text: string, options: { simple: true }) => unknown
  exec: (sql: string) => void
  prepare: (sql: string) => { all: () => unknown[]; get: (...parameters: unknown[]) => unknown }
  close: () => void
}

function withDatabase<Result>(file: string, use: (db: Database) => Result): Result {
  const Sqlite = createRequire(join(root, 'mock-server', 'package.json'))('better-sqlite3')
  const db: Database = new Sqlite(file)
  try {
    return use(db)
  } finally {
    db.close()
  }
}

/** Gives the first twenty products more stock than a run can sell. */
export function raiseStock(file: string): void {
  withDatabase(file, (db) => db.exec('UPDATE products SET stock = 1000000 WHERE id <= 20'))
}

/** Product id -> stock of the first twenty products. */
export function stockOf(file: string): Map<number, number> {
  return withDatabase(file, (db) => {
    const rows = db.prepare('SELECT id, stock FROM products WHERE id <= 20').all()
    return new Map((rows as { id: number; stock: number }[]).map(({ id, stock }) => [id, stock]))
  })
}

/**
 * Checks that every acknowledged order is there once, with lines, and that the stock agrees.
 * @param acknowledged idempotency key -> order id
 * @param stockBefore product id -> stock before the first order
 * @returns how many orders have a key
 * @throws Error that says what is wrong
 */
export function checkDatabase(
  file: string,
  acknowledged: ReadonlyMap<string, number>,
  stockBefore: ReadonlyMap<number, number>,
): number {
  return withDatabase(file, (db) => {
    const integrity = db.pragma('integrity_check', { simple: true })
    if (integrity !== 'ok') throw new Error(`integrity_check says ${integrity}`)
    const rows = db.prepare('SELECT key, order_id FROM idempotency_keys').all()
    const keys = new Map((rows as { key: string; order_id: number }[]).map((row) => [row.key, row.order_id]))
    for (const [key, id] of acknowledged)
      if (keys.get(key) !== id) throw new Error(`order ${id} was acknowledged under ${key} and is not there`)
    const repeated = db
      .prepare('SELECT order_id FROM idempotency_keys GROUP BY order_id HAVING count(*) > 1')
      .all()
    if (repeated.length > 0) throw new Error(`${repeated.length} orders have two keys`)
    const empty = countOf(
      db,
      'SELECT count(*) AS n FROM orders WHERE id NOT IN (SELECT order_id FROM order_lines)',
    )
    if (empty > 0) throw new Error(`${empty} orders have no lines`)
    for (const [id, before] of stockBefore) {
      const sold = countOf(
        db,
        'SELECT coalesce(sum(quantity), 0) AS n FROM order_lines WHERE product_id = ? AND order_id IN (SELECT order_id FROM idempotency_keys)',
        id,
      )
      const left = countOf(db, 'SELECT stock AS n FROM products WHERE id = ?', id)
      if (left !== before - sold) throw new Error(`product ${id}: ${before} - ${sold} sold, but ${left} left`)
    }
    return keys.size
  })
}

function countOf(db: Database, sql: string, ...parameters: unknown[]): number {
  return (db.prepare(sql).get(...parameters) as { n: number }).n
}
