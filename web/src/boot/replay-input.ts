import { readText } from '../platform/storage.ts'
import { notify } from '../ui/feedback/notify.ts'
import { FIELDS, type Field, fieldValue, fillField, isChanged, KEPT_TEXT, selectorOf } from './control.ts'
import { controlAt, endRecording, isFreshNavigation } from './handover.ts'

/** The longest that a tap waits for its control: the app may render a page before its response. In milliseconds. */
const CONTROL_TIMEOUT_MS = 10_000
const RETRY_MS = 50

/** What the app does with the input from before it has mounted. */
export type EarlyInput = {
  /** When the app's elements replace those of the page: from now on the app handles all events itself. */
  takeOver: () => void
  /** When the app's elements are ready: fills its fields and repeats each tap once. */
  repeat: () => Promise<void>
}

/** Follows the page's elements until the app has mounted. Those that it replaces keep their values and identities. */
export function followInput(root: HTMLElement): EarlyInput {
  const fields = [...root.querySelectorAll<Field>(FIELDS)]
  let focused = document.activeElement
  let held = root.querySelector(':is(a, button):active')
  let recorded: ReturnType<typeof endRecording>
  const follow = (event: Event) => {
    focused = document.activeElement
    if (event.type !== 'focusin') held = event.type === 'mousedown' ? controlAt(event) : null
  }
  const events = ['focusin', 'mousedown', 'mouseup'] as const
  for (const type of events) root.addEventListener(type, follow)
  return {
    takeOver: () => {
      for (const type of events) root.removeEventListener(type, follow)
      recorded = endRecording()
      if (held) repeatHeldTap(root, held)
    },
    repeat: async () => {
      if (!recorded) return
      const { taps, leave } = recorded
      if (focused) sameIn(root, focused)?.focus({ preventScroll: true })
      await restoreTypedText()
      const missing = await repeatInOrder(root, [...fields.filter(isChanged), ...taps])
      if (missing.some((tap) => tap.matches('[data-boot^=add]')))
        notify('Failed to add item to cart', { kind: 'error' })
      if (!leave) return
      const control = sameIn(root, leave)
      if (control) repeat(leave, control)
      else if (leave instanceof HTMLAnchorElement) window.location.assign(leave.href)
    },
  }
}

/** The app's element for one that it has replaced. */
function sameIn(root: HTMLElement, element: Element): HTMLElement | null {
  const selector = selectorOf(element)
  return selector === null ? null : root.querySelector<HTMLElement>(selector)
}

/**
 * Repeats a tap that begins before the app has mounted and ends after: the mouse goes down on one element and up on
 * the one that has replaced it, so browsers fire no click event. (Touches do, where they end.)
 */
function repeatHeldTap(root: HTMLElement, held: Element): void {
  const end = (event: MouseEvent) => {
    const control = controlAt(event)
    if (control && control === sameIn(root, held)) repeat(held, control)
  }
  window.addEventListener('mouseup', end, { once: true })
}

/** Repeats in the app what was done to an element before. With the focus, as a tap gives it: dialogs return it there. */
function repeat(element: Element, control: HTMLElement): unknown {
  if (element.matches(FIELDS)) return fillField(control as Field, fieldValue(element as Field))
  control.focus({ preventScroll: true })
  return control instanceof HTMLFormElement ? control.requestSubmit() : control.click()
}

/** Restores what was typed before a reload for a new version. Most pages have nothing of it, and load nothing for it. */
async function restoreTypedText(): Promise<void> {
  if (isFreshNavigation() || !readText(KEPT_TEXT, 'session')) return
  const { restoreTypedText: restore } = await import('../platform/typed-text.ts')
  await restore()
}

/**
 * Repeats each action as soon as its control is there. A missing control holds up no other action.
 * @returns the elements whose controls did not appear in time, or before the shopper left the page
 */
async function repeatInOrder(root: HTMLElement, elements: readonly Element[]): Promise<readonly Element[]> {
  const { pathname } = window.location
  const until = Date.now() + CONTROL_TIMEOUT_MS
  const isHere = () => window.location.pathname === pathname
  let left = elements
  while (left.length > 0 && Date.now() < until && isHere()) {
    const missing: Element[] = []
    for (const element of left) {
      const control = isHere() ? sameIn(root, element) : null
      if (control) await repeat(element, control)
      else missing.push(element)
    }
    left = missing
    if (left.length > 0) await new Promise((again) => setTimeout(again, RETRY_MS))
  }
  return left
}
