import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { EMPTY_MEMORY, type Memory, memoryOf, parseRecords } from '../harness/memory/records.ts'
import { Report } from '../harness/report/report.ts'
import { UsageError } from '../src/command-line.ts'

/** A file as the caller names it, from the folder that the command runs in. */
export function pathFromHere(file: string): string {
  return resolve(file)
}

/** @throws UsageError when the file is missing or no report */
export function readReport(file: string): Report {
  return readAs(file, 'a report of the contract command', (content) => Report.parse(content))
}

/** An earlier report at the place where the new one goes, or null. */
export function readEarlierReport(file: string | undefined): Report | null {
  if (file === undefined || !existsSync(pathFromHere(file))) return null
  try {
    return readReport(file)
  } catch {
    return null
  }
}

/**
 * A baseline; empty where none is named.
 * @param mayBeMissing the file is about to be written
 * @throws UsageError when it is missing or something else
 */
export function readBaseline(file: string | undefined, mayBeMissing = false): Memory {
  if (file === undefined || (mayBeMissing && !existsSync(pathFromHere(file)))) return EMPTY_MEMORY
  const { records, unreadable } = parseRecords(readText(file))
  if (unreadable.length > 0) throw new UsageError(`${file} is not a baseline at line ${unreadable[0]}.`)
  return memoryOf(records)
}

/** @throws UsageError when it cannot be written */
export function writeText(file: string, content: string): void {
  const path = pathFromHere(file)
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  } catch (error) {
    throw new UsageError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** @throws UsageError when the file cannot be read */
export function readText(file: string): string {
  try {
    return readFileSync(pathFromHere(file), 'utf8')
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** Reads a JSON file. @throws UsageError with one sentence when it is missing or something else */
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
