import type { RunProfile } from './memory/profile.ts'
import type { Memory } from './memory/records.ts'
import type { Contracts } from './plan/contracts.ts'
import type { Report } from './report/report.ts'
import type { StagingOptions } from './send/run-staging.ts'
import type { Side } from './send/session.ts'

export type RunOptions = {
  /** What the host is validated against; the contracts of the bookshop's provider when left out. */
  contracts?: Contracts
  target: Side
  /** The emulator that the same cases are sent to; null: check the target only. */
  emulator: Side | null
  write?: boolean
  /** Play the whole account and order life as well, on a host that is the caller's own. */
  staging?: StagingOptions | null
  only?: readonly string[] | null
  /** Ask every read three times, not only where the first answer was odd. */
  repeat?: boolean
  /** Milliseconds between requests to the target. */
  spacing?: number
  /** Milliseconds for one answer. */
  timeout?: number
  /** Milliseconds that all waits for 429 together may take. */
  maxWaitMs?: number
  /** Accepted findings, and the profiles that responses are compared with. */
  memory?: Memory
  /** An earlier report of the same host, for the age of evidence. */
  previous?: Report | null
  failOnAdditive?: boolean
  /** Compare with the contract only, and call `onLearned` for the memory. */
  learn?: boolean
  /** Gets the profiles of this run for the endpoints without a finding, by name. */
  onLearned?: (run: Record<string, RunProfile>) => void
  now?: () => Date
  onProgress?: (event: Progress) => void
}

/** What a run reports while it goes on. */
export type Progress =
  | { kind: 'start'; cases: number }
  | { kind: 'asking'; name: string; title: string; done: number }
  /** Before anything that writes. */
  | { kind: 'writing'; name: string; method: string; path: string; title: string; undoneBy: string }
  | { kind: 'waiting'; ms: number }
