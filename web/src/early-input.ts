/** The only inline script of a page. Runs before the body is parsed. `build/pages.ts` inlines it. */
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
// Hides the content of a document that the host also serves at other URLs, such as the shop at a search.
if (!/[:*]/.test(dataset.url ?? '') && dataset.url !== location.pathname + location.search)
  classList.add('is-elsewhere')

/** Records taps on buttons and submits of forms without `action`; after one, also links and other forms, which would lose it. */
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

/** Loads the scripts of the page: after its main image, which would otherwise share the connection with them. */
let isStarted = false
function start(): void {
  if (isStarted) return
  isStarted = true
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[data-script]')]
  for (const link of links) link.rel = 'modulepreload'
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-style]')) link.rel = 'stylesheet'
  import(/* @vite-ignore */ links[0]?.href ?? '').catch(giveUp)
}

/** Makes links and forms work again after the script has failed to load. */
function giveUp(): void {
  for (const control of input.taps ?? []) control.ariaBusy = null
  input.taps = null
  document.getElementById('not-loaded')?.removeAttribute('hidden')
  document.querySelector('#not-loaded a')?.setAttribute('href', location.pathname + location.search)
}

const isMain = (target: EventTarget | null) =>
  target instanceof HTMLImageElement && target.fetchPriority === 'high'
// The browser may have loaded the image before its first paint.
const startAfterPaint = () =>
  requestAnimationFrame(() =>
    setTimeout(() => new PerformanceObserver(start).observe({ type: 'paint', buffered: true })),
  )
for (const type of ['load', 'error'])
  document.addEventListener(type, ({ target }) => isMain(target) && startAfterPaint(), true)
document.addEventListener('DOMContentLoaded', () => {
  if (![...document.images].some((image) => isMain(image) && !image.complete)) startAfterPaint()
  setTimeout(start, 900)
})
