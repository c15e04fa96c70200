import type { Early } from '../lib/early.ts'

/**
 * What a shopper does before the app is there. Links and the search form work by themselves; a press of any other
 * button is noted, so that the app can answer it (src/app/early-input.ts).
 */
export function notePresses(early: Early): void {
  document.addEventListener(
    'click',
    (event) => {
      const button =
        event.target instanceof Element ? event.target.closest<HTMLButtonElement>('#root button') : null
      if (!early.presses || !button || button.form?.hasAttribute('action')) return
      event.preventDefault()
      early.presses.push(buttonKey(button))
    },
    true,
  )
}

/** What a button is found again by: its name up to the first comma, since counts and sums follow that. */
export function buttonKey(button: Element): string {
  return (button.getAttribute('aria-label') ?? button.textContent ?? '').split(',')[0]?.trim() ?? ''
}
