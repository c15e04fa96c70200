import { mergeFindings } from '../check/verdict.ts'
import { applyAccepted } from '../memory/accept.ts'
import type { Memory } from '../memory/records.ts'
import { isSelected } from '../plan/plan-cases.ts'
import type { Redactor } from '../send/redact.ts'
import { exitCodeOf } from './exit-code.ts'
import type { EndpointReport, Report, ReportedFinding } from './report.ts'
import { endpointRow, type Facts, imageRow, sum } from './report-rows.ts'

type ReportOptions = {
  only?: readonly string[] | null
  memory?: Memory
  failOnAdditive?: boolean
  requests: number
  ms: number
  leftBehind: readonly string[]
}

/** Builds the report with one row per endpoint, redacts it and applies the baseline. */
export function makeReport(facts: Facts, redactor: Redactor, options: ReportOptions): Report {
  const { contracts, host, now } = facts
  const { endpoints: declarations, images } = contracts
  const { target } = facts.options
  const only = options.only ?? null
  const rows = [
    ...Object.entries(declarations)
      .filter(([name, declared]) => isSelected(name, declared, only))
      .map(([name, declared]) => endpointRow(name, declared, facts)),
    ...images.filter(({ name }) => isSelected(name, null, only)).map(({ name }) => imageRow(name, facts)),
  ]
  const verified = rows.filter((row) => row.graded).length
  // Redacts before the baseline is applied, because baselines are created from redacted reports.
  const { endpoints, problems } = applyAccepted(
    rows.map((row) => redacted(host.kind === 'provider' ? row.report : notValidated(row.report), redactor)),
    options.memory?.accepted ?? [],
    now,
  )
  const report = { endpoints, baseline: problems }
  const exit = exitCodeOf(
    { ...report, verified },
    {
      isEmulator: target.isEmulator,
      failOnAdditive: options.failOnAdditive ?? false,
      host: redactor.value(host),
    },
  )
  return {
    target: target.origin,
    startedAt: now.toISOString(),
    host: host.kind,
    ...report,
    leftBehind: redactor.value([...options.leftBehind]),
    summary: {
      ...totalsOf(report.endpoints),
      verified,
      requests: options.requests,
      ms: options.ms,
      ...exit,
    },
  }
}

/** Returns the row of an endpoint on a host that cannot be validated. Evidence from earlier runs is kept. */
function notValidated(row: EndpointReport): EndpointReport {
  return { ...row, status: 'error', reason: 'not validated', findings: [], emulator: [], notes: [] }
}

/** Redacts texts that may come from the host. Names and paths come from the contracts, so they remain unchanged. */
function redacted(row: EndpointReport, redactor: Redactor): EndpointReport {
  const { findings, emulator, reason, notes } = row
  const texts = { findings, emulator, notes, ...(reason === undefined ? {} : { reason }) }
  const shown = redactor.value(texts)
  // Merges findings again, because different findings may be equal after redaction.
  return {
    ...row,
    ...shown,
    findings: mergeFindings(shown.findings),
    emulator: mergeFindings(shown.emulator),
  }
}

function totalsOf(endpoints: readonly EndpointReport[]) {
  const withStatus = (status: EndpointReport['status']) =>
    endpoints.filter((each) => each.status === status).length
  const findings = endpoints.flatMap((each) => each.findings)
  const ofClass = (name: ReportedFinding['class']) => findings.filter((each) => each.class === name).length
  return {
    endpoints: endpoints.length,
    pass: withStatus('pass'),
    drift: withStatus('drift'),
    skipped: withStatus('skipped'),
    error: withStatus('error'),
    breaking: ofClass('breaking'),
    behaviour: ofClass('behaviour'),
    additive: ofClass('additive'),
    accepted: sum(endpoints.map((each) => each.accepted.length)),
    emulator: sum(endpoints.map((each) => each.emulator.length)),
  }
}
