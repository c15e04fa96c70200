import { createHash } from 'node:crypto'
import { z } from 'zod'
import { endpointsOf } from '../../src/contracts.ts'
import { joinKinds } from '../../src/schema/finding.ts'
import { isSelected } from '../plan.ts'
import type { Redactor } from '../send/redactor.ts'
import { applyAccepted, type Baseline, EMPTY_BASELINE } from './baseline.ts'
import { determineExit } from './exit-code.ts'
import type { EndpointReport, Report, ReportedFinding } from './report.ts'
import { isRecording, type RunResult, reportEndpoint, sum } from './rows.ts'

type ReportOptions = {
  only?: readonly string[] | null
  baseline?: Baseline
  failOnAdditive?: boolean
  leftBehind?: readonly string[]
  requests?: number
  /** Number of responses in a recording. */
  recorded?: number
  /** Number of bodies that are missing in a recording. */
  missingBodies?: number
  /** Version of the command. */
  version?: string
  rulesPage?: string
  ms: number
}

/** Builds the report with one row per endpoint, redacts it and applies the baseline. */
export function makeReport(result: RunResult, redactor: Redactor, options: ReportOptions): Report {
  const { contracts, state, now, access } = result
  const {
    only = null,
    baseline = EMPTY_BASELINE,
    failOnAdditive = false,
    leftBehind = [],
    requests = 0,
    recorded = 0,
    missingBodies = 0,
    version = '',
    rulesPage = 'docs/findings.md',
    ms,
  } = options
  const rows = Object.entries(endpointsOf(contracts))
    .filter(([name, endpoint]) => isSelected(name, endpoint, only))
    .map(([name, endpoint]) => reportEndpoint(name, endpoint, result))
  const verified = rows.filter(({ isVerified }) => isVerified).length
  // Redacts before the baseline is applied, because baselines are created from redacted reports.
  const { endpoints, problems } = applyAccepted(
    rows.map(({ report }) =>
      redactRow(state.kind === 'usable' ? report : toUnvalidatedRow(report, state.mayBeDrift), redactor),
    ),
    result.interruption ? [] : baseline.accepted,
    now,
    ({ endpoint, rule, path }) =>
      rows.some(({ report, hasChecked }) => report.name === endpoint && hasChecked(rule, path)),
  )
  // Browsers send the origin of the recorded page.
  const pageOrigin = isRecording(result) ? null : (access.pageOrigin ?? contracts.pageOrigin)
  const exit = determineExit(
    { endpoints, baseline: problems, verified, leftBehind },
    {
      isEmulator: access.isEmulator,
      failOnAdditive,
      state: redactor.redact(state),
      pageOrigin,
      interruption: result.interruption,
      missingBodies,
      emulatorFailure: redactor.redact(result.emulatorFailure),
    },
  )
  return {
    target: access.origin,
    startedAt: now.toISOString(),
    rulesPage,
    versions: { tool: version, contract: hashOf(contracts) },
    host: state.kind === 'usable' ? 'provider' : state.kind,
    endpoints,
    baseline: problems,
    leftBehind: redactor.redact([...leftBehind]),
    summary: { ...totalsOf(endpoints), verified, requests, recorded, ms, ...exit },
  }
}

/** Hashes by declared endpoints, because converting all schemas takes a tenth of a short run. */
const hashes = new WeakMap<RunResult['contracts']['endpoints'], string>()

/**
 * Returns a short hash of the declared endpoints, by which reports show whether the contracts have changed: their
 * names, methods, paths, authentication and responses, not their requests.
 */
function hashOf({ endpoints }: RunResult['contracts']): string {
  const cachedHash = hashes.get(endpoints)
  if (cachedHash !== undefined) return cachedHash
  const declared = Object.entries(endpoints).map(([name, { method, path, auth, responses }]) => {
    const schemas = Object.entries(responses).map(([status, schema]) => [
      status,
      z.toJSONSchema(schema, { unrepresentable: 'any' }),
    ])
    return [name, method, path, auth, schemas]
  })
  const hash = createHash('sha256').update(JSON.stringify(declared)).digest('hex').slice(0, 12)
  hashes.set(endpoints, hash)
  return hash
}

/**
 * Returns the row of an endpoint on a host that cannot be validated. Evidence from earlier runs is kept.
 * @param keepsFindings whether to keep the findings, because they may be drift of the provider
 */
function toUnvalidatedRow(row: EndpointReport, keepsFindings = false): EndpointReport {
  const findings = keepsFindings ? row.findings : []
  const nothing = { findings, assumptions: [], emulator: [], notes: [] }
  return { ...row, ...nothing, status: 'error', reason: 'not validated' }
}

/** Redacts texts that may come from the host. Names and paths come from the contracts, so they remain unchanged. */
function redactRow(row: EndpointReport, redactor: Redactor): EndpointReport {
  const { findings, assumptions, emulator, reason, notes } = row
  const texts = { findings, assumptions, emulator, notes, ...(reason === undefined ? {} : { reason }) }
  const redactedTexts = redactor.redact(texts)
  // Merges findings again, because different findings may be equal after redaction.
  return {
    ...row,
    ...redactedTexts,
    findings: mergeFindings(redactedTexts.findings),
    assumptions: mergeFindings(redactedTexts.assumptions),
    emulator: mergeFindings(redactedTexts.emulator),
  }
}

/** Merges equal findings from several cases for an endpoint. */
export function mergeFindings(findings: readonly ReportedFinding[]): ReportedFinding[] {
  const merged = new Map<string, ReportedFinding>()
  for (const finding of findings) {
    // Ignores the expected value: a 500 is one finding, even if one case expects 200 and another 401.
    const key = `${finding.rule} ${finding.where}`
    const earlier = merged.get(key)
    if (earlier) {
      earlier.count += finding.count
      earlier.actual = joinKinds(earlier.actual, finding.actual)
    } else merged.set(key, { ...finding })
  }
  const order = { breaking: 0, behaviour: 1, additive: 2 }
  return [...merged.values()].sort((a, b) => order[a.class] - order[b.class])
}

function totalsOf(endpoints: readonly EndpointReport[]) {
  const withStatus = (status: EndpointReport['status']) =>
    endpoints.filter((endpoint) => endpoint.status === status).length
  const findings = endpoints.flatMap((endpoint) => endpoint.findings)
  const ofClass = (name: ReportedFinding['class']) =>
    findings.filter((finding) => finding.class === name).length
  return {
    endpoints: endpoints.length,
    pass: withStatus('pass'),
    drift: withStatus('drift'),
    skipped: withStatus('skipped'),
    error: withStatus('error'),
    breaking: ofClass('breaking'),
    behaviour: ofClass('behaviour'),
    additive: ofClass('additive'),
    accepted: sum(endpoints.map(({ accepted }) => accepted.length)),
    emulator: sum(endpoints.map(({ emulator }) => emulator.length)),
  }
}
