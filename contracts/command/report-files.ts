import {
  chmodSync,
  chownSync,
  existsSync,
  fstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Baseline, EMPTY_BASELINE, parseBaseline, printBaseline } from '../harness/report/baseline.ts'
import { printTerminal } from '../harness/report/print-terminal.ts'
import { PRINTERS } from '../harness/report/printers.ts'
import { Report } from '../harness/report/report.ts'
import { printable } from '../src/printable.ts'
import { UserError } from '../src/user-error.ts'
import type { ReportFile } from './option-values.ts'

/** @throws UserError if the file is missing or not a report */
export function readReport(file: string): Report {
  return readAs(file, 'a report of the contract command', (content) => Report.parse(content))
}

/** Reads the earlier report that the new one will overwrite. Returns null if there is none, or for a pipe or device. */
export function readEarlierReport(file: string | undefined): Report | null {
  if (file === undefined || !statSync(file, { throwIfNoEntry: false })?.isFile()) return null
  try {
    return readReport(file)
  } catch {
    return null
  }
}

/**
 * Reads a baseline. Returns an empty one if no file is given.
 * @param mayBeMissing true if the command creates the file
 * @throws UserError if it is missing or invalid
 */
export function readBaseline(file: string | undefined, mayBeMissing = false): Baseline {
  if (file === undefined || (mayBeMissing && !existsSync(file))) return EMPTY_BASELINE
  if (!existsSync(file))
    throw new UserError(`${file} does not exist. Create it with --update-baseline 3, which sends three runs.`)
  const { baseline, unreadable } = parseBaseline(readReportText(file))
  if (unreadable.length > 0) throw new UserError(`${file}: line ${unreadable[0]} is not a baseline entry.`)
  return baseline
}

/** Age in milliseconds after which a lock is that of a killed process. Changing a baseline takes much less. */
const LOCK_MS = 10_000
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
    const content = printBaseline(change(readBaseline(file, true)))
    try {
      replaceFile(path, content)
    } catch (error) {
      throw notWritten(file, error)
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

/** Replaces the content of a file at once, so that a full disk leaves the earlier one. Keeps its mode and owner. */
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
    throw notWritten(file, error)
  }
  try {
    writeFileSync(lock, '', { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw notWritten(file, error)
    // If the lock was released meanwhile, it may already be that of another process.
    const found = statSync(lock, { throwIfNoEntry: false })
    if (found && Date.now() - found.mtimeMs > LOCK_MS) rmSync(lock, { force: true })
    return false
  }
}

const notWritten = (file: string, error: unknown) =>
  new UserError(`${file} cannot be written (${codeOf(error)}).`)

/** Returns the code of a failed access to a file, or what the code means if it is not clear. */
function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  return code === 'EISDIR' ? 'it is a folder' : String(code)
}

/** @throws UserError if the file cannot be written */
export function writeText(file: string, content: string): void {
  const path = resolve(file)
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  } catch (error) {
    throw notWritten(file, error)
  }
}

/** @throws UserError if the file cannot be read or is encoded as UTF-16 */
export function readReportText(file: string): string {
  let text: string
  try {
    const bytes = readFileSync(file)
    const mark = bytes.toString('hex', 0, 2)
    if (mark === 'fffe' || mark === 'feff') throw new UserError(`${file} is UTF-16; save it as UTF-8.`)
    text = bytes.toString('utf8')
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(`${file} cannot be read (${codeOf(error)}).`)
  }
  return text.replace(/^\ufeff/, '')
}

/**
 * Reads and parses a JSON file.
 * @param what the expected content, for the error message
 * @throws UserError with a one-sentence message if the file is missing or invalid
 */
export function readAs<T>(file: string, what: string, parse: (content: unknown) => T): T {
  return parseAs(file, what, readReportText(file), parse)
}

/** Contains nothing of the text, which may include secrets, unlike the message of the parser. */
function parseJson(file: string, what: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const { message } = error as Error
    throw new UserError(`${file} is not ${what}: ${explainSyntax(message, text)}.`)
  }
}

/** @param message of JSON.parse, such as "Unexpected token in JSON at position 18" */
function explainSyntax(message: string, text: string): string {
  if (/end of JSON|Unterminated/.test(message))
    return 'its JSON ends too early, so it was probably not exported completely'
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position === undefined) return 'it is not valid JSON'
  const lines = text.slice(0, Number(position)).split('\n')
  return `its JSON is invalid at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}

/** Parses the JSON of a file like `readAs`. */
export function parseAs<T>(file: string, what: string, text: string, parse: (content: unknown) => T): T {
  const content = parseJson(file, what, text)
  try {
    return parse(content)
  } catch (error) {
    const issue = (error as { issues?: { path: PropertyKey[]; message: string }[] }).issues?.[0]
    const where = issue ? ` at ${issue.path.join('.')}: ${issue.message}` : ''
    throw new UserError(`${file} is not ${what}${where}.`)
  }
}

/** Whether a file is the standard output, such as /dev/stdout. */
function isStandardOutput(file: string): boolean {
  try {
    const [given, output] = [statSync(file), fstatSync(1)]
    return given.dev === output.dev && given.ino === output.ino
  } catch {
    return false
  }
}

/** Returns the stream for text: stderr if a report is written to stdout, so that a program can parse that report. */
export function textStream(reports: readonly ReportFile[]): NodeJS.WriteStream {
  return reports.some(({ file }) => isStandardOutput(file)) ? process.stderr : process.stdout
}

/**
 * Prints a report, or with `quiet` only its findings, and writes the requested report files. A file that cannot be
 * written is reported as a message; it changes neither the exit code nor the other files.
 */
export function writeReports(report: Report, reports: readonly ReportFile[] = [], quiet = false): void {
  textStream(reports).write(printTerminal(report, quiet))
  for (const { file, format } of reports) {
    const content = PRINTERS[format](report)
    try {
      if (isStandardOutput(file)) process.stdout.write(content)
      else writeText(file, content)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      process.stderr.write(`${printable(error.message)}\n`)
    }
  }
}
