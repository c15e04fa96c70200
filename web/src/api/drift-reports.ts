import type { SightingReport } from 'contracts/sighting'
import { env } from '../config/env.ts'
import { readText, writeText } from '../platform/storage.ts'
import { stopKeeping, takeAnswers } from './responses-to-check.ts'

type Finding = SightingReport['findings'][number]

/** Milliseconds between two looks at the answers. */
const INTERVAL_MS = 10_000

/** A number from 0 to 100 that a browser keeps: the same browsers are asked after a reload and a new build. */
const KEY = 'driftSample'

/**
 * Checks the answers of a share of browsers against their contracts and posts what broke them: call, rule, path and
 * build, each once a visit, no values. Loaded when the browser is idle, and only in builds with VITE_DRIFT_REPORTS.
 */
export async function startDriftReports(): Promise<void> {
  if (!isSampled()) return stopKeeping()
  const { rulesOf } = await import('./contract-check.ts')
  const reported = new Set<string>()
  const look = () => {
    const findings = takeAnswers().flatMap(({ key, status, body }) =>
      rulesOf(key, status, body).filter((finding) => isNew(finding, reported)),
    )
    if (findings.length > 0) post(findings)
  }
  look()
  setInterval(look, INTERVAL_MS)
  addEventListener('pagehide', look)
}

function isSampled(): boolean {
  const kept = Number(readText(KEY) ?? Number.NaN)
  const number = kept >= 0 && kept < 100 ? kept : Math.random() * 100
  if (number !== kept) writeText(KEY, String(number))
  return number < env.driftReportsShare
}

function isNew({ call, rule, where }: Finding, reported: Set<string>): boolean {
  const key = `${call} ${rule} ${where}`
  if (reported.has(key)) return false
  reported.add(key)
  return true
}

/** As text/plain, without credentials and without the page's address: nothing but the report arrives. */
function post(findings: Finding[]): void {
  const report: SightingReport = { build: env.build.slice(0, 100), findings: findings.slice(0, 100) }
  fetch(env.driftReports, {
    method: 'POST',
    body: JSON.stringify(report),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => {
    // A report that is lost does no harm: the next visit has another.
  })
}
