import { createControlClient } from '../../src/control/client.ts'

const KEY = 'emulator_token'

/** Keeps the control token for the life of the tab. */
export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token)
}

/** The control API on the page's own origin, in the world that the cookie names. */
export const control: ReturnType<typeof createControlClient> = (key, ...input) =>
  createControlClient({ origin: '', token: sessionStorage.getItem(KEY) })(key, ...input)
