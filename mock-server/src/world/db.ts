import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { assetPath } from '../assets.ts'
import { StartError } from '../start-error.ts'

export type Db = Database.Database

/** Counts changes of schema.sql. A file of another version is refused, never converted. */
export const SCHEMA_VERSION = 3

const schema = readFileSync(assetPath('assets/schema.sql'), 'utf8')

/** Customers' names, addresses and password hashes: readable by the user of the emulator only. */
export const OWN_FILE = 0o600
const OWN_FOLDER = 0o700
const STICKY = 0o1000

/**
 * synchronous = NORMAL: a commit is in the operating system's hands before the call is answered, so a killed process
 * loses nothing (`npm run lab -- kill`). A power cut may lose the last commits, never part of one; FULL would wait for the
 * disk at each order to keep data that a reset can make again.
 */
function prepare(db: Db): Db {
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma('foreign_keys = ON')
  return db
}

function createTables(db: Db): Db {
  db.transaction(() => {
    db.exec(schema)
    db.pragma(`user_version = ${SCHEMA_VERSION}`)
  })()
  return db
}

/**
 * Makes a folder and those above it. trap: mkdir's own recursion never returns from a place like /proc, where a
 * folder can be neither found nor made.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file`)
    return
  }
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: OWN_FOLDER })
}

/** Kilobytes of a copy's pages that SQLite may hold once more while it works with them. */
const COPY_CACHE_KB = 64

/** A database in memory: empty, or a copy of a serialised one. */
export function memoryDb(copyOf?: Buffer): Db {
  const db = prepare(copyOf ? new Database(copyOf) : new Database(':memory:'))
  if (!copyOf) return createTables(db)
  // Its pages are in memory once: a cache of up to 2 MB of them for each world would hold them twice.
  db.pragma(`cache_size = -${COPY_CACHE_KB}`)
  return db
}

/** Makes a folder where there is none. Throws a StartError when nothing can be written there. */
export function ensureFolder(folder: string): void {
  try {
    makeFolder(folder)
    accessSync(folder, constants.W_OK)
  } catch {
    throw new StartError(
      `The data folder ${folder} cannot be written; choose another with --data, or give this user the right to write there.`,
    )
  }
}

/**
 * The database in a file, created when there is none.
 * Throws a StartError when the folder cannot be written or the file is of another schema or no database at all.
 */
export function openDb(file: string): { db: Db; isNew: boolean } {
  ensureFolder(dirname(file))
  const isNew = !existsSync(file)
  try {
    // SQLite gives its log the rights of the database.
    closeSync(openSync(file, 'a', OWN_FILE))
    for (const each of [file, `${file}-wal`, `${file}-shm`]) keepPrivate(each, OWN_FILE)
    keepPrivate(dirname(file), OWN_FOLDER)
    const db = prepare(new Database(file))
    if (isNew) return { db: createTables(db), isNew }
    const version = db.pragma('user_version', { simple: true })
    if (version !== SCHEMA_VERSION) {
      db.close()
      throw new StartError(
        `${file} has schema ${version}, this emulator needs ${SCHEMA_VERSION}; start with --fresh to seed it again (your file is kept beside it as .old).`,
      )
    }
    const damage = damageOf(db)
    if (damage !== null) {
      db.close()
      throw new StartError(
        `${file} is damaged (${damage}); start with --fresh to seed a new one (your file is kept beside it as .old).`,
      )
    }
    return { db, isNew }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `${file} cannot be opened as a database (${(error as Error).message}); start with --fresh to seed a new one.`,
    )
  }
}

/** Reads every page of a database once; the usual one takes 6 ms. @returns what is damaged in it, or null */
export function damageOf(db: Db): string | null {
  try {
    const found = String(db.pragma('quick_check(1)', { simple: true }))
    return found === 'ok' ? null : (found.split('\n').at(-1) as string)
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * A file or folder made by an earlier version, or by hand, may be open to others. That of another user stays as it is,
 * and so does a folder that others write into, such as /tmp.
 */
function keepPrivate(file: string, mode: number): void {
  try {
    if (existsSync(file) && (statSync(file).mode & STICKY) === 0) chmodSync(file, mode)
  } catch {
    // Whether it can be opened at all, SQLite says.
  }
}

/**
 * Writes a whole database over a file, which appears complete or not at all.
 * @param current the open database of the file; it is closed as soon as the new bytes are written beside it
 * @throws what the disk says, with the old database in its place
 */
export function replaceDbFile(file: string, bytes: Buffer, current?: Db): void {
  const written = `${file}.new`
  try {
    writeFileSync(written, bytes, { mode: OWN_FILE, flush: true })
    // What the log holds must be in the file before the log goes: else a kill in between would lose it.
    current?.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    rmSync(written, { force: true, recursive: true })
    throw error
  }
  current?.close()
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  renameSync(written, file)
  flushFolder(dirname(file))
}

/** A rename survives a power cut once its folder is flushed. Not every system can do this to a folder. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/**
 * Puts a database aside under the first free of `.old`, `.old-2`, `.old-3` …, so that starting afresh loses nothing.
 * @returns the name; null when there is no database
 */
export function retireDb(file: string): string | null {
  if (!existsSync(file)) return null
  const names = [`${file}.old`]
  while (existsSync(names.at(-1) as string)) names.push(`${file}.old-${names.length + 1}`)
  const name = names.at(-1) as string
  for (const suffix of ['-wal', '-shm', ''])
    if (existsSync(file + suffix)) renameSync(file + suffix, name + suffix)
  return name
}
