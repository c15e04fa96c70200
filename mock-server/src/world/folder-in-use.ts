import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'

type Mark = { pid: number; origin: string }

/** Milliseconds within which a running emulator answers its health check. */
const HEALTH_TIMEOUT_MS = 1000

const markOf = (folder: string) => join(folder, 'in-use.json')

/**
 * Refuses a data folder on which another emulator is up: two on one database would undo each other's resets.
 * A mark that a killed one has left does not count, nor a process that only has its old number.
 */
export async function refuseFolderInUse(folder: string): Promise<void> {
  const mark = readMark(folder)
  if (mark === null || mark.pid === process.pid || !isAlive(mark.pid)) return
  const answer = await fetch(`${mark.origin}/__emulator/health`, {
    signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
  }).catch(() => null)
  if (!answer?.ok) return
  throw new StartError(
    `${folder} is in use by the emulator at ${mark.origin}; stop that one, or choose another folder with --data or none with --memory.`,
  )
}

/** Marks a folder as used by the emulator at an origin. @returns what takes the mark away */
export function markFolder(folder: string, origin: string): () => void {
  const mark: Mark = { pid: process.pid, origin }
  writeFileSync(markOf(folder), JSON.stringify(mark))
  return () => {
    if (readMark(folder)?.origin === origin) rmSync(markOf(folder), { force: true })
  }
}

function readMark(folder: string): Mark | null {
  try {
    return JSON.parse(readFileSync(markOf(folder), 'utf8')) as Mark
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
