// Loads the page's scripts, style sheets and fonts after its main image is painted, so that they do not compete for
// bandwidth.
import type { EarlyInput } from './platform/early-input.ts'

/**
 * When to start with an unfinished document, in milliseconds. For one that was cut off or stalls, browsers fire no
 * DOMContentLoaded.
 */
const UNFINISHED_MS = 5000
/** When to stop waiting for the scripts, in milliseconds. */
const GIVE_UP_MS = 20_000
/** The time after which the style sheets that have loaded are applied, in milliseconds. */
const STYLES_TIMEOUT_MS = 4000
/** The time after DOMContentLoaded at which the app starts although nothing has been painted, in milliseconds. */
const START_TIMEOUT_MS = 900

let isStarted = false
function start(parsed: Promise<unknown>): void {
  if (isStarted) return
  isStarted = true
  // The links do nothing inside the template. Inserted, they load the files.
  const files = document.querySelector<HTMLTemplateElement>('#files')?.content ?? new DocumentFragment()
  const find = (attributes: string) => [...files.querySelectorAll<HTMLLinkElement>(`link${attributes}`)]
  const scripts = find('[rel=modulepreload]')
  // All sheets apply together, because the page's override the theme, and after the fonts: the rules of a font that is
  // still loading make browsers look up fallbacks for each size and weight, which doubles the time of the layout.
  const sheets = find('[as=style]')
  const fonts = document.documentElement.matches('.saves-data') ? [] : find('[as=font]')
  const loaded = [...sheets, ...fonts].map(
    (file) => new Promise((done) => Object.assign(file, { onload: done, onerror: done })),
  )
  document.head.append(...scripts, ...sheets, ...fonts)
  const timeout = new Promise((done) => setTimeout(done, STYLES_TIMEOUT_MS))
  void Promise.race([Promise.all(loaded), timeout]).then(() => {
    for (const sheet of sheets) sheet.rel = 'stylesheet'
  })
  void parsed.then(() => import(/* @vite-ignore */ scripts[0]?.href ?? '')).catch(giveUp)
}

/**
 * Called if the scripts fail to load or to start. The page is then as without JavaScript: links, forms and images work,
 * and buttons are hidden. The notice is created here, because the document may have ended before its body.
 */
function giveUp(error?: unknown): void {
  const { earlyInput } = window as unknown as { earlyInput: EarlyInput }
  const { taps } = earlyInput
  if (!taps) return
  earlyInput.taps = null
  document.documentElement.classList.remove('scripted', 'is-elsewhere')
  const notice = document.createElement('p')
  notice.className = 'not-loaded'
  notice.setAttribute('role', 'alert')
  notice.append("The shop didn't load completely. ")
  // A reload cannot help a browser that does not understand the scripts.
  if (!(error instanceof SyntaxError)) {
    const link = document.createElement('a')
    link.href = location.pathname + location.search
    link.textContent = 'Reload the page'
    notice.append(link)
  }
  ;(document.body ?? document.documentElement).append(notice)
  for (const control of taps) control.removeAttribute('aria-busy')
  // A link or search after a tap on a button has waited for the scripts (entry-inline.ts).
  const last = taps[taps.length - 1]
  if (last instanceof HTMLAnchorElement) last.click()
  else if (last?.matches('form[action]')) (last as HTMLFormElement).submit()
}

const isMain = (target: EventTarget | null) =>
  target instanceof HTMLImageElement && target.getAttribute('fetchpriority') === 'high'

export function loadApp(): void {
  setTimeout(giveUp, GIVE_UP_MS)
  /** The page's responses are at the end of the document, which may arrive later than its main image. */
  const parsed = new Promise<unknown>((done) => {
    document.addEventListener('DOMContentLoaded', done)
    setTimeout(() => {
      done(0)
      start(parsed)
    }, UNFINISHED_MS)
  })
  /** Starts after the next frame. Browsers call the observers then, even if a test has replaced timers and frames. */
  const startAfterPaint = () =>
    // The image may be loaded before the first paint.
    new IntersectionObserver(() =>
      new PerformanceObserver(() => start(parsed)).observe({ type: 'paint', buffered: true }),
    ).observe(document.documentElement)
  for (const type of ['load', 'error'])
    document.addEventListener(type, ({ target }) => isMain(target) && startAfterPaint(), true)
  document.addEventListener('DOMContentLoaded', () => {
    if (![...document.images].some((image) => isMain(image) && !image.complete)) startAfterPaint()
    setTimeout(start, START_TIMEOUT_MS, parsed)
  })
}
