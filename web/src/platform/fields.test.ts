import { expect, test } from 'vitest'
import { fillField, selectorOf } from './fields.ts'

test('returns a unique selector for each field', () => {
  document.body.innerHTML = `
    <form class="contact"><input name="email"><textarea name="message"></textarea></form>
    <form class="newsletter"><input name="email"></form>
    <input type="radio" name="choice-0" value=""><input type="radio" name="choice-0" value='6" x 9"'>
    <input id="alone">`
  const fields = [...document.querySelectorAll('input, textarea')]
  expect(fields).toHaveLength(6)
  expect(fields.map((field) => document.querySelector(selectorOf(field) ?? 'none'))).toEqual(fields)
})

test('returns no selector for a field without name and id', () => {
  document.body.innerHTML = '<input>'
  expect(selectorOf(document.querySelector('input') as Element)).toBeNull()
})

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
