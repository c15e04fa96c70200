import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CATALOGUE_FILES } from 'fixtures/catalogue-file'
import { refreshProductJson } from '../resources/products.ts'
import { StartError } from '../start-error.ts'
import { ensureFolder } from '../storage/data-folder.ts'
import { type Db, openMemoryDb } from '../storage/db.ts'
import { cacheFolder, writeWhole } from '../storage/private-files.ts'
import { countRows, insert, selectAll, selectOne } from '../world/queries.ts'
import { createWorld } from '../world/world.ts'
import { hashTree } from './hash-tree.ts'
import type { SeedOptions } from './seed.ts'
import { seedSources } from './seed-sources.ts'

/** Seeds are cached so that an embedded emulator starts in milliseconds and a reset can restore the seed. */
export function seedFile(data: string | null, options: SeedOptions): string {
  const folder = data ?? cacheFolder()
  return join(folder, `seed-${seedKey(options)}.sqlite`)
}

/** Returns a hash of the catalogue, the schema, the code that writes a seed, and the options that affect it. */
function seedKey({ products, seed = null, frozenAt, catalogue }: SeedOptions): string {
  return createHash('sha256')
    .update(JSON.stringify([seedSources(), products, seed, frozenAt, hashCatalogue(catalogue)]))
    .digest('hex')
    .slice(0, 16)
}

/** Returns a hash of a catalogue's files; null for the built-in catalogue. @throws StartError if they cannot be read */
function hashCatalogue(folder: string | undefined): string | null {
  if (folder === undefined) return null
  try {
    return hashTree(
      folder,
      CATALOGUE_FILES.filter((name) => existsSync(join(folder, name))),
    )
  } catch (error) {
    throw new StartError(`The catalogue in ${folder} cannot be read (${(error as Error).message}).`)
  }
}

/** Length of the SHA-256 digest that follows the database in the file. */
const DIGEST_BYTES = 32
const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** Returns a seeded database; null if there is none, or its digest shows that it is damaged. */
export function readSeed(file: string): Buffer | null {
  if (!existsSync(file)) return null
  const bytes = readFileSync(file)
  const seed = bytes.subarray(0, -DIGEST_BYTES)
  return digestOf(seed).equals(bytes.subarray(-DIGEST_BYTES)) ? seed : null
}

/** Returns what a database is seeded with under these options, for its settings. */
function seededWith({ products, catalogue }: SeedOptions) {
  return { products, catalogue: hashCatalogue(catalogue), sources: seedSources() }
}

/**
 * Returns the options that a database was seeded with, for resets. Updates the stored JSON of products if the code that
 * writes it has changed since.
 * @throws StartError if its catalogue or number of products differs from the requested one
 */
export function openSeeded(file: string, db: Db, requested: SeedOptions): SeedOptions {
  const world = createWorld({ db })
  const n = countRows(world, 'products')
  const row = selectOne<{ value: string }>(world, "SELECT value FROM settings WHERE name = 'seeded_with'")
  const seeded: Partial<ReturnType<typeof seededWith>> = row ? JSON.parse(row.value) : {}
  const difference =
    requested.products !== undefined && requested.products !== n
      ? `contains ${n} products, not ${requested.products}`
      : hashCatalogue(requested.catalogue) === (seeded.catalogue ?? null)
        ? null
        : 'contains a different catalogue'
  if (difference !== null) {
    db.close()
    throw new StartError(
      `${file} ${difference}; start with --fresh to seed it again (your file is renamed to .old).`,
    )
  }
  const { products, ...settings } = requested
  const options = seeded.products === undefined ? settings : { ...settings, products: seeded.products }
  if (seeded.sources !== seedSources()) {
    world.transaction(() => {
      for (const { id } of selectAll<{ id: number }>(world, 'SELECT id FROM products'))
        refreshProductJson(world, id)
      insert(
        world,
        'settings',
        { name: 'seeded_with', value: JSON.stringify(seededWith(options)) },
        'replace',
      )
    })
  }
  return options
}

/** Age of a shared seed after which it is deleted, in milliseconds. */
const SEED_AGE_MS = 30 * 86_400_000

/** Seeds a database and stores it for later starts and resets. @returns the database */
export async function writeSeed(data: string | null, options: SeedOptions): Promise<Buffer> {
  options.onProgress?.(0)
  // Imported here, because only a first start loads and validates the whole catalogue.
  const { seedWorld } = await import('./seed.ts')
  const world = createWorld({ db: openMemoryDb(), seed: options.seed ?? null })
  if (options.frozenAt !== undefined) {
    world.clock.freeze()
    world.clock.set(Date.parse(options.frozenAt))
  }
  await seedWorld(world, options)
  insert(world, 'settings', { name: 'seeded_with', value: JSON.stringify(seededWith(options)) })
  const file = seedFile(data, options)
  const folder = join(file, '..')
  ensureFolder(folder)
  // A data folder has one seed; those that other emulators share are kept for a month. Another emulator may delete one
  // first. A killed process leaves a part of one.
  const isOutdated = (name: string) => {
    const modifiedAt = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    return data !== null || Date.now() - modifiedAt > SEED_AGE_MS
  }
  for (const name of readdirSync(folder))
    if (/^seed-\w+\.sqlite(\.\w+\.part)?$/.test(name) && isOutdated(name))
      rmSync(join(folder, name), { force: true })
  const bytes = world.db.serialize()
  world.db.close()
  writeWhole(file, Buffer.concat([bytes, digestOf(bytes)]))
  return bytes
}
