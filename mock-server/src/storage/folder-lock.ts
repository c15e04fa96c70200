import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { StartError } from '../start-error.ts'
import { ensureFolder, refuseFile } from './data-folder.ts'
import { isDiskFull } from './database-failure.ts'
import { openDb } from './db.ts'
import { DB_FILE } from './db-file.ts'
import { explainDistrust, findPlantedFile, PRIVATE_FILE_MODE } from './private-files.ts'

/**
 * Locks a data folder, because two emulators on one database would undo each other's resets. The lock is a transaction
 * on a database that is never written, so that the operating system releases it even if the process is killed.
 * @throws StartError if another emulator has the lock, or the folder is not writable
 */
export function lockFolder(folder: string) {
  const isNew = !existsSync(folder)
  ensureFolder(folder)
  const planted = findPlantedFile(folder)
  if (planted !== null)
    throw new StartError(
      `${planted} ${explainDistrust(planted)}, so its content cannot be trusted; choose a different folder with --data.`,
    )
  const originFile = join(folder, 'in-use.txt')
  const lockFile = join(folder, 'lock.sqlite')
  try {
    writeFileSync(lockFile, '', { flag: 'a', mode: PRIVATE_FILE_MODE })
    const lock = new Database(lockFile, { timeout: 0 })
    lock.exec('BEGIN EXCLUSIVE')
    rmSync(originFile, { force: true })
    return {
      /** Stores this emulator's origin, which others show in their error message if they try to use the folder. */
      announce: (origin: string) =>
        writeFileSync(originFile, origin, { flag: 'wx', mode: PRIVATE_FILE_MODE }),
      release: () => {
        // A second release would unlock the folder of the next emulator.
        if (!lock.open) return
        rmSync(originFile, { force: true })
        lock.close()
        // A first start has failed, which leaves nothing behind.
        if (existsSync(join(folder, DB_FILE))) return
        rmSync(lockFile, { force: true })
        if (isNew && readdirSync(folder).length === 0) rmdirSync(folder)
      },
    }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code !== 'SQLITE_BUSY') throw new StartError(`${lockFile} cannot be locked (${message}); delete it.`)
    throw new StartError(
      `${folder} is in use by ${userOf(originFile)}; stop that one, choose a different folder with --data, or use --memory.`,
    )
  }
}

/**
 * Opens and closes the database of a data folder, so that a command can reject the folder before it builds anything.
 * @throws StartError with the message of a failed start
 */
export function checkFolder(folder: string): void {
  refuseFile(folder)
  const file = join(folder, DB_FILE)
  if (!existsSync(file)) return
  const lock = lockFolder(folder)
  try {
    openDb(file).close()
  } catch (error) {
    // The emulator explains a full disk when it starts.
    if (!isDiskFull(error)) throw error
  } finally {
    lock.release()
  }
}

function userOf(originFile: string): string {
  try {
    return `the emulator at ${readFileSync(originFile, 'utf8')}`
  } catch {
    return 'another emulator that is starting'
  }
}
