/** The only inline script, with load-app.ts. Runs in the head, before the body is parsed. Inlined by `build/documents.ts`. */
import { LIST_PARAMETERS } from './config/paths.ts'
import './load-app.ts'
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
const search = new URLSearchParams(location.search)
if (dataset.list !== undefined && LIST_PARAMETERS.some((name) => search.has(name)))
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
