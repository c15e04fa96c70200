/** Loads the page's scripts, style sheets and fonts after its main image is painted, so that they do not compete for bandwidth. */
import type { EarlyInput } from './platform/early-input.ts'

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
const parsed = new Promise<unknown>((done) => document.addEventListener('DOMContentLoaded', done))

/** Called if the scripts fail to load. Links, forms and images then work as without JavaScript. */
function giveUp(): void {
  document.documentElement.classList.remove('scripted', 'is-elsewhere')
  const { earlyInput } = window as unknown as { earlyInput: EarlyInput }
  for (const control of earlyInput.taps ?? []) control.ariaBusy = null
  earlyInput.taps = null
  document.getElementById('not-loaded')?.removeAttribute('hidden')
  document.querySelector('#not-loaded a')?.setAttribute('href', location.pathname + location.search)
}

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
