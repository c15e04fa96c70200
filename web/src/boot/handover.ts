import { whenIdle } from '../platform/when-idle.ts'

/** What the boot script (src/boot/boot.ts), which sends the page's first requests, hands over to the app. */
export type Early = {
  /** Responses by absolute URL. Each is used once. */
  responses: Record<string, Promise<Response>>
  /** Settles when the style sheets have loaded. */
  styles: Promise<unknown>
  /** Buttons tapped and forms submitted before the app has mounted, oldest first; null afterwards. */
  taps: HTMLElement[] | null
  /** A tapped link or form that leaves the page. It is delayed until the taps are replayed. */
  leave: HTMLElement | null
}

const early = (): Early | undefined => (window as { early?: Early }).early

/** Like `fetch`, but once per URL it returns the response or failure of a request that the boot script has sent. */
export const fetchOrEarly: typeof fetch = (input, init) => {
  const responses = early()?.responses
  const url = String(input)
  const response = responses?.[url]
  if (!responses || !response) return fetch(input, init)
  delete responses[url]
  return response
}

/** Attributes of a page's main image. The browser reports when it is painted (Element Timing). */
export const FIRST_IMAGE = { fetchPriority: 'high', elementtiming: 'first' } as const

/** Data attribute of the document during the first load. While it is set, cards below the fold are not laid out. */
export const EARLY = 'early'

/** Duration of the first load in milliseconds, from the app's first render. */
const FIRST_LOAD_MS = 3000

/** Ends the first load after its duration, when the browser is idle. @returns a function that cancels it */
export function endFirstLoad(): () => void {
  const timer = setTimeout(
    () => whenIdle(() => delete document.documentElement.dataset[EARLY]),
    FIRST_LOAD_MS,
  )
  return () => clearTimeout(timer)
}

/** The `media` value of style sheets that are loaded but do not apply yet. */
export const DEFERRED_MEDIA = 'not all'

/** Applies the deferred style sheets. Call it when the elements that they style are inserted. */
export function applyStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>(`link[media="${DEFERRED_MEDIA}"]`))
    link.media = 'all'
}

/** Settles when the page's style sheets have loaded or failed; immediately if the boot script loads none. */
export function stylesReady(): Promise<unknown> {
  return early()?.styles ?? Promise.resolve()
}

/** Returns the boot script's unused responses by URL. */
export function earlyResponses(): Early['responses'] {
  return early()?.responses ?? {}
}

/** Returns the button or link that is the target of an event. */
export function controlAt({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('#root button, #root a') : null
}

/** Ends the recording of taps; from now on, the app handles them. @returns the recorded taps, if they were recorded */
export function endRecording(): { taps: HTMLElement[]; leave: HTMLElement | null } | null {
  const left = early()
  if (!left?.taps) return null
  const { taps, leave } = left
  left.taps = null
  return { taps, leave }
}

/** Whether the page was opened by a URL or link, not by a reload or the back button. */
export function isFreshNavigation(): boolean {
  const [visit] = performance.getEntriesByType?.('navigation') ?? []
  return (visit as PerformanceNavigationTiming | undefined)?.type === 'navigate'
}
