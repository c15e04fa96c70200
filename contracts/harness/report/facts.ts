import type { Contracts } from '../../src/contracts.ts'
import type { HostState } from '../check/host-state.ts'
import type { PlanOptions } from '../plan.ts'
import type { Exchange } from '../send/exchange.ts'
import type { HostConfig } from '../send/host.ts'
import type { Interruption } from './exit-code.ts'
import type { Report } from './report.ts'

/** The data from which the rows of a report are built. */
export type ReportFacts = {
  /** The exchanges with the host, and those with the emulator if both were compared. */
  targetExchanges: readonly Exchange[]
  emulatorExchanges: readonly Exchange[] | null
  state: HostState
  contracts: Contracts
  host: HostConfig
  /** Response profiles of earlier runs. */
  profiles: Readonly<Record<string, unknown>>
  /** The signal that interrupted the run, if any. */
  interruption: Interruption | null
  /** An earlier report for the same host, from which the age of evidence is computed. */
  previous: Report | null
  /** Null if a HAR file was validated. */
  plan: PlanOptions | null
  now: Date
}
