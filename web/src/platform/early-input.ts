import {
  FIELDS,
  type Field,
  type FieldValue,
  fieldValue,
  fillField,
  isChanged,
  restoreTypedText,
} from './fields.ts'

/** What the inline script (src/entry-inline.ts) records until the page is hydrated. */
export type EarlyInput = {
  /** Buttons and links that were tapped, and submitted forms, oldest first; null once they are no longer recorded. */
  taps: HTMLElement[] | null
}

/** Tracks changes of form fields during hydration, which React does not report to the components. */
export function followInput(root: HTMLElement) {
  const typed = new Map<Field, FieldValue>()
  const follow = ({ target }: Pick<Event, 'target'>) => {
    if ((target as Element).matches(FIELDS)) typed.set(target as Field, fieldValue(target as Field))
  }
  for (const target of root.querySelectorAll<Field>(FIELDS)) if (isChanged(target)) follow({ target })
  root.addEventListener('input', follow, true)
  return {
    /** Dispatches the events that React has missed. Call before the first re-render, which would reset the fields. */
    restoreText: () => {
      root.removeEventListener('input', follow, true)
      for (const [field, value] of typed) fillField(field, value)
    },
    /** Stops recording, and replays each recorded click and submit once, in order. */
    replay: async () => {
      const { earlyInput } = window as { earlyInput?: EarlyInput }
      const taps = earlyInput?.taps ?? []
      if (earlyInput) earlyInput.taps = null
      for (const control of taps) {
        control.ariaBusy = null
        // Dialogs return the focus to the control that opened them.
        if (control instanceof HTMLFormElement) control.requestSubmit()
        else {
          control.focus({ preventScroll: true })
          control.click()
        }
        // Waits for React to render, because the next handler may depend on the new state.
        await new Promise((rendered) => setTimeout(rendered))
      }
      // Text that was typed before code failed to load and the page was reloaded.
      if (!isFreshNavigation()) restoreTypedText()
    },
  }
}

/** Whether the page was opened by a URL or link, not by a reload or the back button. */
export function isFreshNavigation(): boolean {
  const [visit] = performance.getEntriesByType?.('navigation') ?? []
  return (visit as PerformanceNavigationTiming | undefined)?.type === 'navigate'
}
