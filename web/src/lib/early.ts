import type { FieldValue } from './control.ts'
import { whenIdle } from './when-idle.ts'

/** A recorded action: the control's selector, and the field's value or null for a tap or a submit. */
export type EarlyAction = [selector: string, value: FieldValue | null]

/**
 * The boot script's state (src/early/front.ts), which the app takes over: the script runs inside index.html and sends
 * the page's first requests.
 */
export type Early = {
  /** By absolute URL. Each is taken once. */
  answers: Record<string, Promise<Response>>
  /** Settles when the style sheets are there. */
  styles: Promise<unknown>
  /** What the shopper did before the app has mounted, oldest first; null from then on. */
  actions: EarlyAction[] | null
  /** The link or form that leaves the page, held back until the actions are repeated. */
  leave: HTMLElement | null
  /** The selector of the control that had the focus last. */
  focused: string | null
  /** The selector of the button or link on which the mouse is down. */
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

/** The responses that the boot script has requested and nothing has taken yet, by URL. */
export function earlyAnswers(): Early['answers'] {
  return early()?.answers ?? {}
}

/** The button or link of the page on which an event happens. */
export function controlAt({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('#root button, #root a') : null
}

/** Records further actions, before those that were recorded. */
export function addEarlyActions(actions: EarlyAction[]): void {
  early()?.actions?.unshift(...actions)
}

/** Ends the recording: from now on the app handles all events itself. @returns what was recorded */
export function endRecording(): Early | null {
  const left = early()
  if (!left?.actions) return null
  const recorded = { ...left }
  left.actions = null
  return recorded
}
