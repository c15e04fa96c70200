// Repeatedly kills the emulator with SIGKILL at critical moments and checks its data after each kill. Migrations are
// not tested, because the emulator rejects a database with a different schema instead of migrating it.
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDb } from 'mock-server/storage/db'
import { orderPayload } from '../../contracts/cases/order-payload.ts'
import { send, tokenOf } from '../../web/driver/shopper-actions.ts'
import { endProcess, spawnEmulator } from '../../web/driver/start-emulator.ts'
import { buildEmulator } from '../build/build.ts'
import { commandLine, parsePositiveInteger, print } from '../command-line.ts'
import { JSON_HEADERS, startBuilt } from './lab.ts'

const CONCURRENT_CUSTOMERS = 8
/** The orders are for the products with the lowest ids. */
const ORDERED_PRODUCTS = 20
/** Number of the newest payments whose webhook must be in the outbox, which deletes the oldest messages. */
const CHECKED_WEBHOOKS = 100
/** Maximum random delay before the kill, in milliseconds. */
const MAX_LOAD_MS = 250
/** Maximum time from the first start to the kill, in milliseconds. Seeding takes a second or two. */
const MAX_FIRST_START_MS = 2000
/** Maximum time to wait for a response before the last kill, in milliseconds. */
const MAX_PROOF_MS = 60_000

/** Requests to the control API: the first copies the entire database, the others replace it. */
const SNAPSHOT_REQUESTS: [path: string, body: object][] = [
  ['/snapshots', { name: 'kill' }],
  ['/reset', {}],
  ['/snapshots/restore', { name: 'kill' }],
]

/** The stock of the ordered products by id. */
type Stock = ReadonlyMap<number, number>
/** Ids of acknowledged orders by idempotency key. */
type Orders = Map<string, number>

/**
 * @throws Error if an acknowledged order or payment is lost, an order is duplicated, the stock is wrong, or the
 * database damaged
 */
async function killUnderOrders(file: string, rounds: number): Promise<void> {
  await runInSeededFolder(file, async (data) => {
    // More than a run can sell.
    withDatabase(data, (db) => db.exec(`UPDATE products SET stock = 1000000 WHERE id <= ${ORDERED_PRODUCTS}`))
    const stock = stockOf(data)
    const orders: Orders = new Map()
    const payments = new Set<string>()
    for (let round = 1; round <= rounds; round++) {
      const { origin, child } = await startBuilt(file, data)
      const token = await tokenOf(origin)
      const customers = Array.from({ length: CONCURRENT_CUSTOMERS }, (_, customer) =>
        placeOrders(origin, token, `kill-${round}-${customer}`, orders),
      )
      const paying = pay(origin, `kill-payment-${round}`, payments)
      const hasProof = () => round < rounds || (orders.size > 0 && payments.size > 0)
      await killDuring(child, MAX_LOAD_MS, [...customers, paying], hasProof)
      const stored = checkDatabase(data, orders, stock)
      checkPayments(data, payments)
      if (round % 20 === 0 || round === rounds)
        print(
          `  ${round} kills: ${orders.size} orders acknowledged, ${stored} stored, none lost or duplicated; ${payments.size} payments with their webhooks`,
        )
    }
    if (orders.size === 0 || payments.size === 0)
      throw new Error('no order or no payment was acknowledged, so nothing was tested')
  })
}

/** Kills the emulator during resets, restores and orders. Afterwards, the stock must match the remaining orders. */
async function killDuringResets(file: string, rounds: number): Promise<void> {
  await runInSeededFolder(file, async (data) => {
    const stock = stockOf(data)
    let replacements = 0
    for (let round = 1; round <= rounds; round++) {
      const { origin, child } = await startBuilt(file, data)
      const token = await tokenOf(origin)
      const replacing = waitUntilGone(async (n) => {
        const [path, body] = SNAPSHOT_REQUESTS[
          n % SNAPSHOT_REQUESTS.length
        ] as (typeof SNAPSHOT_REQUESTS)[number]
        await send(origin, 'POST', `/__emulator${path}`, { body })
        if (path !== '/snapshots') replacements++
      })
      const ordering = placeOrders(origin, token, `kill-${round}`, new Map())
      const hasProof = () => round < rounds || replacements > 0
      await killDuring(child, MAX_LOAD_MS, [replacing, ordering], hasProof)
      checkDatabase(data, new Map(), stock)
    }
    if (replacements === 0) throw new Error('no reset was acknowledged, so nothing was tested')
    print(
      `  ${rounds} kills during ${replacements} resets and restores: each was applied completely or not at all`,
    )
  })
}

async function killDuringFirstStart(file: string, rounds: number): Promise<void> {
  for (let round = 1; round <= rounds; round++)
    await runInFolder(async (data) => {
      await killDuring(spawnEmulator({ program: [file], data }), MAX_FIRST_START_MS)
      await killDuring((await startBuilt(file, data)).child, 0)
      const stock = stockOf(data)
      if (stock.size === 0) throw new Error('the shop is empty after a kill during seeding')
      checkDatabase(data, new Map(), stock)
    })
  print(`  ${rounds} kills during the first start: the next start has the complete catalogue`)
}

/** Deletes the folder afterwards, unless a check fails: its database shows why. */
async function runInFolder(use: (data: string) => Promise<void>): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'kitabo-kill-'))
  await use(data)
  rmSync(data, { recursive: true, force: true })
}

const runInSeededFolder = (file: string, use: (data: string) => Promise<void>) =>
  runInFolder(async (data) => {
    await (await startBuilt(file, data)).stop()
    await use(data)
  })

/**
 * Kills the emulator after a random time, and waits until the work has ended.
 * @param hasProof condition that must hold before the kill, because the random time may be too short on a busy machine
 */
async function killDuring(
  child: ChildProcess,
  maxMs: number,
  work: readonly Promise<void>[] = [],
  hasProof = () => true,
): Promise<void> {
  const latest = Date.now() + MAX_PROOF_MS
  do await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * maxMs))
  while (!hasProof() && Date.now() < latest)
  await endProcess(child, 'SIGKILL')
  await Promise.all(work)
}

/** Repeats a request until it fails because the emulator was killed. */
async function waitUntilGone(request: (n: number) => Promise<void>): Promise<void> {
  for (let n = 0; ; n++) {
    try {
      await request(n)
    } catch {
      return
    }
  }
}

/** Orders the products in turn. */
const placeOrders = (origin: string, token: string, keyPrefix: string, orders: Orders) =>
  waitUntilGone(async (n) => {
    const key = `${keyPrefix}-${n}`
    const response = await fetch(`${origin}/api/v1/customer/order/place`, {
      method: 'POST',
      headers: { ...JSON_HEADERS, Authorization: `Bearer ${token}`, 'Idempotency-Key': key },
      body: JSON.stringify(orderPayload((n % ORDERED_PRODUCTS) + 1)),
    })
    const body = (await response.json()) as { order_id: number }
    if (response.status === 200) orders.set(key, body.order_id)
  })

/** Makes payments one after another. @param payments the acknowledged references */
const pay = (origin: string, prefix: string, payments: Set<string>) =>
  waitUntilGone(async (n) => {
    const customer = { email: 'kill@kitabo.example', name: 'Kill' }
    const request = { tx_ref: `${prefix}-${n}`, amount: 25_000, currency: 'UGX', customer }
    await send(origin, 'POST', '/__emulator/payments', { body: { request, method: 'ussd', input: {} } })
    payments.add(request.tx_ref)
  })

/** @throws Error if an acknowledged payment is lost, or one of the newest has no webhook */
function checkPayments(data: string, acknowledged: ReadonlySet<string>): void {
  withDatabase(data, (db) => {
    const references = db
      .prepare('SELECT tx_ref FROM transactions ORDER BY id DESC')
      .pluck()
      .all() as string[]
    const stored = new Set(references)
    for (const reference of acknowledged)
      if (!stored.has(reference)) throw new Error(`payment ${reference} was acknowledged but does not exist`)
    const bodies = db.prepare("SELECT body FROM outbox WHERE channel = 'webhook'").pluck().all() as string[]
    const announced = new Set(bodies.map((body) => JSON.parse(body).data.tx_ref))
    for (const reference of references.slice(0, CHECKED_WEBHOOKS))
      if (!announced.has(reference)) throw new Error(`payment ${reference} has no webhook`)
  })
}

function withDatabase<Result>(data: string, use: (db: Db) => Result): Result {
  const db = openDb(join(data, 'emulator.sqlite'))
  try {
    return use(db)
  } finally {
    db.close()
  }
}

/** Returns the rows of a two-column query as a map. */
const mapOf = <Key>(db: Db, sql: string) => new Map(db.prepare(sql).raw().all() as [Key, number][])

const readStock = (db: Db): Stock =>
  mapOf(db, `SELECT id, stock FROM products WHERE id <= ${ORDERED_PRODUCTS}`)
const stockOf = (data: string) => withDatabase(data, readStock)

/**
 * Checks that every acknowledged order exists exactly once, has lines, and that the stock matches.
 * @param data the emulator's data folder
 * @param stockBefore before the first order
 * @returns the number of orders with an idempotency key
 * @throws Error if the data is inconsistent
 */
function checkDatabase(data: string, acknowledged: Orders, stockBefore: Stock): number {
  return withDatabase(data, (db) => {
    const integrity = db.pragma('integrity_check', { simple: true })
    if (integrity !== 'ok') throw new Error(`the database is damaged: ${integrity}`)
    const keys = mapOf<string>(db, 'SELECT key, order_id FROM idempotency_keys')
    for (const [key, id] of acknowledged)
      if (keys.get(key) !== id)
        throw new Error(`order ${id} was acknowledged with key ${key} but does not exist`)
    const repeated = keys.size - new Set(keys.values()).size
    if (repeated > 0) throw new Error(`${repeated} orders have two keys`)
    const empty = db
      .prepare('SELECT id FROM orders WHERE id NOT IN (SELECT order_id FROM order_lines)')
      .pluck()
      .all()
    if (empty.length > 0) throw new Error(`${empty.length} orders have no lines`)
    const sold = mapOf<number>(
      db,
      'SELECT product_id, sum(quantity) FROM order_lines WHERE order_id IN (SELECT order_id FROM idempotency_keys) GROUP BY product_id',
    )
    const stock = readStock(db)
    for (const [id, before] of stockBefore) {
      const expected = before - (sold.get(id) ?? 0)
      if (stock.get(id) !== expected)
        throw new Error(`product ${id}: expected a stock of ${expected}, found ${stock.get(id)}`)
    }
    return keys.size
  })
}

const { rounds } = commandLine(
  'kill',
  'Kills the emulator with SIGKILL during orders, payments, resets and first starts, and checks that no acknowledged order or payment is lost.',
)
  .option(
    '--rounds <N>',
    'kills under orders; the slower kinds of kills run a quarter as often',
    parsePositiveInteger,
    200,
  )
  .parse()
  .opts()
const file = await buildEmulator()
await killUnderOrders(file, rounds)
await killDuringResets(file, Math.ceil(rounds / 4))
await killDuringFirstStart(file, Math.ceil(rounds / 4))
print('The stock is correct and the database is intact.')
