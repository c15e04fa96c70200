/** Checks the emulator's database file after a kill. */
import { join } from 'node:path'
import { type Db, openDb } from 'mock-server/world/db'

function withDatabase<Result>(data: string, use: (db: Db) => Result): Result {
  const { db } = openDb(join(data, 'emulator.sqlite'))
  try {
    return use(db)
  } finally {
    db.close()
  }
}

/** Gives the first twenty products more stock than a run can sell. */
export function raiseStock(data: string): void {
  withDatabase(data, (db) => db.exec('UPDATE products SET stock = 1000000 WHERE id <= 20'))
}

/** Returns the stock of the first twenty products by id. */
export function stockOf(data: string): Map<number, number> {
  return withDatabase(data, (db) => mapOf(db, 'SELECT id, stock FROM products WHERE id <= 20'))
}

/**
 * Checks that every acknowledged order exists once, with lines, and that the stock matches.
 * @param data the emulator's data folder
 * @param acknowledged idempotency key -> order id
 * @param stockBefore product id -> stock before the first order
 * @returns number of orders with an idempotency key
 * @throws Error that names the difference
 */
export function checkDatabase(
  data: string,
  acknowledged: ReadonlyMap<string, number>,
  stockBefore: ReadonlyMap<number, number>,
): number {
  return withDatabase(data, (db) => {
    const numberOf = (sql: string, ...values: unknown[]) =>
      db
        .prepare(sql)
        .pluck()
        .get(...values) as number
    const integrity = db.pragma('integrity_check', { simple: true })
    if (integrity !== 'ok') throw new Error(`integrity_check says ${integrity}`)
    const keys = mapOf<string>(db, 'SELECT key, order_id FROM idempotency_keys')
    for (const [key, id] of acknowledged)
      if (keys.get(key) !== id) throw new Error(`order ${id} was acknowledged under ${key} and is not there`)
    const repeated = keys.size - new Set(keys.values()).size
    if (repeated > 0) throw new Error(`${repeated} orders have two keys`)
    const empty = numberOf('SELECT count(*) FROM orders WHERE id NOT IN (SELECT order_id FROM order_lines)')
    if (empty > 0) throw new Error(`${empty} orders have no lines`)
    for (const [id, before] of stockBefore) {
      const sold = numberOf(
        'SELECT coalesce(sum(quantity), 0) FROM order_lines WHERE product_id = ? AND order_id IN (SELECT order_id FROM idempotency_keys)',
        id,
      )
      const left = numberOf('SELECT stock FROM products WHERE id = ?', id)
      if (left !== before - sold) throw new Error(`product ${id}: ${before} - ${sold} sold, but ${left} left`)
    }
    return keys.size
  })
}

/** Returns the rows of a two-column query as a map. */
function mapOf<Key = number>(db: Db, sql: string): Map<Key, number> {
  return new Map(db.prepare(sql).raw().all() as [Key, number][])
}
