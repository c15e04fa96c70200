import { type ElementLocator, findElement, locate } from './element-locator.ts'
import {
  FIELDS,
  type FieldValue,
  type FormControl,
  fieldValue,
  fillField,
  isChanged,
  restoreTypedText,
} from './fields.ts'

/** The input that the inline script (src/entry-inline.ts) records until the page is hydrated. */
export type EarlyInput = {
  /** Buttons and links that were tapped, and submitted forms, oldest first; null once they are no longer recorded. */
  taps: HTMLElement[] | null
}

/** The maximum wait for a control that only the responses contain, in milliseconds. */
const APPEARANCE_MS = 10_000

/**
 * Tracks taps and changes of form fields until the page is hydrated. Controls are remembered by a locator, because
 * React replaces the elements if an extension has changed the DOM, or if the document was incomplete.
 */
export function followInput() {
  const locators = new Map<Element, ElementLocator>()
  /** The values of changed fields; null once they are restored. */
  let typed: Map<FormControl, FieldValue> | null = new Map()
  /** The field with the focus. The browser drops the focus when the element is replaced. */
  let focused: Element | null = null
  const remember = (control: Element) => {
    if (control.isConnected || !locators.has(control)) locators.set(control, locate(control))
  }
  const noteText = (field: Element) => {
    if (!typed || !field.matches(FIELDS)) return
    // Radio buttons are restored in the order in which they were chosen.
    typed.delete(field as FormControl)
    typed.set(field as FormControl, fieldValue(field as FormControl))
    remember(field)
  }
  for (const field of document.querySelectorAll<FormControl>(FIELDS)) if (isChanged(field)) noteText(field)
  for (const tapped of recorded().taps ?? []) remember(tapped)
  const listening = new AbortController()
  const follow = (type: string, act: (target: Element) => void) =>
    // On the window, because the inline script stops the events at the document.
    window.addEventListener(type, ({ target }) => act(target as Element), {
      capture: true,
      signal: listening.signal,
    })
  follow('input', noteText)
  follow('submit', remember)
  follow('click', (target) => {
    const control = target.closest('a, button')
    if (control) remember(control)
  })
  const noteFocus = (element: Element) => {
    focused = element.matches(FIELDS) ? element : null
    remember(element)
  }
  noteFocus(document.activeElement ?? document.body)
  follow('focusin', noteFocus)

  const { pathname } = location
  const counterpart = (control: Element) => {
    const locator = locators.get(control)
    if (control.isConnected || !locator) return control as HTMLElement
    // An equal control of another page belongs to another product.
    return location.pathname === pathname ? findElement(locator) : null
  }
  return {
    /**
     * Restores text, options and the focus, with the events that React has missed. Call before the first re-render,
     * which would reset the fields.
     */
    restoreText: () => {
      const restored = typed ?? []
      // The events below are not recorded.
      typed = null
      for (const [field, value] of restored) {
        const control = counterpart(field)
        if (control) fillField(control as FormControl, value)
      }
      if (focused && !focused.isConnected) counterpart(focused)?.focus({ preventScroll: true })
    },
    /** Stops recording, and replays each recorded click and submit once, in order. */
    replay: async () => {
      listening.abort()
      const input = recorded()
      const taps = input.taps ?? []
      input.taps = null
      for (const tapped of taps) {
        tapped.removeAttribute('aria-busy')
        repeatTap(await appearance(() => counterpart(tapped)))
        // Waits for React to render, because the next handler may depend on the new state.
        await new Promise((rendered) => setTimeout(rendered))
      }
      // Text that was typed before code failed to load and the page was reloaded.
      if (!isFreshNavigation()) restoreTypedText()
    },
  }
}

async function appearance(find: () => HTMLElement | null): Promise<HTMLElement | null> {
  const deadline = performance.now() + APPEARANCE_MS
  let control = find()
  while (!control && performance.now() < deadline) {
    await new Promise((waited) => setTimeout(waited, 50))
    control = find()
  }
  return control
}

function repeatTap(control: HTMLElement | null): void {
  if (control instanceof HTMLFormElement) {
    // Newer: Safari before 16 has no requestSubmit, so the event is dispatched before the form is submitted.
    if (typeof control.requestSubmit === 'function') control.requestSubmit()
    else if (control.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))) control.submit()
  } else if (control) {
    // Dialogs return the focus to the control that opened them.
    if (!document.activeElement?.matches(FIELDS)) control.focus({ preventScroll: true })
    control.click()
  }
}

const recorded = (): EarlyInput => (window as { earlyInput?: EarlyInput }).earlyInput ?? { taps: null }

/** Whether the page was opened by a URL or link, not by a reload or the back button. */
export function isFreshNavigation(): boolean {
  const [visit] = performance.getEntriesByType?.('navigation') ?? []
  // Newer: iOS 15.0 has no navigation entry, so each visit is treated as a reload or a return.
  return (visit as PerformanceNavigationTiming | undefined)?.type === 'navigate'
}
