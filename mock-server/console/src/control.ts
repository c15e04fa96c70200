import { type ControlClient, createControlClient } from '../../src/control/client.ts'

const KEY = 'emulator_token'

/** The control token, kept by the tab; null where none was given. */
function readToken(): string | null {
  return sessionStorage.getItem(KEY)
}

export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token)
}

/** The control API on the page's own origin, in the world that the cookie names. */
export const control = ((key, ...input) =>
  createControlClient({ origin: '', token: readToken() })(key, ...input)) as ControlClient
