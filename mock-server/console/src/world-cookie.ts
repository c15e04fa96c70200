const COOKIE = 'emulator_world'
export const DEFAULT_WORLD = 'default'

/** Returns the world of this browser, for console and shop. */
export function readWorld(): string {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]+)`).exec(document.cookie)?.[1] ?? DEFAULT_WORLD
}

/** Selects another world for this browser's next requests. */
export function selectWorld(name: string): void {
  const age = name === DEFAULT_WORLD ? '; max-age=0' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser, and the emulator reads this.
  document.cookie = `${COOKIE}=${name}; path=/; samesite=lax${age}`
}
