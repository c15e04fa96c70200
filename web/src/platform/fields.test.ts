import { expect, test } from 'vitest'
import { fillField, storeTypedText } from './fields.ts'

test('fires the event of a field that has the value already', () => {
  document.body.innerHTML = '<input value="atlas"><input type="checkbox" checked>'
  const [text, box] = document.querySelectorAll('input') as unknown as [HTMLInputElement, HTMLInputElement]
  const events: string[] = []
  document.body.oninput = ({ target }) => void events.push((target as HTMLInputElement).type)
  fillField(text, 'atlas')
  fillField(box, true)
  expect(text.value).toBe('atlas')
  expect(box.checked).toBe(true)
  expect(events).toEqual(['text', 'checkbox'])
})

test('stores no password, even if it is shown', () => {
  document.body.innerHTML = '<input value="atlas"><input autocomplete="new-password" value="my-secret">'
  storeTypedText()
  expect(sessionStorage.getItem('typedText')).toContain('atlas')
  expect(sessionStorage.getItem('typedText')).not.toContain('my-secret')
})
