import type { World } from './world.ts'

/**
 * Returns all rows of a query. The caller specifies the row type. Trap: with table statistics, SQLite re-prepares some
 * statements for each bound value, which makes them five times slower: joins, and sorts by an index that is partly
 * compared with a value.
 */
export function selectAll<Row>(world: World, text: string, ...values: unknown[]): Row[] {
  return world.sql(text).all(...values) as Row[]
}

export function selectOne<Row>(world: World, text: string, ...values: unknown[]): Row | undefined {
  return world.sql(text).get(...values) as Row | undefined
}

/** All tables, and whether every client may read them. A write to a public one invalidates the cached responses. */
export const IS_PUBLIC_TABLE = {
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

type Table = keyof typeof IS_PUBLIC_TABLE

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

/** Runs a write. Each names its table, so that one to a public table increments the world's version. */
function write(world: World, table: Table, sql: string, values: readonly unknown[]) {
  const { changes, lastInsertRowid } = world.sql(sql).run(...values)
  if (changes > 0 && IS_PUBLIC_TABLE[table]) world.version++
  return { changes, lastInsertRowid: Number(lastInsertRowid) }
}
