// The only inline script, with load-app.ts. Runs in the head, before the body is parsed. Inlined by
// `build/documents.ts`.
import { LIST_PARAMETERS } from './config/paths.ts'
import { loadApp } from './load-app.ts'
import type { EarlyInput } from './platform/early-input.ts'
import { addMissingFeatures } from './polyfills.ts'

const input: EarlyInput = { taps: [] }

/**
 * Whether the browser is one of the supported ones (`browserslist` in package.json). The trial is a feature that
 * Chromium and Safari have since the first supported version, and Firefox since 86: a listener that a signal removes.
 */
function isSupported(): boolean {
  const stop = new AbortController()
  stop.abort()
  const target = document.createElement('i')
  let isRemoved = true
  target.addEventListener(
    'trial',
    () => {
      isRemoved = false
    },
    { signal: stop.signal },
  )
  target.dispatchEvent(new Event('trial'))
  return isRemoved
}

function start(): void {
  const { classList, dataset } = document.documentElement
  addMissingFeatures()
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
  const search = new URLSearchParams(location.search)
  if (
    dataset.list !== undefined &&
    (dataset.exact === undefined || search.has('q')) &&
    LIST_PARAMETERS.some((name) => search.has(name))
  )
    classList.add('is-elsewhere')
  document.addEventListener('click', record, true)
  document.addEventListener('submit', record, true)
  loadApp()
}

/**
 * Records clicks on buttons, and submits of forms without `action`. After the first, also records navigation, which
 * would otherwise discard it.
 */
function record(event: Event): void {
  const target = event.target as Element
  const control =
    event.type === 'submit' ? target : target.closest('a, button[type=button]:not([aria-disabled=true])')
  if (!(control instanceof HTMLElement) || !input.taps) return
  const isBusy = control.getAttribute('aria-busy') === 'true'
  const { ctrlKey, metaKey, shiftKey } = event as MouseEvent
  if (
    control.matches('a, form[action]') &&
    (input.taps.length === 0 || isBusy || ctrlKey || metaKey || shiftKey)
  )
    return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (isBusy && !control.closest('.quantity')) return
  control.setAttribute('aria-busy', 'true')
  input.taps.push(control)
}

// In other browsers, the page stays as it is without JavaScript: it can be read, and says how to order.
if (isSupported()) start()
