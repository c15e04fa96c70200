import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { StartError } from './start-error.ts'

export type Db = Database.Database

/** Counts changes of schema.sql. A file of another version is refused, never guessed at. */
export const SCHEMA_VERSION = 3

const schema = readFileSync(new URL('./schema.sql', import.meta.url), 'utf8')

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
 * Makes a folder and those above it. trap: mkdir's own recursion never comes back from a place like /proc, where a
 * folder can be neither found nor made.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file`)
    return
  }
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

/** A database in memory: empty, or a copy of a serialised one (0.6 ms for a seed of 12 MB). */
export function memoryDb(copyOf?: Buffer): Db {
  return copyOf ? prepare(new Database(copyOf)) : createTables(prepare(new Database(':memory:')))
}

/** Makes a folder where there is none. Throws a StartError when nothing can be written there. */
export function askFolder(folder: string): void {
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
  askFolder(dirname(file))
  const isNew = !existsSync(file)
  try {
    const db = prepare(new Database(file))
    if (isNew) return { db: createTables(db), isNew }
    const version = db.pragma('user_version', { simple: true })
    if (version !== SCHEMA_VERSION) {
      db.close()
      throw new StartError(
        `${file} has schema ${version}, this emulator needs ${SCHEMA_VERSION}; start with --fresh to seed it anew (your file is kept beside it as .old).`,
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

/** Writes a whole database over a file, which appears complete or not at all, and opens it. */
export function replaceDbFile(file: string, bytes: Buffer): Db {
  writeFileSync(`${file}.new`, bytes)
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  renameSync(`${file}.new`, file)
  return openDb(file).db
}

/** Puts a database aside under `.old`, so that starting afresh loses nothing; an earlier `.old` goes. */
export function retireDb(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    rmSync(`${file}.old${suffix}`, { force: true })
    if (existsSync(file + suffix)) renameSync(file + suffix, `${file}.old${suffix}`)
  }
}
