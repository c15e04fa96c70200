import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { EMPTY_MEMORY, type Memory, memoryOf, parseRecords } from '../harness/memory/records.ts'
import { Report } from '../harness/report/report.ts'
import { UsageError } from '../src/command-line.ts'

/** Resolves a path from the folder in which the command was called. */
export function pathFromHere(file: string): string {
  return resolve(file)
}

/** @throws UsageError if the file is missing or not a report */
export function readReport(file: string): Report {
  return readAs(file, 'a report of the contract command', (content) => Report.parse(content))
}

/** Reads the earlier report that the new one replaces, or returns null. */
export function readEarlierReport(file: string | undefined): Report | null {
  if (file === undefined || !existsSync(pathFromHere(file))) return null
  try {
    return readReport(file)
  } catch {
    return null
  }
}

/**
 * Reads a baseline. It is empty without a file.
 * @param mayBeMissing whether the file is about to be written
 * @throws UsageError if it is missing or invalid
 */
export function readBaseline(file: string | undefined, mayBeMissing = false): Memory {
  if (file === undefined || (mayBeMissing && !existsSync(pathFromHere(file)))) return EMPTY_MEMORY
  const { records, unreadable } = parseRecords(readText(file))
  if (unreadable.length > 0) throw new UsageError(`${file} is not a baseline at line ${unreadable[0]}.`)
  return memoryOf(records)
}

/** @throws UsageError if the file cannot be written */
export function writeText(file: string, content: string): void {
  const path = pathFromHere(file)
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  } catch (error) {
    throw new UsageError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** @throws UsageError if the file cannot be read */
export function readText(file: string): string {
  try {
    return readFileSync(pathFromHere(file), 'utf8')
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/**
 * Reads a JSON file.
 * @throws UsageError with one sentence if it is missing or invalid
 */
export function readAs<T>(file: string, what: string, parse: (content: unknown) => T): T {
  const content = readText(file)
  try {
    return parse(JSON.parse(content))
  } catch (error) {
    const issue = (error as { issues?: { path: PropertyKey[]; message: string }[] }).issues?.[0]
    const where = issue ? ` at ${issue.path.join('.')}: ${issue.message}` : ''
    throw new UsageError(`${file} is not ${what}${where}.`)
  }
}
