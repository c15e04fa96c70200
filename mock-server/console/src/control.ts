import { createControlClient } from '../../src/control/client.ts'

const KEY = 'emulator_token'

/** Stores the control token for the tab. */
export function storeToken(token: string): void {
  sessionStorage.setItem(KEY, token)
}

/** The client for the control API. The cookie selects the world. */
export const control: ReturnType<typeof createControlClient> = (key, ...input) =>
  createControlClient({ origin: '', token: sessionStorage.getItem(KEY) })(key, ...input)
