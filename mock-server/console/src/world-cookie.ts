const COOKIE = 'emulator_world'
export const DEFAULT_WORLD = 'default'

/** Returns this browser's world, which the console and the shop share. */
export function readWorld(): string {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]+)`).exec(document.cookie)?.[1] ?? DEFAULT_WORLD
}

/** Selects the world for this browser's requests. */
export function selectWorld(name: string): void {
  const age = name === DEFAULT_WORLD ? '; max-age=0' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API, and the emulator reads it.
  document.cookie = `${COOKIE}=${name}; path=/; samesite=lax${age}`
}
