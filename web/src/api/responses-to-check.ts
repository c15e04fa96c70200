export type KeptAnswer = { key: string; status: number; body: unknown }

/** Answers of a first load that are kept until the browser is idle; later ones come when there is room again. */
const MOST = 40

let kept: KeptAnswer[] | null = []

/** Keeps an answer, by reference, until it is checked. */
export function keepAnswer(key: string, status: number, body: unknown): void {
  if (kept && kept.length < MOST) kept.push({ key, status, body })
}

/** The answers kept so far; the list begins again. */
export function takeAnswers(): KeptAnswer[] {
  const taken = kept ?? []
  if (kept) kept = []
  return taken
}

/** Keeps no answers any more: this browser does not check them. */
export function stopKeeping(): void {
  kept = null
}
