import { controlAt, type Early } from './handover.ts'

/** Controls whose effect outlasts the page: leaving it before the app has handled them would lose it. */
const LASTING = 'form, [data-boot^=add], [data-boot^=wish]'

/**
 * Records the taps on controls with a `data-boot` before the app has mounted, so that the app can repeat them
 * (src/boot/replay-input.ts). Links and forms with an `action` work by themselves; they are held back only while
 * something recorded would be lost by leaving the page.
 */
export function recordInput(early: Early): void {
  /** Records a tap once, however often it is repeated. A stepper counts each. */
  const tap = (control: HTMLElement, shown: Element | null) => {
    if (!control.dataset.boot || shown?.hasAttribute('aria-busy')) return
    early.taps?.push(control)
    if (control.closest('.quantity')) return
    shown?.setAttribute('aria-busy', 'true')
    if (control.matches('[data-boot^=add]')) control.lastChild?.replaceWith('Adding…')
  }

  /** Holds a link or form back until the app has repeated the taps before it. */
  const leave = (event: Event, control: HTMLElement) => {
    if (!early.taps?.some((each) => each.matches(LASTING))) return
    event.preventDefault()
    early.leave = control
    control.setAttribute('aria-busy', 'true')
  }

  document.addEventListener(
    'click',
    (event) => {
      const control = early.taps && controlAt(event)
      if (control instanceof HTMLAnchorElement) {
        const isHere = control.href.startsWith(`${location.href.split('#')[0]}#`)
        const isElsewhere = control.target || event.ctrlKey || event.metaKey || event.shiftKey
        if (/^http/.test(control.protocol) && !isHere && !isElsewhere) leave(event, control)
      } else if (control instanceof HTMLButtonElement && control.type === 'button') tap(control, control)
    },
    true,
  )
  document.addEventListener(
    'submit',
    (event) => {
      if (!early.taps) return
      const form = event.target as HTMLFormElement
      if (form.hasAttribute('action')) return leave(event, form)
      event.preventDefault()
      tap(form, event.submitter)
    },
    true,
  )
}

/** Ends the recording where the app does not load: links and forms work by themselves again, also one held back. */
export function giveUp(early: Early): void {
  early.taps = null
  if (early.leave instanceof HTMLFormElement) early.leave.submit()
  else early.leave?.click()
}
