import type { Values } from '../../src/case.ts'
import type { Contracts } from '../../src/contracts.ts'
import type { CheckResult } from '../check-result.ts'
import type { HostAccess } from './host-access.ts'
import type { Redactor } from './redactor.ts'
import type { Session } from './session.ts'

/** A host during a run: its session, the values from its responses, and the results so far. */
export type Host = HostAccess & {
  contracts: Contracts
  session: Session
  redactor: Redactor
  values: Values
  results: CheckResult[]
  /**
   * Whether an endpoint that requires a token has shown that this is the provider, although its few public reads
   * fail.
   */
  isProviderConfirmed: boolean
  /** Whether the host is used for --staging, so that all its data belongs to this run. */
  isStaging: boolean
  /** Descriptions of the data that the run has written and not removed. */
  leftBehind: Map<string, string>
  /** Aborted by an interrupt. From then on, only the cases that remove written data are sent. */
  signal: AbortSignal | undefined
  /** Whether a case that removes written data is being sent. */
  isUndoing: boolean
  onProgress: (event: Progress) => void
}

export type Progress =
  | { kind: 'start'; cases: number }
  | { kind: 'sending'; name: string; title: string; done: number }
  /** Reported before each write. */
  | { kind: 'writing'; name: string; method: string; path: string; title: string; cleanup: string }
  | { kind: 'waiting'; ms: number }
