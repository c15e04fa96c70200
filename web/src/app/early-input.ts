import { buttonKey } from '../early/early-input.ts'
import { takeEarlyPresses } from '../lib/early.ts'
import { readText } from '../lib/storage.ts'
import { KEPT_TEXT, typeInto } from '../lib/type-into.ts'

/** How long a press waits for its button: the app may draw a page before its answer has come. In milliseconds. */
const BUTTON_TIMEOUT_MS = 10_000

type TypedInput = { selector: string; value: string; isChanged: boolean; isFocused: boolean }

function readInput(input: HTMLInputElement): TypedInput {
  return {
    selector: input.name ? `input[name="${input.name}"]` : `#${CSS.escape(input.id)}`,
    value: input.value,
    isChanged: input.value !== input.defaultValue,
    isFocused: input === document.activeElement,
  }
}

/**
 * Follows what is typed until the app is drawn, which takes a while: the page stays in use meanwhile.
 * @returns brings it into the app's own fields, and answers the noted presses, once the app is drawn
 */
export function takeEarlyInput(root: HTMLElement): () => void {
  const inputs = [...root.querySelectorAll('input')]
  // Not read at the end: by then the app's fields are in the place of those that were typed into.
  let typed = inputs.map(readInput)
  const follow = () => {
    if (inputs.some(({ isConnected }) => isConnected)) typed = inputs.map(readInput)
  }
  const events = ['input', 'focusin'] as const
  for (const type of events) root.addEventListener(type, follow)
  return () => {
    for (const type of events) root.removeEventListener(type, follow)
    const redo: Redo[] = [
      ...typed
        .filter(({ isChanged, isFocused }) => isChanged || isFocused)
        .map(({ selector, value, isChanged, isFocused }) => async () => {
          const input = root.querySelector<HTMLInputElement>(selector)
          if (isChanged && input) await typeInto(input, value)
          if (isFocused) input?.focus()
          return input !== null
        }),
      ...takeEarlyPresses().map((key) => async () => {
        const button = [...root.querySelectorAll('button')].find((each) => buttonKey(each) === key)
        button?.click()
        return button !== undefined
      }),
    ]
    void restoreTypedText().then(() => redoInOrder(root, redo))
  }
}

/** What was typed before a reload for a new version: most pages have nothing of it, and load nothing for it. */
async function restoreTypedText(): Promise<void> {
  if (!readText(KEPT_TEXT, 'session')) return
  const { restoreTypedText: restore } = await import('../lib/typed-text.ts')
  await restore()
}

/** @returns whether its element was there */
type Redo = () => Promise<boolean>

/** Does one after another; what is not there yet is waited for, as long as the shopper stays on the page. */
async function redoInOrder(root: HTMLElement, redo: readonly Redo[]): Promise<void> {
  const { pathname } = window.location
  const until = Date.now() + BUTTON_TIMEOUT_MS
  for (const again of redo) {
    while (!(await again())) {
      await nextChange(root, until - Date.now())
      if (Date.now() >= until || window.location.pathname !== pathname) return
    }
  }
}

/** Settles when something below the element changes, or after the time in milliseconds. */
function nextChange(root: HTMLElement, timeout: number): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      observer.disconnect()
      clearTimeout(timer)
      done()
    }
    const observer = new MutationObserver(end)
    const timer = setTimeout(end, Math.max(0, timeout))
    observer.observe(root, { childList: true, subtree: true })
  })
}
