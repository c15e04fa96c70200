/**
 * `npm run kill -- [--rounds 200]`: kills the emulator with SIGKILL under a load of orders, again and again, and
 * looks at what it left: every acknowledged order is there, none twice, the stock agrees, the file is whole.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bootstrap, root, print as say } from './bootstrap.ts'
import { buildEmulator } from './build-emulator.ts'
import { UserError as Sentence } from './runtime.mjs'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' } } })
const rounds = Number(values.rounds)
const CUSTOMERS_AT_ONCE = 8
/** Milliseconds of load before the kill, at most. */
const LONGEST_LOAD = 250

async function startEmulator(file, data) {
  const child = spawn(process.execPath, [file, '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const origin = await new Promise((found, failed) => {
    const read = (chunk) => {
      output += chunk
      const address = /Emulator is up\s+(http:\/\/\S+?)\/\s/.exec(output)?.[1]
      if (address) found(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('exit', (code) => failed(new Error(`The emulator ended with ${code}:\n${output}`)))
  })
  return { child, origin: origin.replace('localhost', '127.0.0.1') }
}

async function login(origin) {
  const response = await fetch(`${origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ email_or_phone: 'demo@kitabo.example', password: 'kitabo-demo' }),
  })
  return (await response.json()).token
}

function orderBody(productId) {
  const line = {
    product_id: String(productId),
    price: '1000',
    variant: '',
    variation: [],
    discount_amount: 0,
    quantity: 1,
    tax_amount: 0,
  }
  return JSON.stringify({
    order_amount: 1000,
    delivery_address_id: null,
    order_type: 'delivery',
    branch_id: 1,
    cart: [line],
    coupon_discount_amount: 0,
    coupon_discount_title: '',
    payment_method: 'flutterwave',
    order_note: '',
    distance: 0,
    coordinates: { lat: 0.3198, lng: 32.5919 },
  })
}

/** Orders until the emulator is gone; what was acknowledged goes into the map: key -> order id. */
async function order(origin, token, productIds, acknowledged, round, customer) {
  for (let n = 0; ; n++) {
    const key = `kill-${round}-${customer}-${n}`
    try {
      const response = await fetch(`${origin}/api/v1/customer/order/place`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json',
          Authorization: `Bearer ${token}`,
          'Idempotency-Key': key,
        },
        body: orderBody(productIds[n % productIds.length]),
      })
      const body = await response.json()
      if (response.status === 200) acknowledged.set(key, body.order_id)
    } catch {
      return
    }
  }
}

function inspect(Database, file, acknowledged, stockBefore) {
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

try {
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Sentence(`--rounds must be a whole number from 1 on, found "${values.rounds}".`)
  await bootstrap()
  const file = await buildEmulator()
  const Database = createRequire(join(root, 'mock-server', 'package.json'))('better-sqlite3')
  const data = mkdtempSync(join(tmpdir(), 'kitabo-kill-'))
  const sqlite = join(data, 'emulator.sqlite')
  const acknowledged = new Map()
  const stockBefore = new Map()

  const first = await startEmulator(file, data)
  first.child.removeAllListeners('exit')
  await new Promise((ended) => {
    first.child.on('exit', ended)
    first.child.kill('SIGTERM')
  })
  const db = new Database(sqlite)
  db.exec('UPDATE products SET stock = 1000000 WHERE id <= 20')
  for (const row of db.prepare('SELECT id, stock FROM products WHERE id <= 20').all())
    stockBefore.set(row.id, row.stock)
  db.close()

  let kept = 0
  for (let round = 1; round <= rounds; round++) {
    const { child, origin } = await startEmulator(file, data)
    const token = await login(origin)
    child.removeAllListeners('exit')
    const gone = new Promise((ended) => child.on('exit', ended))
    const customers = Array.from({ length: CUSTOMERS_AT_ONCE }, (_, customer) =>
      order(origin, token, [...stockBefore.keys()], acknowledged, round, customer),
    )
    await new Promise((strike) => setTimeout(strike, 20 + Math.random() * LONGEST_LOAD))
    child.kill('SIGKILL')
    await gone
    await Promise.all(customers)
    kept = inspect(Database, sqlite, acknowledged, stockBefore)
    if (round % 20 === 0 || round === rounds)
      say(`  ${round} kills: ${acknowledged.size} orders acknowledged, ${kept} kept, none lost, none twice`)
  }
  if (acknowledged.size === 0) throw new Error('no order was acknowledged: nothing was proved')
  rmSync(data, { recursive: true, force: true })
  say('Stock agrees and the database is whole.')
  process.exit(0)
} catch (error) {
  process.stderr.write(`\n${error instanceof Sentence ? error.message : error.stack}\n`)
  process.exit(1)
}
