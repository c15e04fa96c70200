import type { StagingOptions } from '../../src/case.ts'
import type { Contracts } from '../../src/contracts.ts'
import type { PlanOptions } from '../plan.ts'
import type { Host, Progress } from './host.ts'
import type { HostAccess } from './host-access.ts'
import { createRedactor, type Redactor } from './redactor.ts'
import { registerCredentials } from './secrets.ts'
import { createSession, type SessionOptions } from './session.ts'

/** The requests of a run, its hosts and the pace. */
export type SendOptions = {
  contracts: Contracts
  target: HostAccess
  /** Emulator to which the same cases are sent, or null for no comparison. */
  emulator: HostAccess | null
  write?: boolean
  /** Settings for the account and order lifecycle, which may only be run on your own host. */
  staging?: StagingOptions | null
  only?: readonly string[] | null
  /** Minimum time between the starts of two requests to the target in milliseconds. */
  spacing?: number
  /** Response timeout in milliseconds. */
  timeout?: number
  /** Maximum total waiting time after 429 responses in milliseconds. */
  maxWaitMs?: number
  onProgress?: (event: Progress) => void
  /** Aborted to interrupt the run: written data is removed, and the report contains what was validated. */
  signal?: AbortSignal | undefined
}

/** A host, and which cases a run plans for it. */
export type PlannedHost = {
  host: Host
  planOptions: PlanOptions
  /** Creates a second host for --staging, which logs in to the accounts of the run only. */
  createStagingHost: () => Host
}

/** Default response timeout. */
export const RESPONSE_TIMEOUT_MS = 10_000
/** Response timeout for the emulator. It is long, because the emulator runs on the same machine. */
const EMULATOR_TIMEOUT_MS = 60_000

/**
 * Creates the target and the emulator of a run. Both share the redactor, which hides their secrets in the report. Sends
 * nothing.
 */
export function createHosts(options: SendOptions): {
  target: PlannedHost
  emulator: PlannedHost | null
  redactor: Redactor
} {
  const redactor = createRedactor()
  const target = createPlannedHost(options, options.target, redactor, true)
  return {
    target,
    emulator: options.emulator && createPlannedHost(options, options.emulator, redactor, false),
    redactor,
  }
}

/** Creates the target, or the emulator to which the same cases are sent for comparison. */
export function createPlannedHost(
  options: SendOptions,
  access: HostAccess,
  redactor: Redactor,
  isTarget: boolean,
): PlannedHost {
  const { write = false, only = null, timeout = RESPONSE_TIMEOUT_MS } = options
  const { pageOrigin = options.contracts.pageOrigin } = access
  const contracts = { ...options.contracts, pageOrigin }
  const limits = {
    spacing: isTarget ? (options.spacing ?? 0) : 0,
    timeout: Math.max(timeout, access.isEmulator ? EMULATOR_TIMEOUT_MS : 0),
    maxWaitMs: options.maxWaitMs ?? 90_000,
    onProgress: (event: Progress) => isTarget && options.onProgress?.(event),
    signal: options.signal,
  }
  const { email, password, token } = access.credentials ?? {}
  const includesLogin = Boolean(email && password && !token)
  const planOptions = {
    write,
    isEmulator: access.isEmulator,
    only,
    includesLogin,
    includesStaging: Boolean(options.staging),
  }
  return {
    // All cases may be sent to an emulator, because its data is disposable.
    host: createHost(contracts, access, redactor, { ...limits, write: write || access.isEmulator }),
    planOptions,
    createStagingHost: () => {
      const stagingOptions = { ...limits, write: true, isStaging: true }
      return createHost(contracts, { ...access, credentials: null }, redactor, stagingOptions)
    },
  }
}

export type HostSettings = Omit<SessionOptions, 'access' | 'contracts' | 'onWait' | 'isUndoing'> &
  Pick<Host, 'onProgress'> & { isStaging?: boolean }

export function createHost(
  contracts: Contracts,
  access: HostAccess,
  redactor: Redactor,
  options: HostSettings,
): Host {
  const { onProgress, isStaging = false, ...limits } = options
  const { email, password } = access.credentials ?? {}
  registerCredentials(access, redactor)
  const onWait = (ms: number) => onProgress({ kind: 'waiting', ms })
  const host: Host = {
    ...access,
    contracts,
    session: createSession({ ...limits, contracts, access, onWait, isUndoing: () => host.isUndoing }),
    redactor,
    values: { ...(email ? { email } : {}), ...(password ? { password } : {}) },
    results: [],
    isProviderConfirmed: false,
    isStaging,
    leftBehind: new Map(),
    signal: limits.signal,
    isUndoing: false,
    onProgress,
  }
  return host
}
