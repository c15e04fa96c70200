export type CachedResponse = { key: string; status: number; body: unknown }

/** Maximum number of responses stored until they are checked. Additional responses are skipped. */
const MAX_RESPONSES = 40

let stored: CachedResponse[] | null = []

/** Stores a response by reference until it is checked. */
export function rememberResponse(key: string, status: number, body: unknown): void {
  if (stored && stored.length < MAX_RESPONSES) stored.push({ key, status, body })
}

/** Returns the stored responses and clears the list. */
export function takeResponses(): CachedResponse[] {
  const taken = stored ?? []
  if (stored) stored = []
  return taken
}

/** Stops storing responses, because this browser does not check them. */
export function stopStoring(): void {
  stored = null
}
