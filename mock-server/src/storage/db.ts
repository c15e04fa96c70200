import { accessSync, chmodSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { packagePath } from '../package-path.ts'
import { StartError } from '../start-error.ts'
import { ensureFolder } from './data-folder.ts'
import { isDiskFull, isReadOnly } from './database-failure.ts'
import { PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from './private-files.ts'

/** An interface, because the package's declarations cannot name the type. */
export interface Db extends Database.Database {}

/** Incremented with each change of schema.sql. Files with a different version are refused, not migrated. */
export const SCHEMA_VERSION = 6

/** SQLite's default page size. */
export const PAGE_BYTES = 4096

const schema = readFileSync(packagePath('assets/schema.sql'), 'utf8')

const STICKY_BIT = 0o1000

/**
 * Sets SQLite's options. synchronous = NORMAL passes each commit to the operating system before the response is sent,
 * so a killed process loses nothing (`npm run kill`). A power cut may lose the last commits, but never part of a
 * commit. FULL would wait for the disk on each order, to protect data that a reset can recreate.
 */
function configure(db: Db): Db {
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma('foreign_keys = ON')
  return db
}

const COPY_CACHE_KB = 64

/** Opens an in-memory database: empty, or a copy of a serialised one. */
export function openMemoryDb(copyOf?: Buffer): Db {
  const db = configure(copyOf ? new Database(copyOf) : new Database(':memory:'))
  if (copyOf) {
    // The pages are already in memory; the default cache would duplicate up to 2 MB per world.
    db.pragma(`cache_size = -${COPY_CACHE_KB}`)
    return db
  }
  db.exec(schema)
  db.pragma(`user_version = ${SCHEMA_VERSION}`)
  return db
}

/** @throws StartError if it is not writable, has a different schema, or is not a database */
export function openDb(file: string): Db {
  ensureFolder(dirname(file))
  try {
    accessSync(file, constants.W_OK)
    // SQLite gives its log the permissions of the database.
    for (const each of [file, `${file}-wal`, `${file}-shm`]) keepPrivate(each, PRIVATE_FILE_MODE)
    keepPrivate(dirname(file), PRIVATE_FOLDER_MODE)
    const db = configure(new Database(file))
    const version = db.pragma('user_version', { simple: true })
    if (version !== SCHEMA_VERSION) {
      db.close()
      throw new StartError(
        `${file} has schema ${version}, this emulator requires ${SCHEMA_VERSION}; start with --fresh to seed it again (your file is renamed to .old).`,
      )
    }
    const damage = damageOf(db)
    if (damage !== null) {
      db.close()
      throw new StartError(
        `${file} is damaged (${damage}); start with --fresh to seed a new one (your file is renamed to .old).`,
      )
    }
    return db
  } catch (error) {
    if (error instanceof StartError || isDiskFull(error)) throw error
    throw toOpenError(file, error as Error)
  }
}

/** Suggests a new database only if this one cannot be used, because `--fresh` takes its data out of use. */
export function toOpenError(file: string, error: Error): StartError {
  const advice = isReadOnly(error)
    ? 'grant this user write permission, or choose a different folder with --data'
    : 'start with --fresh to seed a new one'
  return new StartError(`${file} cannot be opened as a database (${error.message}); ${advice}.`)
}

/** Reads every page, which takes 6 ms for the default database. @returns a description, or null */
export function damageOf(db: Db): string | null {
  try {
    const found = String(db.pragma('quick_check(1)', { simple: true }))
    return found === 'ok' ? null : (found.split('\n').at(-1) as string)
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * Restricts a file or folder that an earlier version, or a user, created with wider permissions. Files of other
 * users and shared folders such as /tmp stay unchanged.
 */
function keepPrivate(file: string, mode: number): void {
  try {
    if (existsSync(file) && (statSync(file).mode & STICKY_BIT) === 0) chmodSync(file, mode)
  } catch {
    // Ignored: if the file is not accessible, SQLite reports it when opening the database.
  }
}
