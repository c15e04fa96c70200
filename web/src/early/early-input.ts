import { type Field, fieldValue, selectorOf } from '../lib/control.ts'
import { controlAt, type Early } from '../lib/early.ts'

/** Controls whose effect outlasts the page: leaving it before the app has handled them would lose it. */
const LASTING = /"(?:add|wish):|^form/

/**
 * Records what a shopper does before the app has mounted, by the control's selector, so that the app can repeat it
 * (src/app/early-input.ts). Links and forms with an `action` work by themselves; they are held back only while
 * something recorded would be lost by leaving the page.
 */
export function recordInput(early: Early): void {
  const on = <Type extends keyof DocumentEventMap>(
    type: Type,
    listener: (event: DocumentEventMap[Type], actions: NonNullable<Early['actions']>) => void,
  ) => document.addEventListener(type, (event) => early.actions && listener(event, early.actions), true)

  /** Records a tap once, however often it is repeated. A stepper counts each. */
  const tap = (control: Element, shown: Element | null = control) => {
    const selector = selectorOf(control)
    if (!selector?.includes('data-boot') || shown?.hasAttribute('aria-busy')) return
    early.actions?.push([selector, null])
    if (control.closest('.quantity')) return
    shown?.setAttribute('aria-busy', 'true')
    const text = shown?.lastChild
    if (!text || !selector.includes('"add:')) return
    ;(shown as HTMLElement).dataset.label = text.textContent ?? ''
    text.textContent = 'Adding…'
  }

  /** Holds a link or form back until the app has handled what was recorded before it. */
  const leave = (event: Event, control: HTMLElement) => {
    if (!early.actions?.some(([selector]) => LASTING.test(selector))) return
    event.preventDefault()
    early.leave = control
    control.setAttribute('aria-busy', 'true')
  }

  on('mousedown', (event) => {
    const control = controlAt(event)
    early.held = control && selectorOf(control)
  })
  on('mouseup', () => {
    early.held = null
  })
  on('focusin', ({ target }) => {
    early.focused = target instanceof HTMLAnchorElement ? null : selectorOf(target as Element)
  })
  on('input', ({ target }, actions) => {
    const selector = selectorOf(target as Field)
    if (selector === null) return
    const before = actions.findIndex(([each]) => each === selector)
    if (before >= 0) actions.splice(before, 1)
    actions.push([selector, fieldValue(target as Field)])
  })
  on('click', (event) => {
    const control = controlAt(event)
    if (control instanceof HTMLAnchorElement) {
      const isHere = control.href.startsWith(`${location.href.split('#')[0]}#`)
      const isElsewhere = control.target !== '' || event.ctrlKey || event.metaKey || event.shiftKey
      if (/^http/.test(control.protocol) && !isHere && !isElsewhere) leave(event, control)
    } else if (control instanceof HTMLButtonElement && control.type === 'button') tap(control)
  })
  on('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (form.hasAttribute('action')) return leave(event, form)
    event.preventDefault()
    tap(form, event.submitter)
  })
}

/** Ends the recording where the app does not load: links and forms work by themselves again, also one held back. */
export function giveUp(early: Early): void {
  early.actions = null
  for (const control of document.querySelectorAll<HTMLElement>('#root :is(a, button, form)[aria-busy]')) {
    control.removeAttribute('aria-busy')
    const { label } = control.dataset
    if (label && control.lastChild) control.lastChild.textContent = label
  }
  if (early.leave instanceof HTMLFormElement) early.leave.requestSubmit()
  else early.leave?.click()
}
