import { whenIdle } from '../platform/when-idle.ts'

/**
 * The boot script's state (src/boot/boot.ts), which the app takes over: the script runs inside index.html and sends
 * the page's first requests.
 */
export type Early = {
  /** By absolute URL. Each is taken once. */
  answers: Record<string, Promise<Response>>
  /** Settles when the style sheets are there. */
  styles: Promise<unknown>
  /** Buttons and forms that were tapped or sent before the app has mounted, oldest first; null from then on. */
  taps: HTMLElement[] | null
  /** The link or form that leaves the page, held back until the taps are repeated. */
  leave: HTMLElement | null
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

/** The responses that the boot script has requested and nothing has taken yet, by URL. */
export function earlyAnswers(): Early['answers'] {
  return early()?.answers ?? {}
}

/** The button or link of the page on which an event happens. */
export function controlAt({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('#root button, #root a') : null
}

/** Ends the recording of taps: from now on the app handles them itself. @returns what was recorded, if anything recorded */
export function endRecording(): { taps: HTMLElement[]; leave: HTMLElement | null } | null {
  const left = early()
  if (!left?.taps) return null
  const { taps, leave } = left
  left.taps = null
  return { taps, leave }
}

/** Whether the page was opened by an address that was typed or followed, and not by a reload or a way back. */
export function isFreshNavigation(): boolean {
  const [visit] = performance.getEntriesByType?.('navigation') ?? []
  return (visit as PerformanceNavigationTiming | undefined)?.type === 'navigate'
}
