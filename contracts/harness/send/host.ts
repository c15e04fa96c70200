import type { Values } from '../../src/case.ts'
import type { Contracts } from '../../src/contracts.ts'
import type { Exchange } from './exchange.ts'
import type { Redactor } from './redactor.ts'
import type { Credentials } from './secrets.ts'
import type { Session } from './session.ts'

/** A host to validate: a live host, or an emulator that may provide a `fetch`. */
export type HostConfig = {
  /** Scheme, host, port and an optional folder, without a trailing slash. */
  origin: string
  fetch?: typeof fetch
  credentials: Credentials
  /** Origin of the web pages that use the host. Defaults to the one in the contracts. */
  pageOrigin?: string
  /**
   * Whether the host is an emulator. An emulator may be sent every case, but its responses are not evidence about the
   * provider.
   */
  isEmulator: boolean
  /** Returns the one-time code sent to an e-mail address, or null. Used by --staging. */
  codeFor?: (email: string) => Promise<string | null>
}

/** A host during a run: its session, the values from its responses, and the exchanges so far. */
export type Host = HostConfig & {
  contracts: Contracts
  session: Session
  redactor: Redactor
  values: Values
  exchanges: Exchange[]
  /** Whether an endpoint that requires a token has shown that this is the provider, although its few public reads fail. */
  isProviderConfirmed: boolean
  /** Whether the host is used for --staging, so that all its data belongs to this run. */
  isStaging: boolean
  /** Descriptions of the data that the run has written and not removed. */
  leftBehind: Map<string, string>
  /** Aborted by an interrupt. From then on, only the cases that remove written data are sent. */
  signal: AbortSignal | undefined
  /** Whether such a case is being sent. */
  isUndoing: boolean
  onProgress: (event: Progress) => void
}

export type Progress =
  | { kind: 'start'; cases: number }
  | { kind: 'sending'; name: string; title: string; done: number }
  /** Reported before each write. */
  | { kind: 'writing'; name: string; method: string; path: string; title: string; cleanup: string }
  | { kind: 'waiting'; ms: number }

/** Thrown if the emulator fails, because a comparison without it would look like a difference that cannot be decided. */
export class EmulatorError extends Error {}

/** Returns which credentials a run had: `PROVIDER_TOKEN is set; PROVIDER_EMAIL and PROVIDER_PASSWORD are missing`. */
export function describeCredentials(credentials: HostConfig['credentials']): string {
  const { token, email, password } = credentials ?? {}
  const names = { PROVIDER_TOKEN: token, PROVIDER_EMAIL: email, PROVIDER_PASSWORD: password }
  const describe = (isSet: boolean, state: string) => {
    const found = Object.entries(names).flatMap(([name, value]) => (Boolean(value) === isSet ? name : []))
    const last = found.pop()
    const list = found.length > 0 ? `${found.join(', ')} and ${last} are` : `${last} is`
    return last === undefined ? [] : `${list} ${state}`
  }
  return [describe(true, 'set'), describe(false, 'missing')].flat().join('; ')
}
