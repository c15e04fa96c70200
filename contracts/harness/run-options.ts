import type { RunProfile } from './memory/profile.ts'
import type { Memory } from './memory/records.ts'
import type { Contracts } from './plan/contracts.ts'
import type { Report } from './report/report.ts'
import type { StagingOptions } from './send/run-staging.ts'
import type { Side } from './send/session.ts'

export type RunOptions = {
  /** Default: the contracts of the bookshop's provider. */
  contracts?: Contracts
  target: Side
  /** Emulator that is sent the same cases. Null: no comparison. */
  emulator: Side | null
  write?: boolean
  /** Run the account and order lifecycle, on a host of your own. */
  staging?: StagingOptions | null
  only?: readonly string[] | null
  /** Send every read three times, not only those with an unexpected first response. */
  repeat?: boolean
  /** Milliseconds between requests to the target. */
  spacing?: number
  /** Response timeout in milliseconds. */
  timeout?: number
  /** Maximum total wait for 429 responses in milliseconds. */
  maxWaitMs?: number
  /** Accepted findings and response profiles. */
  memory?: Memory
  /** An earlier report of the same host, which provides the age of evidence. */
  previous?: Report | null
  failOnAdditive?: boolean
  /** Do not compare with profiles, but call `onLearned`. */
  learn?: boolean
  /** Receives the profiles of this run by endpoint, without those that have findings. */
  onLearned?: (run: Record<string, RunProfile>) => void
  now?: () => Date
  onProgress?: (event: Progress) => void
}

/** Progress of a run. */
export type Progress =
  | { kind: 'start'; cases: number }
  | { kind: 'asking'; name: string; title: string; done: number }
  /** Before each write. */
  | { kind: 'writing'; name: string; method: string; path: string; title: string; undoneBy: string }
  | { kind: 'waiting'; ms: number }
