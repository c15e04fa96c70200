import {
  FIELDS,
  type Field,
  type FieldValue,
  fieldValue,
  fillField,
  isChanged,
  KEPT_TEXT,
  selectorOf,
} from '../lib/control.ts'
import { addEarlyActions, controlAt, type Early, type EarlyAction } from '../lib/early.ts'
import { isFreshNavigation } from '../lib/fresh-navigation.ts'
import { readText } from '../lib/storage.ts'
import { notify } from '../ui/notify.ts'

/** The longest that an action waits for its control: the app may render a page before its response. In milliseconds. */
const CONTROL_TIMEOUT_MS = 10_000
const RETRY_MS = 50

/** Records the fields that the browser itself has restored after a reload, which fires no events. */
export function recordRestoredFields(root: HTMLElement): void {
  const fields = [...root.querySelectorAll<Field>(FIELDS)].filter(isChanged)
  addEarlyActions(
    fields.flatMap((field) => {
      const selector = selectorOf(field)
      return selector === null ? [] : [[selector, fieldValue(field)]]
    }),
  )
}

/** Repeats in the app what the boot script recorded (src/early/early-input.ts), each action once. */
export async function repeatInput(
  root: HTMLElement,
  { actions, leave, focused, held }: Early,
): Promise<void> {
  if (held) repeatHeldTap(held)
  if (focused) root.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true })
  await restoreTypedText()
  const left = await repeatActions(root, actions ?? [])
  if (left.some(([selector]) => selector.includes('"add:')))
    notify('Failed to add item to cart', { kind: 'error' })
  if (!leave) return
  const control = root.querySelector<HTMLElement>(selectorOf(leave) as string)
  if (control) repeat(control, null)
  else if (leave instanceof HTMLAnchorElement) window.location.assign(leave.href)
}

/**
 * Repeats a tap that begins before the app has mounted and ends after: the mouse goes down on one element and up on
 * the one that has replaced it, so browsers fire no click event. (Touches do, where they end.)
 */
function repeatHeldTap(selector: string): void {
  const end = (event: MouseEvent) => {
    const control = controlAt(event)
    if (control?.matches(selector)) repeat(control, null)
  }
  window.addEventListener('mouseup', end, { once: true })
}

/** With the focus, as a tap gives it: a dialog returns it there. */
function repeat(control: HTMLElement, value: FieldValue | null): unknown {
  if (value !== null) return fillField(control as Field, value)
  control.focus({ preventScroll: true })
  return control instanceof HTMLFormElement ? control.requestSubmit() : control.click()
}

/** Restores what was typed before a reload for a new version. Most pages have nothing of it, and load nothing for it. */
async function restoreTypedText(): Promise<void> {
  if (isFreshNavigation() || !readText(KEPT_TEXT, 'session')) return
  const { restoreTypedText: restore } = await import('../lib/typed-text.ts')
  await restore()
}

/**
 * Repeats each action as soon as its control is there. A missing control holds up no other action.
 * @returns the actions whose controls did not appear in time, or before the shopper left the page
 */
async function repeatActions(root: HTMLElement, actions: EarlyAction[]): Promise<EarlyAction[]> {
  const { pathname } = window.location
  const until = Date.now() + CONTROL_TIMEOUT_MS
  let left = actions
  const isHere = () => window.location.pathname === pathname
  while (left.length > 0 && Date.now() < until && isHere()) {
    const missing: EarlyAction[] = []
    for (const action of left) {
      const control = isHere() ? root.querySelector<HTMLElement>(action[0]) : null
      if (control) await repeat(control, action[1])
      else missing.push(action)
    }
    left = missing
    if (left.length > 0) await new Promise((again) => setTimeout(again, RETRY_MS))
  }
  return left
}
