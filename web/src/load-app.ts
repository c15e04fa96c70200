/** Loads the page's scripts, style sheets and fonts after its main image is painted, so that they do not compete for bandwidth. */
import type { EarlyInput } from './platform/early-input.ts'

/**
 * When to start with an unfinished document, in milliseconds. For one that was cut off or stalls, browsers fire no
 * DOMContentLoaded.
 */
const UNFINISHED_MS = 5000
/** When to stop waiting for the scripts, in milliseconds. */
const GIVE_UP_MS = 20_000

let isStarted = false
function start(): void {
  if (isStarted) return
  isStarted = true
  // The links do nothing inside the template. Inserted, they load the files.
  const files = document.querySelector<HTMLTemplateElement>('#files')?.content ?? new DocumentFragment()
  const find = (attributes: string) => [...files.querySelectorAll<HTMLLinkElement>(`link${attributes}`)]
  const scripts = find('[rel=modulepreload]')
  // All sheets apply together, because the page's override the theme, and after the fonts: the rules of a font that is still
  // loading make browsers look up fallbacks for each size and weight, which doubles the time of the layout.
  const sheets = find('[as=style]')
  const fonts = document.documentElement.matches('.saves-data') ? [] : find('[as=font]')
  const loaded = [...sheets, ...fonts].map(
    (file) => new Promise((done) => Object.assign(file, { onload: done, onerror: done })),
  )
  document.head.append(...scripts, ...sheets, ...fonts)
  const timeout = new Promise((done) => setTimeout(done, 4000))
  void Promise.race([Promise.all(loaded), timeout]).then(() => {
    for (const sheet of sheets) sheet.rel = 'stylesheet'
  })
  void parsed.then(() => import(/* @vite-ignore */ scripts[0]?.href ?? '')).catch(giveUp)
}

/** The page's responses are at the end of the document, which may arrive later than its main image. */
const parsed = new Promise<unknown>((done) => {
  document.addEventListener('DOMContentLoaded', done)
  setTimeout(() => {
    done(0)
    start()
  }, UNFINISHED_MS)
})

/**
 * Called if the scripts fail to load or to start. Buttons then have no effect, which a notice says. Links, forms and images
 * work as without JavaScript. The notice is created here, because the document may have ended before its body.
 */
function giveUp(): void {
  const { earlyInput } = window as unknown as { earlyInput: EarlyInput }
  const { taps } = earlyInput
  if (!taps) return
  earlyInput.taps = null
  document.documentElement.classList.remove('scripted', 'is-elsewhere')
  const notice = document.createElement('p')
  notice.className = 'not-loaded'
  notice.role = 'alert'
  const link = document.createElement('a')
  link.href = location.pathname + location.search
  link.textContent = 'Reload the page'
  notice.append("The shop didn't load completely. ", link)
  ;(document.body ?? document.documentElement).append(notice)
  for (const control of taps) control.ariaBusy = null
  // A link or search after a tap on a button has waited for the scripts (entry-inline.ts).
  const last = taps.at(-1)
  if (last instanceof HTMLAnchorElement) last.click()
  else if (last?.matches('form[action]')) (last as HTMLFormElement).requestSubmit()
}
setTimeout(giveUp, GIVE_UP_MS)

const isMain = (target: EventTarget | null) =>
  target instanceof HTMLImageElement && target.fetchPriority === 'high'
/** Starts after the next frame. Browsers call the observers then, even if a test has replaced timers and frames. */
const startAfterPaint = () =>
  // The image may be loaded before the first paint.
  new IntersectionObserver(() =>
    new PerformanceObserver(start).observe({ type: 'paint', buffered: true }),
  ).observe(document.documentElement)
for (const type of ['load', 'error'])
  document.addEventListener(type, ({ target }) => isMain(target) && startAfterPaint(), true)
document.addEventListener('DOMContentLoaded', () => {
  if (![...document.images].some((image) => isMain(image) && !image.complete)) startAfterPaint()
  setTimeout(start, 900)
})
