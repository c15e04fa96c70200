import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { StartError } from '../start-error.ts'
import { type Db, damageOf, ensureFolder, memoryDb } from '../world/db.ts'
import { createWorld, insert } from '../world/world.ts'
import { seedSources } from './seed-sources.ts'

/** Options that determine a seed. */
export type SeedFileOptions = {
  /** Number of products. Defaults to the number in the fixtures. */
  products?: number
  /** The same seed produces the same ids, tokens and codes; null makes them random. */
  seed?: string | null
  /** An ISO date at which the clock is frozen. */
  frozenAt?: string
  /** Called with the progress, from 0 to 1. */
  onProgress?: (done: number) => void
}

/** Returns the folder in which emulators without a data folder share seeds and generated images. */
export function embeddedFolder(): string {
  return join(tmpdir(), `kitabo-${process.getuid?.() ?? 'user'}`)
}

/**
 * Returns the path of a cached seed. Seeds are cached so that an embedded emulator starts in milliseconds and a reset can
 * restore the seed.
 */
function seedFile(data: string | null, options: SeedFileOptions): string {
  const folder = data ?? embeddedFolder()
  return join(folder, `seed-${seedKey(options)}.sqlite`)
}

/** Returns a hash of the catalogue, the schema, the code that writes a seed, and the options that affect it. */
function seedKey({ products, seed = null, frozenAt }: SeedFileOptions): string {
  return createHash('sha256')
    .update(JSON.stringify([seedSources(), products, seed, frozenAt]))
    .digest('hex')
    .slice(0, 16)
}

/**
 * Whether the seed for these options is cached. Ignores a damaged seed in a data folder, because a reset would restore it.
 */
export function hasSeed(data: string | null, options: SeedFileOptions): boolean {
  const file = seedFile(data, options)
  return existsSync(file) && (data === null || isWhole(file))
}

function isWhole(file: string): boolean {
  const db = new Database(file, { readonly: true })
  try {
    return damageOf(db) === null
  } finally {
    db.close()
  }
}

/** Returns the seeded database as bytes. */
export function readSeed(data: string | null, options: SeedFileOptions): Buffer {
  return readFileSync(seedFile(data, options))
}

/** Returns the size of the seeded database in bytes. */
export function seedSize(data: string | null, options: SeedFileOptions): number {
  return statSync(seedFile(data, options)).size
}

/**
 * Returns the options that a database was seeded with, for resets.
 * @throws StartError if its number of products differs from the requested one
 */
export function seedOptionsOf(file: string, db: Db, requested: SeedFileOptions): SeedFileOptions {
  const { n } = db.prepare('SELECT count(*) AS n FROM products').get() as { n: number }
  if (requested.products !== undefined && requested.products !== n) {
    db.close()
    throw new StartError(
      `${file} contains ${n} products, not ${requested.products}; start with --fresh to seed it again (your file is renamed to .old).`,
    )
  }
  const row = db.prepare("SELECT value FROM settings WHERE name = 'seeded_with'").get() as
    | { value: string }
    | undefined
  return { ...requested, ...(row ? (JSON.parse(row.value) as { products?: number }) : {}) }
}

/** Creates the seed: loads and validates the whole catalogue and writes it into a new database. */
export async function writeSeed(data: string | null, options: SeedFileOptions): Promise<void> {
  options.onProgress?.(0)
  // Imported here, because only a first start loads and validates the whole catalogue.
  const { seedWorld } = await import('./seed.ts')
  const world = createWorld({ db: memoryDb(), seed: options.seed ?? null })
  if (options.frozenAt !== undefined) {
    world.clock.freeze()
    world.clock.set(Date.parse(options.frozenAt))
  }
  await seedWorld(world, { products: options.products, onProgress: options.onProgress })
  insert(world, 'settings', { name: 'seeded_with', value: JSON.stringify({ products: options.products }) })
  const file = seedFile(data, options)
  const folder = join(file, '..')
  ensureFolder(folder)
  for (const name of readdirSync(folder))
    if (data !== null && /^seed-\w+\.sqlite$/.test(name)) rmSync(join(folder, name))
  writeFileSync(`${file}.${process.pid}`, world.db.serialize(), { mode: 0o600 })
  renameSync(`${file}.${process.pid}`, file)
  world.db.close()
}
