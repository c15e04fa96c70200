import { acceptReport, BaselineEntry } from '../harness/baseline.ts'
import { isDeparture, moveMemory } from '../harness/move-memory.ts'
import { printable, printableJson } from '../harness/printable.ts'
import type { Report } from '../harness/report.ts'
import type { Options } from './options.ts'
import { readBaselineOrEmpty, readObserved, readReport, writeText } from './report-files.ts'
import { UsageError } from './usage-error.ts'

/** Takes departures into the memory, and writes a baseline entry for every other finding of a report. */
export function accept(file: string, options: Options): number {
  const { baseline, observed, reason, owner, until, only } = options
  if (!reason || !owner || !(observed || baseline) || (baseline && !until))
    throw new UsageError(
      'contract accept needs --reason TEXT, --owner NAME, and --baseline FILE with --until YYYY-MM-DD or --observed FILE.',
    )
  const report = readReport(file)
  if (baseline && until)
    acceptUntil(baseline, observed ? withoutDepartures(report) : report, file, { reason, owner, until, only })
  if (observed) {
    const on = new Date().toISOString().slice(0, 10)
    const result = moveMemory(readObserved(observed), report, { reason, owner, only, on })
    if (result.moved === 0) throw new UsageError(`${file} contains no deviation from what ${observed} holds.`)
    writeText(observed, printableJson(result.observed))
    process.stdout.write(`${printable(`${result.moved} taken into ${observed}`)}\n`)
  }
  return 0
}

function acceptUntil(
  baseline: string,
  report: Report,
  file: string,
  by: { reason: string; owner: string; until: string; only: readonly string[] | null },
): void {
  const { until } = by
  if (!BaselineEntry.shape.until.safeParse(until).success || Number.isNaN(Date.parse(until)))
    throw new UsageError(`--until must be a date like 2027-01-31, not "${until}".`)
  if (until < new Date().toISOString().slice(0, 10)) throw new UsageError(`--until ${until} has passed.`)
  const result = acceptReport(readBaselineOrEmpty(baseline), report, by)
  if (result.added === 0) throw new UsageError(`${file} has no finding to accept.`)
  writeText(baseline, printableJson(result.baseline))
  process.stdout.write(`${printable(`${result.added} accepted until ${until} in ${baseline}`)}\n`)
}

function withoutDepartures(report: Report): Report {
  const endpoints = report.endpoints.map((each) => ({
    ...each,
    findings: each.findings.filter((finding) => !isDeparture(finding)),
  }))
  return { ...report, endpoints }
}
