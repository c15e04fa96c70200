/**
 * Repeatedly kills the emulator with SIGKILL at critical moments and checks its data after each kill. Migrations are
 * not tested, because the emulator rejects a database with a different schema instead of migrating it.
 */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDb } from 'mock-server/world/db'
import { orderPayload } from '../../contracts/cases/order-payload.ts'
import { send, tokenOf } from '../../web/e2e/shopper-actions.ts'
import { endProcess, spawnEmulator } from '../../web/e2e/start-emulator.ts'
import { buildEmulator } from '../build/build.ts'
import { commandLine, print, wholeNumber } from '../command.ts'
import { JSON_HEADERS, startBuilt } from './lab.ts'

const CONCURRENT_CUSTOMERS = 8
/** Maximum duration of the load before the kill, in milliseconds. */
const MAX_LOAD_MS = 250
/** Maximum time from the first start to the kill, in milliseconds. Seeding takes a second or two. */
const MAX_FIRST_START_MS = 2000

/** Maximum time to wait for a response before the last kill, in milliseconds. */
const MAX_PROOF_MS = 60_000

/** Requests to the control API that replace the entire database. */
const REPLACEMENTS: [path: string, body: object][] = [
  ['/snapshots', { name: 'kill' }],
  ['/reset', {}],
  ['/snapshots/restore', { name: 'kill' }],
]

/**
 * Kills the emulator under a load of orders, during resets and restores, and during its first start.
 * @param rounds number of kills under orders; the slower kinds of kills run a quarter as often
 * @throws Error if an acknowledged order is lost or duplicated, the stock is wrong, or the database is damaged
 */
async function killRepeatedly(rounds: number): Promise<void> {
  const file = await buildEmulator()
  await killUnderOrders(file, rounds)
  await killDuringResets(file, Math.ceil(rounds / 4))
  await killDuringFirstStart(file, Math.ceil(rounds / 4))
  print('The stock is correct and the database is intact.')
}

async function killUnderOrders(file: string, rounds: number): Promise<void> {
  const data = await seededFolder(file)
  const acknowledged = new Map<string, number>()
  raiseStock(data)
  const stockBefore = stockOf(data)
  for (let round = 1; round <= rounds; round++) {
    const emulator = await startBuilt(file, data)
    const { origin } = emulator
    const token = await tokenOf(origin)
    const productIds = [...stockBefore.keys()]
    const shop = () =>
      Promise.all(
        Array.from({ length: CONCURRENT_CUSTOMERS }, (_, customer) =>
          orderUntilGone({ origin, token, productIds, acknowledged, keyPrefix: `kill-${round}-${customer}` }),
        ),
      )
    await killDuring(emulator, MAX_LOAD_MS, shop, () => round < rounds || acknowledged.size > 0)
    const stored = checkDatabase(data, acknowledged, stockBefore)
    if (round % 20 === 0 || round === rounds)
      print(
        `  ${round} kills: ${acknowledged.size} orders acknowledged, ${stored} stored, none lost or duplicated`,
      )
  }
  if (acknowledged.size === 0) throw new Error('no order was acknowledged, so nothing was tested')
  rmSync(data, { recursive: true, force: true })
}

/** Kills the emulator during resets, restores and orders. Afterwards, the stock must match the remaining orders. */
async function killDuringResets(file: string, rounds: number): Promise<void> {
  const data = await seededFolder(file)
  const stockBefore = stockOf(data)
  let replacements = 0
  for (let round = 1; round <= rounds; round++) {
    const emulator = await startBuilt(file, data)
    const { origin } = emulator
    const token = await tokenOf(origin)
    const replaceUntilGone = async () => {
      try {
        for (;;)
          for (const [path, body] of REPLACEMENTS) {
            await send(origin, 'POST', `/__emulator${path}`, { body })
            replacements++
          }
      } catch {
        // The emulator was killed.
      }
    }
    const productIds = [...stockBefore.keys()]
    const load = {
      origin,
      token,
      productIds,
      acknowledged: new Map<string, number>(),
      keyPrefix: `kill-${round}`,
    }
    const work = () => Promise.all([replaceUntilGone(), orderUntilGone(load)])
    await killDuring(emulator, MAX_LOAD_MS, work, () => round < rounds || replacements > 0)
    checkDatabase(data, new Map(), stockBefore)
  }
  if (replacements === 0) throw new Error('no reset was acknowledged, so nothing was tested')
  print(
    `  ${rounds} kills during ${replacements} resets, snapshots and restores: each was applied completely or not at all`,
  )
  rmSync(data, { recursive: true, force: true })
}

async function killDuringFirstStart(file: string, rounds: number): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    const data = mkdtempSync(join(tmpdir(), 'kitabo-kill-'))
    await killDuring({ child: spawnEmulator({ program: [file], data }) }, MAX_FIRST_START_MS, async () => {})
    await killDuring(await startBuilt(file, data), 0, async () => {})
    const stock = stockOf(data)
    if (stock.size === 0) throw new Error('the shop is empty after a kill during seeding')
    checkDatabase(data, new Map(), stock)
    rmSync(data, { recursive: true, force: true })
  }
  print(`  ${rounds} kills during the first start: the next start has the complete catalogue`)
}

async function seededFolder(file: string): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'kitabo-kill-'))
  const { stop } = await startBuilt(file, data)
  await stop()
  return data
}

/**
 * Starts the given work, kills the emulator after a random time, and waits until both have ended.
 * @param hasProof condition that must hold before the kill, because the random time may be too short on a busy machine
 */
async function killDuring(
  { child }: { child: ChildProcess },
  maxMs: number,
  work: () => Promise<unknown>,
  hasProof = () => true,
): Promise<void> {
  const working = work()
  const latest = Date.now() + MAX_PROOF_MS
  do await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * maxMs))
  while (!hasProof() && Date.now() < latest)
  await endProcess(child, 'SIGKILL')
  await working
}

type Load = {
  origin: string
  token: string
  productIds: readonly number[]
  /** Ids of all acknowledged orders by idempotency key. */
  acknowledged: Map<string, number>
  keyPrefix: string
}

async function orderUntilGone({ origin, token, productIds, acknowledged, keyPrefix }: Load): Promise<void> {
  for (let n = 0; ; n++) {
    const key = `${keyPrefix}-${n}`
    try {
      const response = await fetch(`${origin}/api/v1/customer/order/place`, {
        method: 'POST',
        headers: { ...JSON_HEADERS, Authorization: `Bearer ${token}`, 'Idempotency-Key': key },
        body: JSON.stringify(orderPayload(productIds[n % productIds.length] as number)),
      })
      const body = (await response.json()) as { order_id: number }
      if (response.status === 200) acknowledged.set(key, body.order_id)
    } catch {
      return
    }
  }
}

function withDatabase<Result>(data: string, use: (db: Db) => Result): Result {
  const { db } = openDb(join(data, 'emulator.sqlite'))
  try {
    return use(db)
  } finally {
    db.close()
  }
}

/** Increases the stock of the first twenty products beyond what a run can sell. */
const raiseStock = (data: string) =>
  withDatabase(data, (db) => db.exec('UPDATE products SET stock = 1000000 WHERE id <= 20'))

const stockOf = (data: string) =>
  withDatabase(data, (db) => mapOf<number>(db, 'SELECT id, stock FROM products WHERE id <= 20'))

/** Returns the rows of a two-column query as a map. */
function mapOf<Key>(db: Db, sql: string): Map<Key, number> {
  return new Map(db.prepare(sql).raw().all() as [Key, number][])
}

/**
 * Checks that every acknowledged order exists exactly once, has lines, and that the stock matches.
 * @param data the emulator's data folder
 * @param acknowledged order ids by idempotency key
 * @param stockBefore stock before the first order, by product id
 * @returns the number of orders with an idempotency key
 * @throws Error if the data is inconsistent
 */
function checkDatabase(
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
    if (integrity !== 'ok') throw new Error(`the database is damaged: ${integrity}`)
    const keys = mapOf<string>(db, 'SELECT key, order_id FROM idempotency_keys')
    for (const [key, id] of acknowledged)
      if (keys.get(key) !== id)
        throw new Error(`order ${id} was acknowledged with key ${key} but does not exist`)
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

const { rounds } = commandLine(
  'kill',
  'Kills the emulator with SIGKILL during orders, resets and first starts, and checks that no acknowledged order is lost or duplicated.',
)
  .option('--rounds <N>', 'number of kills', wholeNumber, 200)
  .parse()
  .opts()
await killRepeatedly(rounds)
