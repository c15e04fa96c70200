import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import type { Db } from './db.ts'
import { PRIVATE_FILE_MODE } from './private-files.ts'

export const DB_FILE = 'emulator.sqlite'

/**
 * Replaces a database file atomically.
 * @param current the open database of the file; closed once the new bytes are written to a temporary file
 * @throws the file system's error; the old database then stays in place
 */
export function replaceDbFile(file: string, bytes: Buffer, current?: Db): void {
  const written = `${file}.new`
  try {
    // A killed process may have left it. `wx` follows no link.
    rmSync(written, { force: true })
    writeFileSync(written, bytes, { mode: PRIVATE_FILE_MODE, flag: 'wx', flush: true })
    // Copies the log into the file before the log is deleted; otherwise a kill before the rename would lose its data.
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

/** Flushes the folder, so that a rename survives a power cut. Not every system supports this. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Renames a database to the first unused of `.old`, `.old-2` …. @returns the new name; null if there is none */
export function retireDb(file: string): string | null {
  if (!existsSync(file)) return null
  const names = [`${file}.old`]
  while (existsSync(names.at(-1) as string)) names.push(`${file}.old-${names.length + 1}`)
  const name = names.at(-1) as string
  mergeLog(file)
  moveDb(file, name)
  return name
}

/** Adds the log that a killed process left to its database, because two files cannot be renamed atomically. */
function mergeLog(file: string): void {
  if (!existsSync(`${file}-wal`)) return
  try {
    const db = new Database(file)
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.close()
  } catch {
    // A damaged database is renamed with its log.
  }
}

/** Renames a database with its log. */
export function moveDb(from: string, to: string): void {
  for (const suffix of ['-wal', '-shm', ''])
    if (existsSync(from + suffix)) renameSync(from + suffix, to + suffix)
}
