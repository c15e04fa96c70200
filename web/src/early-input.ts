/** The only inline script. Runs in the head, before the body is parsed. Inlined by `build/pages.ts`. */
import type { EarlyInput } from './platform/early-input.ts'

const { classList, dataset } = document.documentElement
const input: EarlyInput = { taps: [] }
Object.assign(window, { earlyInput: input })

classList.add('scripted')
try {
  const choice = localStorage.getItem('dataSaver')
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (choice === 'on' || (choice === null && connection?.saveData)) classList.add('saves-data')
} catch {
  // Storage is blocked.
}
// Static hosts ignore the query. If it selects a different list, the list in the document is hidden.
if (dataset.list !== undefined && /[?&](?:q|categoryId|page|sort|stock|class|price)=/.test(location.search))
  classList.add('is-elsewhere')

/**
 * Records clicks on buttons, and submits of forms without `action`. After the first, also records navigation, which would
 * otherwise discard it.
 */
function record(event: Event): void {
  const target = event.target as Element
  const control =
    event.type === 'submit' ? target : target.closest('a, button[type=button]:not([aria-disabled=true])')
  if (!(control instanceof HTMLElement) || !input.taps) return
  const isBusy = control.ariaBusy === 'true'
  const { ctrlKey, metaKey, shiftKey } = event as MouseEvent
  if (
    control.matches('a, form[action]') &&
    (input.taps.length === 0 || isBusy || ctrlKey || metaKey || shiftKey)
  )
    return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (isBusy && !control.closest('.quantity')) return
  control.ariaBusy = 'true'
  input.taps.push(control)
}
document.addEventListener('click', record, true)
document.addEventListener('submit', record, true)

const find = (attribute: string) => document.querySelectorAll<HTMLLinkElement>(`link[${attribute}]`)

/** Loads scripts and style sheets. Called after the main image is painted, so that they do not compete for bandwidth. */
let isStarted = false
function start(): void {
  if (isStarted) return
  isStarted = true
  const scripts = find('data-script')
  for (const link of scripts) link.rel = 'modulepreload'
  // All sheets apply together, because the page's override the theme, and after the fonts: the rules of a font that is still
  // loading make browsers look up fallbacks for each size and weight, which doubles the time of the layout.
  const sheets = find('data-style')
  const loaded = [...sheets, ...find('data-font')].map(
    (file) => new Promise((done) => Object.assign(file, { rel: 'preload', onload: done, onerror: done })),
  )
  const timeout = new Promise((done) => setTimeout(done, 4000))
  void Promise.race([Promise.all(loaded), timeout]).then(() => {
    for (const sheet of sheets) sheet.rel = 'stylesheet'
  })
  import(/* @vite-ignore */ scripts[0]?.href ?? '').catch(giveUp)
}

/** Called if the scripts fail to load. Links, forms and images then work as without JavaScript. */
function giveUp(): void {
  classList.remove('scripted', 'is-elsewhere')
  for (const control of input.taps ?? []) control.ariaBusy = null
  input.taps = null
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
