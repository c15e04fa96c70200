import { afterEach, expect, test, vi } from 'vitest'
import { followInput } from './early-input.ts'

/** Renders radio buttons of a group, of which the last one is checked by default. */
function renderRadios(): HTMLInputElement[] {
  document.body.innerHTML = ['M', 'L', 'S']
    .map((value) => `<input type="radio" name="size" value="${value}" ${value === 'S' ? 'checked' : ''}>`)
    .join('')
  return [...document.querySelectorAll('input')]
}

const checkedValue = () => document.querySelector<HTMLInputElement>('input:checked')?.value

test('restores the radio button that was chosen last, even if it was chosen before', () => {
  const [m, l, s] = renderRadios()
  const input = followInput()
  for (const radio of [m, l, m]) radio?.click()
  // React renders its state again, which fires no event.
  if (s) s.checked = true
  input.restoreText()
  expect(checkedValue()).toBe('M')
})

test('restores a radio button that was chosen before the recording, in front of the default one', () => {
  const [m] = renderRadios()
  m?.click()
  followInput().restoreText()
  expect(checkedValue()).toBe('M')
})

/** Taps a button that React then removes, and replays the tap. */
function tapEarly() {
  vi.useFakeTimers()
  document.body.innerHTML = '<main><button>Add to Cart</button></main>'
  const [button] = document.querySelectorAll('button')
  vi.stubGlobal('earlyInput', { taps: [button] })
  const { replay } = followInput()
  button?.remove()
  const replayed = replay()
  const clicked = vi.fn()
  const showAgain = async () => {
    const shown = document.createElement('button')
    shown.textContent = 'Add to Cart'
    shown.addEventListener('click', clicked)
    document.querySelector('main')?.append(shown)
    await vi.advanceTimersByTimeAsync(10_100)
    await replayed
  }
  return { clicked, showAgain }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

test('repeats a tap when its button appears', async () => {
  const { clicked, showAgain } = tapEarly()
  await showAgain()
  expect(clicked).toHaveBeenCalledTimes(1)
})

test('repeats no tap on another page', async () => {
  const { clicked, showAgain } = tapEarly()
  history.replaceState(null, '', '/shop/2/large-atlas')
  await showAgain()
  expect(clicked).not.toHaveBeenCalled()
})
