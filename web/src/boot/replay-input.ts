import { readStored } from '../platform/storage.ts'
import { notify } from '../ui/feedback/notify.ts'
import { FIELDS, type Field, fieldValue, fillField, isChanged, selectorOf, TYPED_TEXT } from './control.ts'
import { controlAt, endRecording, isFreshNavigation } from './handover.ts'

/** How long a tap waits for its control, in milliseconds. The app may render a page before its response arrives. */
const CONTROL_TIMEOUT_MS = 10_000
const RETRY_MS = 50

/** Replays the input from before the app mounted. */
export type EarlyInput = {
  /** Call when the app's elements replace those of the page. From then on, the app handles all events. */
  takeOver: () => void
  /** Call when the app's elements are ready. Fills fields and replays each tap once. */
  repeat: () => Promise<void>
}

/** Tracks the page's elements until the app has mounted, with their values and identities. */
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
      if (held) replayHeldTap(root, held)
    },
    repeat: async () => {
      if (!recorded) return
      const { taps, leave } = recorded
      if (focused) counterpartOf(root, focused)?.focus({ preventScroll: true })
      await restoreTypedText()
      const missing = await replayInOrder(root, [...fields.filter(isChanged), ...taps])
      if (missing.some((tap) => tap.matches('[data-boot^=add]')))
        notify('Failed to add item to cart', { kind: 'error' })
      if (!leave) return
      const control = counterpartOf(root, leave)
      if (control) replayOn(control, leave)
      else if (leave instanceof HTMLAnchorElement) window.location.assign(leave.href)
    },
  }
}

/** Returns the app's counterpart of an element that it has replaced. */
function counterpartOf(root: HTMLElement, element: Element): HTMLElement | null {
  const selector = selectorOf(element)
  return selector === null ? null : root.querySelector<HTMLElement>(selector)
}

/** Replays a click during which the app mounts. Browsers fire none if mousedown and mouseup have different targets. */
function replayHeldTap(root: HTMLElement, held: Element): void {
  const end = (event: MouseEvent) => {
    const control = controlAt(event)
    if (control && control === counterpartOf(root, held)) replayOn(control, held)
  }
  window.addEventListener('mouseup', end, { once: true })
}

/** Replays a tap or a field's value in the app. Focuses a tapped control first, because dialogs return the focus to it. */
function replayOn(control: HTMLElement, element: Element): unknown {
  if (element.matches(FIELDS)) return fillField(control as Field, fieldValue(element as Field))
  control.focus({ preventScroll: true })
  return control instanceof HTMLFormElement ? control.requestSubmit() : control.click()
}

/** Restores text that was typed before a reload for a new version. Loads its code only if there is such text. */
async function restoreTypedText(): Promise<void> {
  if (isFreshNavigation() || !readStored(TYPED_TEXT, 'session')) return
  const { restoreTypedText: restore } = await import('../platform/typed-text.ts')
  await restore()
}

/**
 * Replays each action as soon as its control exists. A missing control does not delay the other actions.
 * @returns the elements whose controls did not appear in time, or before the shopper left the page
 */
async function replayInOrder(root: HTMLElement, elements: readonly Element[]): Promise<readonly Element[]> {
  const { pathname } = window.location
  const until = Date.now() + CONTROL_TIMEOUT_MS
  const isHere = () => window.location.pathname === pathname
  let left = elements
  while (left.length > 0 && Date.now() < until && isHere()) {
    const missing: Element[] = []
    for (const element of left) {
      const control = isHere() ? counterpartOf(root, element) : null
      if (control) await replayOn(control, element)
      else missing.push(element)
    }
    left = missing
    if (left.length > 0) await new Promise((again) => setTimeout(again, RETRY_MS))
  }
  return left
}
