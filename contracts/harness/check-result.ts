import type { ImageFolder } from '../src/contracts.ts'
import type { CaseRequest } from '../src/endpoint.ts'
import type { Finding } from '../src/schema/finding.ts'
import type { PlannedCase } from './plan.ts'
import type { HostResponse } from './send/request.ts'

/**
 * The result of a check (case, probe, relation or regression), with the last request that was sent for it and the
 * response. The reads that confirm a relation or regression count as requests of their cases. Stages of a run replace
 * results in `host.results`, and change none.
 */
export type CheckResult = Readonly<CheckResultFields>

type CheckResultFields = PlannedCase & {
  /**
   * `completed`: the check was made. Otherwise there is a reason and nothing is verified: `skipped` was not made or
   * has no result, and `error` could not be made, for example without a response.
   */
  state: 'completed' | 'skipped' | 'error'
  reason?: string
  /** Why there is no response. Undefined after a rate limit or for an untrusted certificate: the host did respond. */
  noResponse?: 'connection' | 'timeout' | undefined
  /** The error of `fetch`. */
  error?: unknown
  request?: CaseRequest
  /** Method that was sent. A preflight differs from its endpoint. */
  method?: string
  path?: string
  /** URL and time of the request, for reports. */
  url?: string
  at?: string
  /** The --staging account that sent the request. */
  account?: string
  /** Used only for comparisons and never included in output. */
  response?: HostResponse
  kind: 'case' | 'probe' | 'relation' | 'regression'
  findings: readonly Finding[]
  note?: string
  /** Whether a check could not be made, although the responses contain what it needs. The outcome counts these. */
  isLeftOut?: boolean
  curl: string
  requests: number
  ms: number
}

/** Returns the result of a check that has not been made. */
export function emptyResult({ name, endpoint, testCase, isUnreported }: PlannedCase): CheckResult {
  return {
    name,
    endpoint,
    testCase,
    isUnreported,
    kind: 'case',
    state: 'skipped',
    findings: [],
    curl: '',
    requests: 0,
    ms: 0,
  }
}

/** Returns the result of a check that could not be made, although the responses contain what it needs. */
export function leaveOut(result: CheckResult, reason: string): CheckResult {
  return { ...result, state: 'skipped', reason, findings: [], isLeftOut: true }
}

/** Returns the result of an image folder without requests. */
export function imageResult({ name, endpoint }: ImageFolder, reason: string): CheckResult {
  const testCase = { title: endpoint.summary, status: 200 }
  return { ...emptyResult({ name, endpoint, testCase, isUnreported: false }), reason }
}

/** Returns the Unix time of a request in milliseconds, or NaN if a recording lacks it. */
export function timeOf({ at }: Pick<CheckResult, 'at'>): number {
  return Date.parse(at ?? '')
}

/** Whether the image may be in a different folder. */
export function isMissingImage({ response }: CheckResult): boolean {
  return response?.status === 404 || response?.status === 410
}
