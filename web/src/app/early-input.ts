import { buttonKey } from '../early/early-input.ts'
import { takeEarlyPresses } from '../lib/early.ts'

/**
 * Reads what was typed before the app is drawn.
 * @returns brings it into the app's own fields, and answers the noted presses, once the app is drawn
 */
export function takeEarlyInput(root: HTMLElement): () => void {
  const typed = [...root.querySelectorAll('input')].map((input) => ({
    selector: input.name ? `input[name="${input.name}"]` : `#${CSS.escape(input.id)}`,
    value: input.value,
    isFocused: input === document.activeElement,
  }))
  return () => {
    for (const { selector, value, isFocused } of typed) {
      const input = root.querySelector<HTMLInputElement>(selector)
      if (!input) continue
      if (value !== '' && input.value === '') type(input, value)
      if (isFocused) input.focus()
    }
    for (const key of takeEarlyPresses()) {
      ;[...root.querySelectorAll('button')].find((button) => buttonKey(button) === key)?.click()
    }
  }
}

/** As if typed: React detects a change only when its own setter is bypassed. */
function type(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
