import { resolve } from 'node:path'
import { z } from 'zod'
import { acceptFindings } from '../harness/memory/accept.ts'
import { summarizeHistory } from '../harness/memory/history-summary.ts'
import { type BrowserReports, printMemory } from '../harness/memory/records.ts'
import { count, EXIT } from '../harness/report/exit-code.ts'
import { printHistory, printHistoryHtml } from '../harness/report/print-history.ts'
import { printable } from '../harness/report/printable.ts'
import { parseText } from '../harness/send/request.ts'
import { BrowserReport } from '../src/browser-report.ts'
import { UsageError } from '../src/command-line.ts'
import { endpointKey } from '../src/endpoint.ts'
import { readHistory, recordHistory } from './history-file.ts'
import type { Options } from './options.ts'
import { readBaseline, readReport, readText, writeText } from './report-files.ts'

/** Accepts the findings in a report until a date. Without a date, adds the regressions to the response profiles. */
export function accept(file: string, { baseline, reason, owner, until, only, history }: Options): number {
  if (!reason || !owner || !baseline)
    throw new UsageError('contract accept requires --baseline FILE, --reason TEXT and --owner NAME.')
  const at = new Date().toISOString()
  if (until !== undefined && (!/^\d{4}-\d\d-\d\d$/.test(until) || Number.isNaN(Date.parse(until))))
    throw new UsageError(`--until must be a date like 2027-01-31, not "${until}".`)
  if (until !== undefined && until < at.slice(0, 10)) throw new UsageError(`--until ${until} has passed.`)
  const { memory, added } = acceptFindings(readBaseline(baseline, true), readReport(file), {
    reason,
    owner,
    until,
    only,
    at,
  })
  if (added.length === 0)
    throw new UsageError(
      until === undefined
        ? `${file} contains no regression against ${baseline}. To accept other findings, add --until YYYY-MM-DD.`
        : `${file} contains no finding to accept.`,
    )
  writeText(baseline, printMemory(memory))
  recordHistory(added, history)
  const limit = until === undefined ? '' : ` until ${until}`
  process.stdout.write(`${printable(`${count(added.length, 'finding')} accepted${limit} in ${baseline}`)}\n`)
  return 0
}

const Posted = BrowserReport.extend({ at: z.string().optional() })
type Posted = z.infer<typeof Posted>

/**
 * Adds browser reports to the history, counted by finding, build and day. A source is a file with one report per line,
 * or the URL of the reports that an emulator has received.
 */
export async function seen(sources: readonly string[], options: Options): Promise<number> {
  const names = new Map(
    Object.entries(options.contracts.endpoints).map(([name, declared]) => [
      endpointKey(declared) as string,
      name,
    ]),
  )
  const reports = (await Promise.all(sources.map(reportsOf))).flat()
  const counted = new Map<string, BrowserReports>()
  for (const { build, findings, at = new Date().toISOString() } of reports) {
    for (const { call, rule, where } of findings) {
      const endpoint = names.get(call)
      // Ignores reports about undeclared endpoints, because anyone can post to a public URL.
      if (endpoint === undefined) continue
      const key = JSON.stringify([endpoint, where, rule, build, at.slice(0, 10)])
      const known = counted.get(key)
      if (known) known.count++
      else counted.set(key, { kind: 'seen', at, endpoint, path: where, rule, build, count: 1 })
    }
  }
  const records = [...counted.values()]
  if (records.length === 0) throw new UsageError(`${sources.join(', ')}: no report contains a finding.`)
  recordHistory(records, options.history)
  for (const each of records)
    process.stdout.write(
      `${printable(`${count(each.count, 'time')}  ${each.endpoint} ${each.path} ${each.rule}; build ${each.build}`)}\n`,
    )
  process.stdout.write(`${count(reports.length, 'report')} added to the history\n`)
  return EXIT.kept
}

async function reportsOf(source: string): Promise<Posted[]> {
  if (/^https?:\/\//.test(source)) return fetchReports(source)
  const lines = readText(source)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.map((line, index) => {
    const read = Posted.safeParse(parseText(line).body)
    if (!read.success) throw new UsageError(`${source}: line ${index + 1} is not a browser report.`)
    return read.data
  })
}

async function fetchReports(url: string): Promise<Posted[]> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) })
    return z.object({ reports: z.array(Posted) }).parse(await response.json()).reports
  } catch {
    throw new UsageError(
      `${url} returned no reports. Is it the URL of an emulator, ending in /__emulator/seen?`,
    )
  }
}

/** Prints the history and saves it as an HTML page, by default next to the history file. */
export function history(options: Options): number {
  const { target, days, history: file, reports } = options
  if (file === null) throw new UsageError('contract history cannot be used with --history none.')
  const { memory, unreadable } = readHistory(file)
  const summary = summarizeHistory(memory, { now: new Date(), days, target })
  if (target !== null && summary.hosts.length === 0)
    throw new UsageError(`The history contains no run against ${target}.`)
  process.stdout.write(printHistory(summary))
  if (unreadable > 0) process.stdout.write(`${unreadable} lines of the history could not be read.\n`)
  const page = reports[0]?.file ?? resolve(file).replace(/(\.\w+)?$/, '.html')
  writeText(page, printHistoryHtml(summary))
  process.stdout.write(`${printable(page)}\n`)
  return EXIT.kept
}
