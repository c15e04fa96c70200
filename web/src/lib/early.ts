import { whenIdle } from './when-idle.ts'

/**
 * What the early front (src/early/front.ts) leaves for the app: it runs inside index.html, before any script has come,
 * and asks the API what the page in view will ask first.
 */
export type Early = {
  /** By absolute URL. Each is taken once. */
  answers: Record<string, Promise<Response>>
  /** Settles when the style sheets are there. */
  styles: Promise<unknown>
  /** Buttons that were pressed before the app was there, by their names; null once the app is there. */
  presses: string[] | null
  /** The name of the button or link on which the mouse is down. */
  held: string | null
}

const early = (): Early | undefined => (window as { early?: Early }).early

/**
 * `fetch`, but a call that the early front has made already gets that answer, once. A failure of that call is the
 * failure of this one.
 */
export const fetchOrEarly: typeof fetch = (input, init) => {
  const answers = early()?.answers
  const url = String(input)
  const answer = answers?.[url]
  if (!answers || !answer) return fetch(input, init)
  delete answers[url]
  return answer
}

/** Attributes of the picture that a page is waited for. The browser then tells when it is on the screen (Element Timing). */
export const FIRST_PICTURE = { fetchPriority: 'high', elementtiming: 'first' } as const

/** The data attribute of the document during its first load: cards below the first screen are not laid out. */
export const EARLY = 'early'

/** How long the first load lasts, in milliseconds from the app's first drawing. */
const FIRST_LOAD_MS = 3000

/** Ends the first load when its time is over and the browser is idle. @returns gives it up */
export function endFirstLoad(): () => void {
  const timer = setTimeout(
    () => whenIdle(() => delete document.documentElement.dataset[EARLY]),
    FIRST_LOAD_MS,
  )
  return () => clearTimeout(timer)
}

/** The media of style sheets that are fetched and do not apply yet. */
export const HELD_MEDIA = 'not all'

/** Lets the page's style sheets apply: in the moment in which what they are for comes onto the page. */
export function applyStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>(`link[media="${HELD_MEDIA}"]`))
    link.media = 'all'
}

/** Settles when the page's style sheets are there, or have failed; at once where nothing loads them early. */
export function stylesReady(): Promise<unknown> {
  return early()?.styles ?? Promise.resolve()
}

/** Whether an answer to this path of the API is there or on its way. */
export function hasEarlyAnswer(path: string): boolean {
  return Object.keys(early()?.answers ?? {}).some((url) => new URL(url).pathname.endsWith(path))
}

/** The name of the button or link on which the mouse is down, if it is. */
export function heldPress(): string | null {
  return early()?.held ?? null
}

/** The presses from before the app was there. From now on the app answers them itself. */
export function takeEarlyPresses(): string[] {
  const left = early()
  const presses = left?.presses ?? []
  if (left) left.presses = null
  return presses
}
