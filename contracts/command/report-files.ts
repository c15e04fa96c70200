import { fstatSync, statSync } from 'node:fs'
import { formatTerminal } from '../harness/report/format-terminal.ts'
import { FORMATTERS } from '../harness/report/formatters.ts'
import { Report } from '../harness/report/report.ts'
import { toPrintable } from '../src/command-line/printable.ts'
import { UserError } from '../src/command-line/user-error.ts'
import type { ReportFile } from './option-values.ts'
import { parseAs, readTextFile, writeText } from './text-files.ts'

/** @throws UserError if the file is missing or not a report */
export function readReport(file: string): Report {
  const text = readTextFile(file)
  return parseAs(file, 'a report of the contract command', text, (content) => Report.parse(content))
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

/** Whether a file is the standard output, such as /dev/stdout. */
function isStandardOutput(file: string): boolean {
  try {
    const [target, output] = [statSync(file), fstatSync(1)]
    return target.dev === output.dev && target.ino === output.ino
  } catch {
    return false
  }
}

/** Returns the stream for text: stderr if a report is written to stdout, so that a program can parse that report. */
export function chooseTextStream(reports: readonly ReportFile[]): NodeJS.WriteStream {
  return reports.some(({ file }) => isStandardOutput(file)) ? process.stderr : process.stdout
}

/**
 * Prints a report, or with `quiet` only its findings, and writes the requested report files. A file that cannot be
 * written is reported as a message; it changes neither the exit code nor the other files.
 */
export function writeReports(report: Report, reports: readonly ReportFile[] = [], quiet = false): void {
  chooseTextStream(reports).write(formatTerminal(report, quiet))
  for (const { file, format } of reports) {
    const content = FORMATTERS[format](report)
    try {
      if (isStandardOutput(file)) process.stdout.write(content)
      else writeText(file, content)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      process.stderr.write(`${toPrintable(error.message)}\n`)
    }
  }
}

export const REPORT_SUMMARY =
  'write the report as .json, .html, .md or .xml (JUnit), or FORMAT=FILE; repeatable'
