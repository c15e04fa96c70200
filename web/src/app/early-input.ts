import { buttonKey, pressedBy } from '../early/early-input.ts'
import { heldPress, takeEarlyPresses } from '../lib/early.ts'
import { isFreshNavigation } from '../lib/fresh-navigation.ts'
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

/** With the focus, as a press gives it: what opens gives it back there. */
function press(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  element.click()
}

/**
 * Of a press that begins on an element and ends on the one that has replaced it, browsers make no click: it is
 * answered where it ends, if that is an element of the same name. (Of a touch they make one, where it ends.)
 */
function answerHeldPress(): void {
  const key = heldPress()
  if (key === null) return
  const answer = (event: MouseEvent) => {
    const element = pressedBy(event)
    if (element && buttonKey(element) === key) press(element)
  }
  window.addEventListener('mouseup', answer, { once: true })
}

/** What the app does with the input from before it. */
export type EarlyInput = {
  /** In the moment in which the app's elements replace those of index.html: from now on the app answers presses. */
  takeOver: () => void
  /** Once the app's elements are ready: brings what was typed into its fields, and answers the noted presses. */
  answer: () => void
}

/** Follows what is typed until the app is drawn, which takes a while: the page stays in use meanwhile. */
export function takeEarlyInput(root: HTMLElement): EarlyInput {
  const inputs = [...root.querySelectorAll('input')]
  // Not read at the end: by then the app's fields are in the place of those that were typed into.
  let typed = inputs.map(readInput)
  let presses: string[] = []
  const follow = () => {
    if (inputs.some(({ isConnected }) => isConnected)) typed = inputs.map(readInput)
  }
  const events = ['input', 'focusin'] as const
  for (const type of events) root.addEventListener(type, follow)
  return {
    takeOver: () => {
      presses = takeEarlyPresses()
      answerHeldPress()
    },
    answer: () => {
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
        ...presses.map((key) => async () => {
          const button = [...root.querySelectorAll('button')].find((each) => buttonKey(each) === key)
          if (button) press(button)
          return button !== undefined
        }),
      ]
      void restoreTypedText().then(() => redoInOrder(root, redo))
    },
  }
}

/** What was typed before a reload for a new version: most pages have nothing of it, and load nothing for it. */
async function restoreTypedText(): Promise<void> {
  if (isFreshNavigation() || !readText(KEPT_TEXT, 'session')) return
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
