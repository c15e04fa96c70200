import { controlAt, type Early } from './handover.ts'

/** Controls with a lasting effect, which would be lost if the shopper left the page before the app handles them. */
const LASTING = 'form, [data-boot^=add], [data-boot^=wish]'

/**
 * Records taps on controls with `data-boot` until the app has mounted. The app then replays the taps
 * (src/boot/replay-input.ts). Links and forms with an `action` work without the app. They are delayed only if leaving the
 * page would lose a recorded tap.
 */
export function recordInput(early: Early): void {
  /** Records repeated taps on a control once, except on steppers. */
  const tap = (control: HTMLElement, shown: Element | null) => {
    if (!control.dataset.boot || shown?.hasAttribute('aria-busy')) return
    early.taps?.push(control)
    if (control.closest('.quantity')) return
    shown?.setAttribute('aria-busy', 'true')
    if (control.matches('[data-boot^=add]')) control.lastChild?.replaceWith('Adding…')
  }

  /** Delays a link or form until the app has replayed the taps before it. */
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

/** Ends the recording if the app fails to load, so that links and forms work again. Follows a delayed link or form. */
export function giveUp(early: Early): void {
  early.taps = null
  if (early.leave instanceof HTMLFormElement) early.leave.submit()
  else early.leave?.click()
}
