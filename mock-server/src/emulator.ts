import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, createClient } from 'contracts/client'
import type { FastifyInstance } from 'fastify'
import { type ControlClient, createControlClient } from './control/client.ts'
import { type AppOptions, createApp } from './http/app.ts'
import { holdPort, listenError } from './http/listen.ts'
import { portlessFetch } from './http/portless-fetch.ts'
import { builtConsole, builtShop, findPage } from './http/shop/built-page.ts'
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
import { type Db, memoryDb, openDb, replaceDbFile, retireDb } from './world/db.ts'
import { type DemoAccount, demoAccount, demoCustomerId } from './world/demo-account.ts'
import { lockFolder } from './world/folder-in-use.ts'
import type { Profile } from './world/profile.ts'
import { createWorlds, type Worlds } from './world/worlds.ts'

export type EmulatorOptions = {
  /** A port to listen on; 0 takes a free one; without it only this process reaches it, by `fetch`. */
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
  /** Folder of the built console, served under /__emulator/; without it a page says how to build it. */
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
  /** A client of the provider's calls, with the given token or none. */
  client: (token?: string | null) => Client
  /** A valid token of a customer; of the demo account when none is named. */
  tokenOf: (customerId?: number) => string
  /** The account of the demo customer; null in a catalogue without one. */
  demo: DemoAccount | null
  /** A client of the control API. */
  control: ControlClient
  /** The same emulator seen from another world, forked from the seed when it is new. */
  inWorld: (name: string) => Pick<Emulator, 'fetch' | 'client' | 'control' | 'tokenOf'>
  worlds: Worlds
  app: FastifyInstance
  /** Contract violations of the emulator's own answers. */
  broken: string[]
  close: () => Promise<void>
}

/**
 * Starts the whole provider in this process: `const emulator = await createEmulator({ port: 0 })`.
 * Throws a StartError when the data folder, the port or a built page is not available.
 */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { data = null, seed = null, profile = '7.1' } = options
  const payments: PaymentSettings = { ...DEFAULT_PAYMENTS, ...options.payments }
  for (const built of [builtShop(options.shop), builtConsole(options.console)]) if (built) findPage(built)
  const lock = data === null ? null : lockFolder(data)
  const unlockAnd = (error: unknown) => {
    lock?.release()
    throw error
  }
  // The port is held before anything is moved or seeded: a start that cannot listen changes nothing.
  const release = await holdPort(options).catch(unlockAnd)
  const opened = await openDefault(data, options).finally(release).catch(unlockAnd)
  const worlds = createWorlds({
    ...opened,
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
    onBrokenAnswer: (key, violations) => {
      if (broken.length < MAX_BROKEN) broken.push(`${key}: ${violations.join('; ')}`)
      options.onBrokenAnswer?.(key, violations)
    },
  })
  const close = async () => {
    // Calls that wait are answered; those still sending or reading after the grace period are cut off.
    worlds.endWaits()
    const cutOff = setTimeout(() => app.server.closeAllConnections(), STOP_GRACE_MS)
    await app.close()
    clearTimeout(cutOff)
    worlds.close()
    lock?.release()
  }
  const origin = options.port === undefined ? 'http://localhost' : await listen(app, options, close)
  if (options.port === undefined) await app.ready()
  else lock?.announce(origin)

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
  const demo = demoAccount(worlds.default)
  return { ...seenFrom(null), origin, demo, worlds, app, broken, close, inWorld: (name) => seenFrom(name) }
}

/** The demo account that the fixtures give to every emulator. */
export async function demoOfFixtures(): Promise<DemoAccount | null> {
  const { loadCatalogue } = await import('fixtures/load')
  const [first] = loadCatalogue().customers
  return first ? { email: first.email, password: first.password } : null
}

/** Answers that are remembered because they violate their contract. */
const MAX_BROKEN = 100
/** Milliseconds that calls in progress have to finish when the emulator stops. */
const STOP_GRACE_MS = 1000

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
  return `http://${reachable(host)}:${taken}`
}

/** A host as part of an address; for every address of the machine, the loopback one. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** The default world's database: from its file, seeded when new, or a copy of the seed in memory. */
async function openDefault(data: string | null, options: EmulatorOptions) {
  if (data === null) {
    if (!hasSeed(data, options)) await writeSeed(data, options)
    const seedBytes = () => readSeed(data, options)
    return { db: memoryDb(seedBytes()), seedBytes }
  }
  const file = join(data, 'emulator.sqlite')
  if (options.fresh) retireDb(file)
  if (!existsSync(file)) {
    // The database appears whole or not at all.
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
