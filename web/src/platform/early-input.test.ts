import { expect, test } from 'vitest'
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
