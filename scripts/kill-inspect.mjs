/**
 * Looks at a database that a killed emulator left behind.
 * @param acknowledged key -> order id of every order that must be there
 * @param stockBefore product id -> stock before the first order
 * @returns how many orders were placed under a key. Throws an Error that says what is wrong
 */
export function inspect(Database, file, acknowledged, stockBefore) {
  const db = new Database(file)
  try {
    const whole = db.pragma('integrity_check', { simple: true })
    if (whole !== 'ok') throw new Error(`integrity_check says ${whole}`)
    const keys = new Map(
      db
        .prepare('SELECT key, order_id FROM idempotency_keys')
        .all()
        .map((row) => [row.key, row.order_id]),
    )
    for (const [key, id] of acknowledged) {
      if (keys.get(key) !== id) throw new Error(`order ${id} was acknowledged under ${key} and is not there`)
    }
    const twice = db
      .prepare('SELECT order_id FROM idempotency_keys GROUP BY order_id HAVING count(*) > 1')
      .all()
    if (twice.length > 0) throw new Error(`${twice.length} orders stand under two keys`)
    const orphans = db
      .prepare('SELECT count(*) AS n FROM orders WHERE id NOT IN (SELECT order_id FROM order_lines)')
      .get().n
    if (orphans > 0) throw new Error(`${orphans} orders have no lines`)
    const sold = db.prepare(
      'SELECT coalesce(sum(quantity), 0) AS n FROM order_lines WHERE product_id = ? AND order_id IN (SELECT order_id FROM idempotency_keys)',
    )
    for (const [id, before] of stockBefore) {
      const { stock } = db.prepare('SELECT stock FROM products WHERE id = ?').get(id)
      if (stock !== before - sold.get(id).n)
        throw new Error(`product ${id}: ${before} - ${sold.get(id).n} sold, but ${stock} left`)
    }
    return keys.size
  } finally {
    db.close()
  }
}
