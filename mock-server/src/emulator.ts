import { existsSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Client, createClient } from 'contracts/client'
import { explainOldNode } from 'contracts/command-line/old-node'
import type { FastifyInstance } from 'fastify'
import { type AppOptions, createApp } from './app.ts'
import { type ControlClient, createControlClient } from './control-api/client.ts'
import { checkOptions, type EmulatorOptions } from './emulator-options.ts'
import { type AccessOptions, resolveGuardOptions } from './http/access/guard-options.ts'
import { explainInvalidName } from './http/access/select-world.ts'
import { inProcessFetch } from './http/in-process-fetch.ts'
import { formatUrlHost } from './http/url-host.ts'
import { DEFAULT_PAYMENTS, type PaymentSettings } from './payments/payment-settings.ts'
import { changeExtensions, everyExtension, originalExtensions } from './provider/extensions.ts'
import { openSeeded, readSeed, seedFile, writeSeed } from './seed/seed-file.ts'
import { builtSite, checkBuilt } from './sites/built-site.ts'
import { PortTaken, StartError } from './start-error.ts'
import { databaseFailure } from './storage/database-failure.ts'
import { type Db, openDb, openMemoryDb } from './storage/db.ts'
import { DB_FILE, moveDb, replaceDbFile, retireDb } from './storage/db-file.ts'
import { lockFolder } from './storage/folder-lock.ts'
import { createImageFiles } from './storage/image-files.ts'
import { cacheFolder } from './storage/private-files.ts'
import { issueToken } from './world/access-tokens.ts'
import { type DemoAccount, demoAccount, demoCustomerId } from './world/demo-account.ts'
import { createWorlds, STORAGE_LIMIT_MESSAGE, type Worlds } from './world/worlds.ts'

export type { EmulatorOptions } from './emulator-options.ts'

export type Emulator = {
  /** The origin, for example `http://127.0.0.1:49152`. Without a port, only `fetch` accepts it. */
  origin: string
  /** Sends a request to this emulator in process, regardless of the URL's origin. */
  fetch: typeof fetch
  /** Returns a typed client for the provider's API, with the given token, or without a token. */
  client: (token?: string | null) => Client
  /** Returns a valid token for a customer, by default for the demo account. */
  tokenOf: (customerId?: number) => string
  /** The demo account; null if the catalogue has none. */
  demo: DemoAccount | null
  /** The typed client for the control API. */
  control: ControlClient
  /** The token that the control API requires from others; null if only this machine can connect. */
  token: string | null
  /** Returns this emulator's functions for a different world, which is forked from the seed if it is new. */
  inWorld: (name: string) => Pick<Emulator, 'fetch' | 'client' | 'control' | 'tokenOf'>
  worlds: Worlds
  app: FastifyInstance
  /** The first 100 responses that violated their contract, each shortened to 1,000 characters. */
  invalidResponses: string[]
  close: () => Promise<void>
}

/**
 * Starts an emulator in this process.
 * @throws StartError if Node is too old, an option is unknown or invalid, or the data folder, the port or a built page
 * is not available
 * @example
 * const emulator = await createEmulator({ port: 0 })
 */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const oldNode = explainOldNode('The emulator')
  if (oldNode !== null) throw new StartError(oldNode)
  checkOptions(options)
  const { data = null, seed = null, profile = '7.1', stock = false } = options
  const definedPayments = Object.entries(options.payments ?? {}).filter(([, value]) => value !== undefined)
  const payments: PaymentSettings = { ...DEFAULT_PAYMENTS, ...Object.fromEntries(definedPayments) }
  for (const what of ['shop', 'console'] as const) checkBuilt(builtSite(what, options[what]))
  // Validates the options before any file is locked or renamed.
  const guard = resolveGuardOptions(options)
  const { lock, opened } = await openData(data, options)
  const worlds = createWorlds({
    ...options,
    ...opened,
    seed,
    build: profile,
    extensionsOf: (build) =>
      changeExtensions(stock ? originalExtensions(build) : everyExtension(true), options.extensions),
  })
  const invalidResponses: string[] = []
  const app = await prepareApp({ ...options, worlds, payments, guard, invalidResponses }, data).catch(
    (error) => {
      worlds.close()
      lock?.release()
      throw error
    },
  )
  const close = async () => {
    await closeApp(app, worlds).finally(() => lock?.release())
  }
  const origin = options.port === undefined ? 'http://localhost' : await listen(app, options, close)
  if (options.port !== undefined)
    try {
      lock?.announce(origin)
    } catch (error) {
      await close()
      throw toStartError(error, data)
    }

  const clientsFor = createWorldClients(app, worlds, origin, guard.token)
  const demo = demoAccount(worlds.default)
  return {
    ...clientsFor(null),
    origin,
    token: guard.token,
    demo,
    worlds,
    app,
    invalidResponses,
    close,
    inWorld: clientsFor,
  }
}

/** Creates the app, and waits for the plugins of `extend`. @throws any error of these, and of the folder for images */
async function prepareApp(
  options: Omit<AppOptions, 'images'>,
  data: string | null,
): Promise<FastifyInstance> {
  const app = await createApp({
    ...options,
    images: createImageFiles(join(data ?? cacheFolder(), 'images')),
  })
  await app.ready()
  return app
}

/** Locks the data folder, and opens its database once the port is reserved, so that a failed start changes nothing. */
async function openData(data: string | null, options: EmulatorOptions) {
  const lock = data === null ? null : lockFolder(data)
  const failStart = (error: unknown) => {
    lock?.release()
    throw toStartError(error, data)
  }
  const release = await reservePort(options).catch(failStart)
  const opened = await openDefaultDb(data, options).finally(release).catch(failStart)
  return { lock, opened }
}

/** Responds to waiting requests, and aborts those that are still in progress after the grace period. */
async function closeApp(app: FastifyInstance, worlds: Worlds): Promise<void> {
  worlds.endWaits()
  const abortTimer = setTimeout(() => app.server.closeAllConnections(), STOP_GRACE_MS)
  try {
    await app.close()
  } finally {
    clearTimeout(abortTimer)
    worlds.close()
  }
}

type WorldClients = Pick<Emulator, 'fetch' | 'client' | 'control' | 'tokenOf'>

/** Creates the function behind `inWorld`, whose argument is the name of a world, or null for the default one. */
function createWorldClients(
  app: FastifyInstance,
  worlds: Worlds,
  origin: string,
  controlToken: string | null,
): (name: string | null) => WorldClients {
  return (name) => {
    const problem = name === null ? null : explainInvalidName(name)
    if (problem !== null) throw new Error(problem)
    // Requests cannot create a world if others can connect to the emulator, so it is created here.
    if (name !== null && controlToken !== null) worlds.findOrFork(name)
    const fetchInto = inProcessFetch(app, name)
    return {
      fetch: fetchInto,
      client: (token = null) => createClient({ origin, fetch: fetchInto, token: () => token }),
      control: createControlClient({ origin, fetch: fetchInto, token: controlToken }),
      tokenOf: (customerId) => {
        const world = name === null ? worlds.default : worlds.findOrFork(name)
        if (!world) throw new Error(STORAGE_LIMIT_MESSAGE)
        return issueToken(world, customerId ?? demoCustomerId(world))
      },
    }
  }
}

export async function loadDemoAccount(): Promise<DemoAccount | null> {
  const { loadCatalogue } = await import('fixtures/load')
  const [first] = loadCatalogue().customers
  return first ? { email: first.email, password: first.password } : null
}

/** Grace period for requests in progress when the emulator stops, in milliseconds. */
const STOP_GRACE_MS = 1000

/** Reserves a port, so that a start with a port in use changes nothing. @returns a function that releases it */
async function reservePort({ host = '127.0.0.1', port }: AccessOptions): Promise<() => Promise<void>> {
  if (!port) return async () => {}
  const holder = createServer((socket) => socket.destroy())
  await new Promise<void>((held, failed) => {
    holder.once('error', (error) => failed(listenError(error, host, port)))
    holder.listen({ host, port }, held)
  })
  return () => new Promise((released) => holder.close(() => released()))
}

/** Converts a listen error into a StartError; returns other errors unchanged. */
function listenError(error: unknown, host: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new PortTaken(port)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EACCES') {
    return new StartError(
      `Cannot listen on ${host}:${port} (${code}); set HOST and PORT to an address of this machine.`,
    )
  }
  return error
}

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
  const boundPort = address !== null && typeof address === 'object' ? address.port : port
  return `http://${formatUrlHost(host)}:${boundPort}`
}

/** Returns an error that explains a failing disk in one sentence, and others unchanged. */
function toStartError(error: unknown, data: string | null): unknown {
  const failure = databaseFailure(error)
  return failure ? new StartError(`${data ?? cacheFolder()}: ${failure.message.slice(2, -2)}`) : error
}

/**
 * Opens the default world's database, and seeds it if it is new.
 * @throws if this fails, after restoring the name of a renamed database and removing the seed from a new folder
 */
async function openDefaultDb(data: string | null, options: EmulatorOptions) {
  const file = data === null ? null : join(data, DB_FILE)
  const retired = file !== null && options.fresh ? retireDb(file) : null
  const isFirst = file !== null && retired === null && !existsSync(file)
  const db = file !== null && existsSync(file) ? openDb(file) : null
  const seeded = db && file !== null ? openSeeded(file, db, options) : options
  try {
    const cached = seedFile(data, seeded)
    const bytes = readSeed(cached) ?? (await writeSeed(data, seeded))
    if (file === null) return openSeedInMemory(bytes)
    // The database file is created atomically.
    if (db === null) replaceDbFile(file, bytes)
    const seed = { initialBytes: () => requireSeed(cached), initialSize: bytes.length }
    return { ...seed, db: db ?? openDb(file), reopen: reopenAt(file) }
  } catch (error) {
    if (file !== null && db === null)
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    if (file !== null && retired !== null) moveDb(retired, file)
    if (isFirst) rmSync(seedFile(data, seeded), { force: true })
    throw error
  }
}

/**
 * Keeps the seed, because the cache may be deleted at any time. Trap: inline, this closure would keep a large seed in
 * memory for a data folder too.
 */
const openSeedInMemory = (seed: Buffer) => ({
  initialBytes: () => seed,
  initialSize: seed.length,
  db: openMemoryDb(seed),
})

function requireSeed(file: string): Buffer {
  const bytes = readSeed(file)
  if (bytes === null) throw new Error(`${file} is missing or damaged; the next start replaces it.`)
  return bytes
}

function reopenAt(file: string) {
  return (bytes: Buffer, current: Db, adopt: (db: Db) => void): void => {
    try {
      replaceDbFile(file, bytes, current)
    } finally {
      if (!current.open) adopt(openDb(file))
    }
  }
}
