import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Baseline, EMPTY_BASELINE, formatBaseline, parseBaseline } from '../harness/report/baseline.ts'
import { UserError } from '../src/command-line/user-error.ts'
import { readTextFile, writeError } from './text-files.ts'

/**
 * Reads a baseline. Returns an empty one if no file is given.
 * @param mayBeMissing true if the command creates the file
 * @throws UserError if it is missing or invalid
 */
export function readBaseline(file: string | undefined, mayBeMissing = false): Baseline {
  if (file === undefined || (mayBeMissing && !existsSync(file))) return EMPTY_BASELINE
  if (!existsSync(file))
    throw new UserError(`${file} does not exist. Create it with --update-baseline 3, which sends three runs.`)
  const { baseline, unreadable } = parseBaseline(readTextFile(file))
  if (unreadable.length > 0) throw new UserError(`${file}: line ${unreadable[0]} is not a baseline entry.`)
  return baseline
}

/** Age in milliseconds after which a lock is that of a killed process. Changing a baseline takes much less. */
const STALE_LOCK_MS = 10_000
const LOCK_POLL_MS = 20

/**
 * Changes a baseline. Runs at the same time wait for each other, so that none overwrites the changes of another.
 * @throws UserError if the file is invalid or cannot be written
 */
export function updateBaseline(file: string, change: (baseline: Baseline) => Baseline): void {
  const path = resolveLinks(resolve(file))
  const lock = `${path}.lock`
  while (!tryLock(file, lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_POLL_MS)
  try {
    const content = formatBaseline(change(readBaseline(file, true)))
    try {
      replaceFile(path, content)
    } catch (error) {
      throw writeError(file, error)
    }
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Maximum number of symbolic links that are followed, as in Linux. */
const MAX_LINKS = 40

/** Returns the file to which symbolic links lead. It may be missing. */
function resolveLinks(path: string): string {
  let file = path
  for (let links = 0; links < MAX_LINKS; links++) {
    try {
      file = resolve(dirname(file), readlinkSync(file))
    } catch {
      return file
    }
  }
  return file
}

/** Replaces the content of a file in one step, so that a full disk leaves the earlier one. Keeps its mode and owner. */
function replaceFile(path: string, content: string): void {
  const draft = `${path}.${process.pid}`
  const earlier = statSync(path, { throwIfNoEntry: false })
  try {
    writeFileSync(draft, content)
    if (earlier) {
      chmodSync(draft, earlier.mode)
      const { uid, gid } = statSync(draft)
      if (uid !== earlier.uid || gid !== earlier.gid) chownSync(draft, earlier.uid, earlier.gid)
    }
    renameSync(draft, path)
  } catch (error) {
    // Only root may give a file to a different owner. Writing to the file itself keeps its owner.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
    writeFileSync(path, content)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Creates the lock of a baseline, unless another process has it. @throws UserError if it cannot be created */
function tryLock(file: string, lock: string): boolean {
  try {
    mkdirSync(dirname(lock), { recursive: true })
  } catch (error) {
    throw writeError(file, error)
  }
  try {
    writeFileSync(lock, '', { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw writeError(file, error)
    // If the lock was released meanwhile, it may already be that of another process.
    const existingLock = statSync(lock, { throwIfNoEntry: false })
    // The clock of a network drive may be ahead, so a lock of the future counts as well.
    if (existingLock && Math.abs(Date.now() - existingLock.mtimeMs) > STALE_LOCK_MS)
      rmSync(lock, { force: true })
    return false
  }
}
