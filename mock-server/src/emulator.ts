import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, createClient } from 'contracts/client'
import type { FastifyInstance } from 'fastify'
import { type ControlClient, createControlClient } from './control/client.ts'
import { type AppOptions, createApp } from './http/app.ts'
import { holdPort, listenError } from './http/listen.ts'
import { portlessFetch } from './http/portless-fetch.ts'
import { DEFAULT_PAYMENTS, type PaymentSettings } from './payments/webhooks.ts'
import { createPictures } from './resources/pictures.ts'
import {
  embeddedFolder,
  hasSeed,
  readSeed,
  type SeedFileOptions,
  seededWith,
  writeSeed,
} from './seed/seed-file.ts'
import { issueToken } from './world/access-tokens.ts'
import { type Db, ensureFolder, memoryDb, openDb, replaceDbFile, retireDb } from './world/db.ts'
import { demoCustomerId } from './world/demo-account.ts'
import { markFolder, refuseFolderInUse } from './world/folder-in-use.ts'
import type { Profile } from './world/world.ts'
import { createWorlds, type Worlds } from './world/worlds.ts'

export type EmulatorOptions = {
  /** A port to listen on; 0 takes a free one; without it nobody can reach it but this process, by `fetch`. */
  port?: number
  host?: string
  /** Folder of the database and the drawn pictures; without it everything lives in memory. */
  data?: string | null
  /** Sets the database of the folder aside, once the port is held, and seeds a new one. */
  fresh?: boolean
  profile?: Profile
  /** `GET /products/latest` without a limit answers the stock product's 10 instead of the shop's 90. */
  stockLimits?: boolean
  shop?: string | null
  /** Folder of the built console, served under /__emulator/; without it a plain page shows the outbox. */
  console?: string | null
  /** Where webhooks go, and under which hash. */
  payments?: Partial<PaymentSettings>
} & SeedFileOptions &
  Partial<
    Pick<AppOptions, 'checks' | 'strict' | 'throttle' | 'guard' | 'extend' | 'onBrokenAnswer' | 'onCall'>
  >

export type Emulator = {
  /** Where it listens, e.g. `http://127.0.0.1:49152`; without a port an address that only `fetch` understands. */
  origin: string
  /** Goes into this emulator in process, whatever origin the address names. */
  fetch: typeof fetch
  /** The provider's calls, as somebody with the given token or none. */
  client: (token?: string | null) => Client
  /** A good token of a customer; of the demo account when none is named. */
  tokenOf: (customerId?: number) => string
  /** The emulator's own powers. */
  control: ControlClient
  /** The same emulator seen from another world, forked from the seed when it is new. */
  inWorld: (name: string) => Pick<Emulator, 'fetch' | 'client' | 'control' | 'tokenOf'>
  worlds: Worlds
  app: FastifyInstance
  /** What the emulator found wrong with its own answers. */
  broken: string[]
  close: () => Promise<void>
}

/**
 * Starts the whole provider in this process: `const emulator = await createEmulator({ port: 0 })`.
 * Throws a StartError when the data folder or the port cannot be had.
 */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { data = null, seed = null, profile = '7.1' } = options
  const payments: PaymentSettings = { ...DEFAULT_PAYMENTS, ...options.payments }
  if (data !== null) await refuseFolderInUse(data)
  // The port is held before anything is set aside or seeded: a start that cannot listen changes nothing.
  const release = await holdPort(options)
  if (data !== null && options.fresh) retireDb(join(data, 'emulator.sqlite'))
  const worlds = createWorlds({
    ...(await openDefault(data, options).finally(release)),
    seed,
    profile,
    frozenAt: options.frozenAt,
    stockLimits: options.stockLimits,
  })
  const broken: string[] = []
  const app = await createApp({
    worlds,
    pictures: createPictures(join(data ?? embeddedFolder(), 'pictures')),
    shop: options.shop ?? null,
    console: options.console ?? null,
    payments,
    ...(options.checks ? { checks: options.checks } : {}),
    ...(options.strict ? { strict: options.strict } : {}),
    ...(options.throttle ? { throttle: options.throttle } : {}),
    ...(options.guard ? { guard: options.guard } : {}),
    ...(options.extend ? { extend: options.extend } : {}),
    ...(options.onCall ? { onCall: options.onCall } : {}),
    onBrokenAnswer: (key, faults) => {
      if (broken.length < MOST_BROKEN) broken.push(`${key}: ${faults.join('; ')}`)
      options.onBrokenAnswer?.(key, faults)
    },
  })
  let unmark = () => {}
  const close = async () => {
    // Calls that wait are answered; those still sending or reading after the grace period are cut off.
    worlds.endWaits()
    const cutOff = setTimeout(() => app.server.closeAllConnections(), STOP_GRACE)
    await app.close()
    clearTimeout(cutOff)
    worlds.close()
    unmark()
  }
  const origin = options.port === undefined ? 'http://localhost' : await listen(app, options, close)
  if (options.port === undefined) await app.ready()
  else if (data !== null) unmark = markFolder(data, origin)

  const seenFrom = (name: string | null): Pick<Emulator, 'fetch' | 'client' | 'control' | 'tokenOf'> => {
    const fetchInto = portlessFetch(app, name)
    return {
      fetch: fetchInto,
      client: (token = null) => createClient({ origin, fetch: fetchInto, token: () => token }),
      control: createControlClient({ origin, fetch: fetchInto }),
      tokenOf: (customerId) => {
        const world = name === null ? worlds.default : worlds.pick(name)
        if (!world) throw new Error('There are too many worlds; remove some.')
        return issueToken(world, customerId ?? demoCustomerId(world))
      },
    }
  }
  return { ...seenFrom(null), origin, worlds, app, broken, close, inWorld: (name) => seenFrom(name) }
}

/** Broken answers that are remembered. */
const MOST_BROKEN = 100
/** Milliseconds that calls in progress have to finish when the emulator stops. */
const STOP_GRACE = 1000

async function listen(
  app: FastifyInstance,
  options: EmulatorOptions,
  close: () => Promise<void>,
): Promise<string> {
  const { host = '127.0.0.1', port = 0 } = options
  try {
    await app.listen({ host, port })
  } catch (error) {
    await close()
    throw listenError(error, host, port)
  }
  const address = app.server.address()
  const taken = address !== null && typeof address === 'object' ? address.port : port
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`
}

/** The default world's database: from its file, seeded when new, or a copy of the seed in memory. */
async function openDefault(data: string | null, options: EmulatorOptions) {
  if (data === null) {
    if (!hasSeed(data, options)) await writeSeed(data, options)
    const seedBytes = () => readSeed(data, options)
    return { db: memoryDb(seedBytes()), seedBytes }
  }
  const file = join(data, 'emulator.sqlite')
  if (!existsSync(file)) {
    // The folder is asked before the work of seeding, and the database appears whole or not at all.
    ensureFolder(data)
    await writeSeed(data, options)
    const seedBytes = () => readSeed(data, options)
    replaceDbFile(file, seedBytes())
    return { db: openDb(file).db, seedBytes, reopen: reopenAt(file) }
  }
  const { db } = openDb(file)
  const seeded = seededWith(file, db, options)
  if (!hasSeed(data, seeded)) await writeSeed(data, seeded)
  return { db, seedBytes: () => readSeed(data, seeded), reopen: reopenAt(file) }
}

function reopenAt(file: string) {
  return (bytes: Buffer, current: Db, adopt: (db: Db) => void): void => {
    try {
      replaceDbFile(file, bytes, current)
    } finally {
      if (!current.open) adopt(openDb(file).db)
    }
  }
}
