import {
  appendFileSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import {
  type Memory,
  type MemoryRecord,
  memoryOf,
  parseRecords,
  printRecord,
} from '../harness/memory/records.ts'
import { printable } from '../harness/report/printable.ts'
import { UsageError } from '../src/command-line.ts'

/** Size in bytes at which a file is rotated. A file of this size contains about 500 runs. */
export const MAX_BYTES = 1024 * 1024

const MAX_OLDER = 3

/**
 * Appends records to the history. If writing fails, the run prints a warning and continues. Safe for concurrent runs:
 * each append is a single write to the end of the file, and renaming the file does not affect writes in progress.
 */
export function recordHistory(records: readonly MemoryRecord[], place: string | null): void {
  if (place === null || records.length === 0) return
  const file = resolve(place)
  try {
    mkdirSync(dirname(file), { recursive: true })
    archive(file)
    const lines = records.map(printRecord).join('')
    appendFileSync(file, endsInLine(file) ? lines : `\n${lines}`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    process.stderr.write(`${printable(`The history cannot be written to ${file} (${code}).`)}\n`)
  }
}

/**
 * Reads all records, rotated files first.
 * @throws UsageError if there are none
 */
export function readHistory(place: string): { memory: Memory; unreadable: number } {
  const file = resolve(place)
  const texts = [...olderFiles(file), file].flatMap((each) => {
    try {
      return [readFileSync(each, 'utf8')]
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') return []
      throw new UsageError(`${each} cannot be read (${code}).`)
    }
  })
  if (texts.length === 0)
    throw new UsageError(`There is no history at ${file}: no run has been recorded yet.`)
  const { records, unreadable } = parseRecords(texts.join('\n'))
  return { memory: memoryOf(records), unreadable: unreadable.length }
}

/** Rotates the file if it is full, and deletes the oldest rotated files. */
function archive(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size < MAX_BYTES) return
  const stamp = new Date().toISOString().replaceAll(':', '-')
  try {
    renameSync(file, file.replace(/(\.\w+)?$/, `-${stamp}-${process.pid}$1`))
  } catch (error) {
    // A concurrent run has already rotated the file.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  for (const each of olderFiles(file).slice(0, -MAX_OLDER)) rmSync(each, { force: true })
}

/** Returns the rotated files, oldest first. Their names contain the time of rotation. */
function olderFiles(file: string): string[] {
  const [stem = '', end = ''] = basename(file).split(/(\.\w+)$/)
  const isOlder = (name: string) =>
    name.startsWith(`${stem}-`) &&
    name.endsWith(end) &&
    /^-\d{4}-\d\d-\d\dT[\d.-]+Z-\d+$/.test(name.slice(stem.length, name.length - end.length))
  try {
    return readdirSync(dirname(file))
      .filter(isOlder)
      .sort()
      .map((name) => join(dirname(file), name))
  } catch {
    return []
  }
}

/**
 * Whether a file is missing, empty or ends with a line break. If not, a killed process has left an incomplete line,
 * and the next record must start on a new line.
 */
function endsInLine(file: string): boolean {
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch {
    return true
  }
  try {
    const { size } = fstatSync(handle)
    const last = Buffer.alloc(1)
    return size === 0 || (readSync(handle, last, 0, 1, size - 1) === 1 && last.toString() === '\n')
  } finally {
    closeSync(handle)
  }
}
