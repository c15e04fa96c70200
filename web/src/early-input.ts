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

/** Loads scripts and style sheets. Called after the main image is painted, so that they do not compete for bandwidth. */
let isStarted = false
function start(): void {
  if (isStarted) return
  isStarted = true
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[data-script]')]
  for (const link of links) link.rel = 'modulepreload'
  const [theme, ...sheets] = document.querySelectorAll<HTMLLinkElement>('link[data-style]')
  if (theme) {
    // The page's sheets override the theme, so the theme must not apply before them.
    Object.assign(theme, { as: 'style', rel: 'preload' })
    const applied = sheets.map(
      (link) =>
        new Promise((done) => Object.assign(link, { rel: 'stylesheet', onload: done, onerror: done })),
    )
    void Promise.all(applied).then(() => Object.assign(theme, { rel: 'stylesheet' }))
  }
  import(/* @vite-ignore */ links[0]?.href ?? '').catch(giveUp)
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
// The image may be loaded before the first paint.
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
