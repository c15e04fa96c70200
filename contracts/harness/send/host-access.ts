import type { Credentials } from './secrets.ts'

/** A host to validate: a live host, or an emulator that may provide a `fetch`. */
export type HostAccess = {
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

/** Returns which credentials a run had: `PROVIDER_TOKEN is set; PROVIDER_EMAIL and PROVIDER_PASSWORD are missing`. */
export function describeCredentials(credentials: HostAccess['credentials']): string {
  const { token, email, password } = credentials ?? {}
  const names = { PROVIDER_TOKEN: token, PROVIDER_EMAIL: email, PROVIDER_PASSWORD: password }
  const describe = (isSet: boolean, state: string) => {
    const matchingNames = Object.entries(names).flatMap(([name, value]) =>
      Boolean(value) === isSet ? name : [],
    )
    const last = matchingNames.pop()
    const list = matchingNames.length > 0 ? `${matchingNames.join(', ')} and ${last} are` : `${last} is`
    return last === undefined ? [] : `${list} ${state}`
  }
  return [describe(true, 'set'), describe(false, 'missing')].flat().join('; ')
}
