import { acceptDeviations, isDeviation } from '../harness/memory/accept-deviations.ts'
import { acceptReport, BaselineEntry } from '../harness/memory/baseline.ts'
import { acceptancesOf } from '../harness/memory/history.ts'
import { printable, printableJson } from '../harness/report/printable.ts'
import type { Report } from '../harness/report/report.ts'
import { type HistoryPlace, recordHistory } from './history-file.ts'
import type { Options } from './options.ts'
import { readBaselineOrEmpty, readObserved, readReport, writeText } from './report-files.ts'
import { UsageError } from './usage-error.ts'

/** Takes deviations into the memory, and writes a baseline entry for every other finding of a report. */
export function accept(file: string, options: Options): number {
  const { baseline, observed, reason, owner, until, only } = options
  if (!reason || !owner || !(observed || baseline) || (baseline && !until))
    throw new UsageError(
      'contract accept needs --reason TEXT, --owner NAME, and --baseline FILE with --until YYYY-MM-DD or --observed FILE.',
    )
  const report = readReport(file)
  if (baseline && until)
    acceptUntil(
      baseline,
      observed ? withoutDeviations(report) : report,
      file,
      { reason, owner, until, only },
      options,
    )
  if (observed) {
    const on = new Date().toISOString().slice(0, 10)
    const result = acceptDeviations(readObserved(observed), report, { reason, owner, only, on })
    if (result.moved === 0) throw new UsageError(`${file} contains no deviation from what ${observed} holds.`)
    writeText(observed, printableJson(result.observed))
    const moved = result.observed.accepted.slice(-result.moved)
    recordHistory(acceptancesOf(moved, new Date().toISOString()), options)
    process.stdout.write(`${printable(`${result.moved} taken into ${observed}`)}\n`)
  }
  return 0
}

function acceptUntil(
  baseline: string,
  report: Report,
  file: string,
  by: { reason: string; owner: string; until: string; only: readonly string[] | null },
  place: HistoryPlace,
): void {
  const { until } = by
  if (!BaselineEntry.shape.until.safeParse(until).success || Number.isNaN(Date.parse(until)))
    throw new UsageError(`--until must be a date like 2027-01-31, not "${until}".`)
  if (until < new Date().toISOString().slice(0, 10)) throw new UsageError(`--until ${until} has passed.`)
  const result = acceptReport(readBaselineOrEmpty(baseline), report, by)
  if (result.added.length === 0) throw new UsageError(`${file} has no finding to accept.`)
  writeText(baseline, printableJson(result.baseline))
  recordHistory(acceptancesOf(result.added, new Date().toISOString()), place)
  process.stdout.write(`${printable(`${result.added.length} accepted until ${until} in ${baseline}`)}\n`)
}

function withoutDeviations(report: Report): Report {
  const endpoints = report.endpoints.map((each) => ({
    ...each,
    findings: each.findings.filter((finding) => !isDeviation(finding)),
  }))
  return { ...report, endpoints }
}
