export type KeptAnswer = { key: string; status: number; body: unknown }

/** Number of responses stored until the browser is idle; further ones are skipped. */
const MOST = 40

let kept: KeptAnswer[] | null = []

/** Stores a response by reference until it is checked. */
export function keepAnswer(key: string, status: number, body: unknown): void {
  if (kept && kept.length < MOST) kept.push({ key, status, body })
}

/** Returns the stored responses and clears the list. */
export function takeAnswers(): KeptAnswer[] {
  const taken = kept ?? []
  if (kept) kept = []
  return taken
}

/** Stops storing responses, because this browser does not check them. */
export function stopKeeping(): void {
  kept = null
}
