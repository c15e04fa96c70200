import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** Files contain customers' names, addresses and password hashes: only the emulator's user may read them. */
export const PRIVATE_FILE_MODE = 0o600
export const PRIVATE_FOLDER_MODE = 0o700
const WRITABLE_BY_OTHERS = 0o022

/** Returns why others could have written a file or folder; null if only this user can. Windows has no such modes. */
export function explainDistrust(path: string): string | null {
  const user = process.getuid?.()
  if (user === undefined) return null
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return 'is a link'
  if (stats.uid !== user) return 'belongs to another user'
  return (stats.mode & WRITABLE_BY_OTHERS) === 0 ? null : 'can be changed by other users'
}

const EMULATOR_FILE_NAME = /^(?:(?:emulator|seed-\w+|lock)\.sqlite|in-use\.txt$|images$)/

/**
 * Returns the first of the emulator's files that another user may have put into a folder that others can write to, such
 * as /tmp. Its content would be served. Null if there is none.
 */
export function findPlantedFile(folder: string): string | null {
  if ((statSync(folder).mode & WRITABLE_BY_OTHERS) === 0) return null
  const planted = readdirSync(folder).find(
    (name) => EMULATOR_FILE_NAME.test(name) && explainDistrust(join(folder, name)) !== null,
  )
  return planted === undefined ? null : join(folder, planted)
}

let temporaryFolder: string | null = null

/**
 * Returns the folder in which emulators without a data folder share seeds and generated images: the user's cache
 * folder. Trap: in a shared folder such as /tmp, another user could have created it and filled it with other content.
 * If the cache folder cannot be trusted, created or written, a new one is used until the process ends.
 */
export function cacheFolder(): string {
  const folder = join(userCache(), 'kitabo')
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE })
    accessSync(folder, constants.W_OK)
    if (explainDistrust(folder) === null) return folder
  } catch {
    // For example in a container without a home folder, or with one that cannot be written.
  }
  if (temporaryFolder === null) {
    const created = mkdtempSync(join(tmpdir(), 'kitabo-'))
    process.once('exit', () => rmSync(created, { recursive: true, force: true }))
    temporaryFolder = created
  }
  return temporaryFolder
}

function userCache(): string {
  const { XDG_CACHE_HOME = '', LOCALAPPDATA } = process.env
  if (isAbsolute(XDG_CACHE_HOME)) return XDG_CACHE_HOME
  if (process.platform === 'win32' && LOCALAPPDATA) return LOCALAPPDATA
  return join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache')
}

/** Renames the complete file, so that neither readers nor a power cut see a part of it, and no link is followed. */
export function writeWhole(file: string, bytes: Buffer): void {
  const draft = `${file}.${randomBytes(8).toString('hex')}.part`
  try {
    writeFileSync(draft, bytes, { flag: 'wx', mode: PRIVATE_FILE_MODE, flush: true })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Age of a draft that only a killed process can have left, in milliseconds. */
const MAX_DRAFT_AGE_MS = 60_000

/** Removes the drafts of `writeWhole` that killed processes left in a folder. */
export function removeAbandonedDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    const modifiedAt = name.endsWith('.part') && statSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (modifiedAt && Date.now() - modifiedAt > MAX_DRAFT_AGE_MS) rmSync(file, { force: true })
  }
}
