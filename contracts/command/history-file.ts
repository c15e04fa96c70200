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
import { basename, dirname, join } from 'node:path'
import {
  type Memory,
  type MemoryRecord,
  memoryOf,
  parseRecords,
  printRecord,
} from '../harness/memory/records.ts'
import { printable } from '../harness/report/printable.ts'
import { UsageError } from '../src/command-line.ts'
import { pathFromHere } from './report-files.ts'

/** Bytes after which a file is put aside: about 500 runs. */
export const MAX_BYTES = 1024 * 1024

/** Files that are kept beside the one that is written. */
const MAX_OLDER = 3

/**
 * Adds records to the history. A run is worth more than its line: where it cannot be written, a warning says so.
 * Two runs at once may write: every append is one write at the end of the file, and a file that is put aside keeps
 * what is still being written to it.
 */
export function recordHistory(records: readonly MemoryRecord[], place: string | null): void {
  if (place === null || records.length === 0) return
  const file = pathFromHere(place)
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

/** All records, the files that were put aside first. @throws UsageError when there are none */
export function readHistory(place: string): { memory: Memory; unreadable: number } {
  const file = pathFromHere(place)
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

/** Renames a file that is full, and removes the oldest beyond those that are kept. */
function archive(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size < MAX_BYTES) return
  const stamp = new Date().toISOString().replaceAll(':', '-')
  try {
    renameSync(file, file.replace(/(\.\w+)?$/, `-${stamp}-${process.pid}$1`))
  } catch (error) {
    // Another run has just done it.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  for (const each of olderFiles(file).slice(0, -MAX_OLDER)) rmSync(each, { force: true })
}

/** The files that were put aside, the oldest first: their names hold the time. */
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

/** False after half a line, as a run that was killed leaves it: the next record then begins a line of its own. */
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
