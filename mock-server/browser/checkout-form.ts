import { byId } from './dom.ts'

/** Returns the text fields of the form. */
export function fieldInputs(): HTMLInputElement[] {
  return [...byId('fields').querySelectorAll<HTMLInputElement>('input')]
}

/** Sets the form's fields and its button label. */
export function show(fields: HTMLElement[], button: string): void {
  byId('fields').replaceChildren(...fields)
  byId('pay').textContent = button
  showProblem(null)
}

/** Shows an error message; null hides it. */
export function showProblem(text: string | null): void {
  byId('problem').textContent = text ?? ''
  byId('problem').hidden = text === null
}

/** Replaces the form with the outcome. */
export function showOutcome(text: string): void {
  byId('methods').hidden = true
  byId('form').hidden = true
  byId('done').hidden = false
  byId('outcome').textContent = text
}
