import { byId } from './dom.ts'

/** The text fields of the form. */
export function fieldInputs(): HTMLInputElement[] {
  return [...byId('fields').querySelectorAll<HTMLInputElement>('input')]
}

/** Puts fields into the form and a text on its button. */
export function show(fields: HTMLElement[], button: string): void {
  byId('fields').replaceChildren(...fields)
  byId('pay').textContent = button
  showProblem(null)
}

/** Shows what is wrong with the input; null hides it. */
export function showProblem(text: string | null): void {
  byId('problem').textContent = text ?? ''
  byId('problem').hidden = text === null
}

/** Shows the outcome in the form's place. */
export function showOutcome(text: string): void {
  byId('methods').hidden = true
  byId('form').hidden = true
  byId('done').hidden = false
  byId('outcome').textContent = text
}
