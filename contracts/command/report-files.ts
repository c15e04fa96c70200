import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Baseline } from '../harness/memory/baseline.ts'
import { NOTHING_OBSERVED, Observed } from '../harness/memory/observed.ts'
import { Report } from '../harness/report/report.ts'
import { UsageError } from './usage-error.ts'

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

/** @throws UsageError when the file is missing or no baseline */
export function readBaseline(file: string | undefined): Baseline {
  if (file === undefined) return { accepted: [] }
  return readAs(file, 'a baseline', (content) => Baseline.parse(content))
}

export function readBaselineOrEmpty(file: string): Baseline {
  return existsSync(pathFromHere(file)) ? readBaseline(file) : { accepted: [] }
}

/** What was observed so far; nothing when there is no file yet. @throws UsageError when it is something else */
export function readObserved(file: string | undefined): Observed {
  if (file === undefined || !existsSync(pathFromHere(file))) return NOTHING_OBSERVED
  return readAs(file, 'a file of observations', (content) => Observed.parse(content))
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
