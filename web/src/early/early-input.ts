import type { Early } from '../lib/early.ts'

/**
 * What a shopper does before the app is there. Links and the search form work by themselves; a press of any other
 * button is noted, so that the app can answer it (src/app/early-input.ts), and so is what the mouse holds down.
 */
export function notePresses(early: Early): void {
  for (const type of ['mousedown', 'mouseup'] as const) {
    document.addEventListener(type, (event) => {
      const held = type === 'mousedown' ? pressedBy(event) : null
      early.held = held && buttonKey(held)
    })
  }
  document.addEventListener(
    'click',
    (event) => {
      const button = pressedBy(event)
      if (!early.presses || !(button instanceof HTMLButtonElement) || button.form?.hasAttribute('action'))
        return
      event.preventDefault()
      early.presses.push(buttonKey(button))
    },
    true,
  )
}

/** The button or link of the page that an event of the mouse is on. */
export function pressedBy({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('#root button, #root a') : null
}

/** What a button is found again by: its name up to the first comma, since counts and sums follow that. */
export function buttonKey(button: Element): string {
  return (button.getAttribute('aria-label') ?? button.textContent ?? '').split(',')[0]?.trim() ?? ''
}
