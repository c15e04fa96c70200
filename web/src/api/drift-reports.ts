import type { BrowserReport } from 'contracts/browser-report'
import { env } from '../config/env.ts'
import { readText, writeText } from '../platform/storage.ts'
import { stopStoring, takeResponses } from './responses-to-check.ts'

type Finding = BrowserReport['findings'][number]

/** Interval between checks in milliseconds. */
const INTERVAL_MS = 10_000

/** localStorage key of a random number from 0 to 100. It is stored so that the same browsers report across builds. */
const KEY = 'driftSample'

/**
 * Checks responses against their contracts in a percentage of browsers. Posts each violation once per visit, with endpoint,
 * rule, path and build, but without values. Loaded when the browser is idle, only in builds with VITE_DRIFT_REPORTS.
 */
export async function startDriftReports(): Promise<void> {
  if (!isSampled()) return stopStoring()
  const { rulesOf } = await import('./contract-check.ts')
  const reported = new Set<string>()
  const look = () => {
    const findings = takeResponses().flatMap(({ key, status, body }) =>
      rulesOf(key, status, body).filter((finding) => isNew(finding, reported)),
    )
    if (findings.length > 0) post(findings)
  }
  look()
  setInterval(look, INTERVAL_MS)
  addEventListener('pagehide', look)
}

function isSampled(): boolean {
  const stored = Number(readText(KEY) ?? Number.NaN)
  const number = stored >= 0 && stored < 100 ? stored : Math.random() * 100
  if (number !== stored) writeText(KEY, String(number))
  return number < env.driftReportsShare
}

function isNew({ call, rule, where }: Finding, reported: Set<string>): boolean {
  const key = `${call} ${rule} ${where}`
  if (reported.has(key)) return false
  reported.add(key)
  return true
}

/** Sends a report as text/plain, without credentials or referrer. */
function post(findings: Finding[]): void {
  const report: BrowserReport = { build: env.build.slice(0, 100), findings: findings.slice(0, 100) }
  fetch(env.driftReports, {
    method: 'POST',
    body: JSON.stringify(report),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => {
    // A lost report is harmless, because the next visit sends a new one.
  })
}
