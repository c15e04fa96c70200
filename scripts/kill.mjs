/**
 * `npm run kill -- [--rounds 200]`: kills the emulator with SIGKILL, again and again, and looks at what it left.
 * Under a load of orders: every acknowledged order is there, none twice, the stock agrees, the file is whole.
 * During resets and restores of a snapshot: the data before or the data after, whole. During its first start: the next
 * one seeds. A schema is never migrated (a file of another schema is refused), so there is no kill during that.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bootstrap, root, print as say } from './bootstrap.ts'
import { buildEmulator } from './build-emulator.ts'
import { inspect } from './kill-inspect.mjs'
import { UserError as Sentence } from './runtime.mjs'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' } } })
const rounds = Number(values.rounds)
const CUSTOMERS_AT_ONCE = 8
/** Milliseconds of load before the kill, at most. */
const LONGEST_LOAD = 250
/** Milliseconds of a first start before the kill, at most: seeding takes a second or two. */
const LONGEST_START = 2000
/** Starts of their own cost more than orders: fewer of those. */
const fewRounds = Math.ceil(rounds / 4)
/** What replaces the whole database, again and again. */
const CHANGES = [['/snapshots', { name: 'kill' }], ['/reset'], ['/snapshots/restore', { name: 'kill' }]]

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

/** Kills it at some moment of the given work and waits until it is gone and the work has noticed. */
async function killDuring({ child }, longest, work) {
  child.removeAllListeners('exit')
  const gone = new Promise((ended) => child.on('exit', ended))
  const working = work()
  await new Promise((strike) => setTimeout(strike, 20 + Math.random() * longest))
  child.kill('SIGKILL')
  await gone
  await working
}

function post(origin, path, body) {
  return fetch(`${origin}/__emulator${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  })
}

function stockOf(Database, sqlite) {
  const db = new Database(sqlite)
  const rows = db.prepare('SELECT id, stock FROM products WHERE id <= 20').all()
  db.close()
  return new Map(rows.map(({ id, stock }) => [id, stock]))
}

/** @returns a seeded data folder, whose emulator has been stopped */
async function seededFolder(file) {
  const data = mkdtempSync(join(tmpdir(), 'kitabo-kill-'))
  const { child } = await startEmulator(file, data)
  child.removeAllListeners('exit')
  await new Promise((ended) => {
    child.on('exit', ended)
    child.kill('SIGTERM')
  })
  return data
}

async function killUnderOrders(file, Database) {
  const data = await seededFolder(file)
  const sqlite = join(data, 'emulator.sqlite')
  const acknowledged = new Map()
  const db = new Database(sqlite)
  db.exec('UPDATE products SET stock = 1000000 WHERE id <= 20')
  db.close()
  const stockBefore = stockOf(Database, sqlite)

  let kept = 0
  for (let round = 1; round <= rounds; round++) {
    const emulator = await startEmulator(file, data)
    const { origin } = emulator
    const token = await login(origin)
    await killDuring(emulator, LONGEST_LOAD, () =>
      Promise.all(
        Array.from({ length: CUSTOMERS_AT_ONCE }, (_, customer) =>
          order(origin, token, [...stockBefore.keys()], acknowledged, round, customer),
        ),
      ),
    )
    kept = inspect(Database, sqlite, acknowledged, stockBefore)
    if (round % 20 === 0 || round === rounds)
      say(`  ${round} kills: ${acknowledged.size} orders acknowledged, ${kept} kept, none lost, none twice`)
  }
  if (acknowledged.size === 0) throw new Error('no order was acknowledged: nothing was proved')
  rmSync(data, { recursive: true, force: true })
}

/** Resets and restores one after another, each with orders beside it: the stock agrees with whatever orders are left. */
async function killDuringResets(file, Database) {
  const data = await seededFolder(file)
  const sqlite = join(data, 'emulator.sqlite')
  const stockBefore = stockOf(Database, sqlite)
  let done = 0
  for (let round = 1; round <= fewRounds; round++) {
    const emulator = await startEmulator(file, data)
    const { origin } = emulator
    const token = await login(origin)
    const change = async () => {
      try {
        for (;;) {
          for (const [path, body] of CHANGES) if ((await post(origin, path, body)).ok) done++
        }
      } catch {
        // It is gone.
      }
    }
    await killDuring(emulator, LONGEST_LOAD, () =>
      Promise.all([change(), order(origin, token, [...stockBefore.keys()], new Map(), round, 0)]),
    )
    inspect(Database, sqlite, new Map(), stockBefore)
  }
  if (done === 0) throw new Error('no reset was acknowledged: nothing was proved')
  say(`  ${fewRounds} kills during ${done} resets, snapshots and restores: the data whole, before or after`)
  rmSync(data, { recursive: true, force: true })
}

async function killDuringFirstStart(file, Database) {
  for (let round = 1; round <= fewRounds; round++) {
    const data = mkdtempSync(join(tmpdir(), 'kitabo-kill-'))
    const child = spawn(process.execPath, [file, '--port', '0', '--data', data], { stdio: 'ignore' })
    await killDuring({ child }, LONGEST_START, async () => {})
    const emulator = await startEmulator(file, data)
    await killDuring(emulator, 0, async () => {})
    const sqlite = join(data, 'emulator.sqlite')
    if (stockOf(Database, sqlite).size === 0)
      throw new Error('the shop is empty after a kill while it was seeded')
    inspect(Database, sqlite, new Map(), stockOf(Database, sqlite))
    rmSync(data, { recursive: true, force: true })
  }
  say(`  ${fewRounds} kills during the first start: the next one has the whole shop`)
}

try {
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Sentence(`--rounds must be a whole number from 1 on, found "${values.rounds}".`)
  await bootstrap()
  const file = await buildEmulator()
  const Database = createRequire(join(root, 'mock-server', 'package.json'))('better-sqlite3')
  await killUnderOrders(file, Database)
  await killDuringResets(file, Database)
  await killDuringFirstStart(file, Database)
  say('Stock agrees and the database is whole.')
  process.exit(0)
} catch (error) {
  process.stderr.write(`\n${error instanceof Sentence ? error.message : error.stack}\n`)
  process.exit(1)
}
