import { createControlClient } from '../../src/control/client.ts'

const KEY = 'emulator_token'

export function storeToken(token: string): void {
  sessionStorage.setItem(KEY, token)
}

/** The client for the control API. The cookie selects the world. */
export const control: ReturnType<typeof createControlClient> = (key, ...input) =>
  createControlClient({ origin: '', token: sessionStorage.getItem(KEY) })(key, ...input)

const COOKIE = 'emulator_world'
const DEFAULT_WORLD = 'default'

/** Returns this browser's world, which the console and the shop share. */
export function readWorld(): string {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]+)`).exec(document.cookie)?.[1] ?? DEFAULT_WORLD
}

export function selectWorld(name: string): void {
  const age = name === DEFAULT_WORLD ? '; max-age=0' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API, and the emulator reads it.
  document.cookie = `${COOKIE}=${name}; path=/; samesite=lax${age}`
}
