import { expect, test } from 'vitest'
import { type FormControl, fillField, isChanged, restoreTypedText, storeTypedText } from './fields.ts'

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

const FORM = `
  <input name="title"><textarea name="message"></textarea>
  <select name="class"><option>P1<option>P2<option>P3</select>
  <input type="checkbox" name="gift"><input type="checkbox" name="news" checked>
  <input type="radio" name="size" value="S" checked><input type="radio" name="size" value="M">`

/** Shows the form as the document contains it. */
function openForm(): FormControl[] {
  document.body.innerHTML = FORM
  return [...document.querySelectorAll<FormControl>('input, textarea, select')]
}

const values = () =>
  [...document.querySelectorAll<FormControl>('input:not([type]), textarea, select, input:checked')].map(
    (field) => (field instanceof HTMLInputElement && field.type === 'checkbox' ? field.name : field.value),
  )

function fillForm(): void {
  const [title, message, schoolClass, gift, news, , medium] = openForm()
  for (const [field, value] of [
    [title, 'Atlas'],
    [message, 'Two copies'],
    [schoolClass, 'P3'],
    [gift, true],
    [news, false],
    [medium, true],
  ] as const)
    fillField(field as FormControl, value)
}

test('typed text and choices are restored after a reload, once', () => {
  fillForm()
  const filled = values()
  expect(filled).toEqual(['Atlas', 'Two copies', 'P3', 'gift', 'M'])
  storeTypedText()
  openForm()
  const changed: string[] = []
  for (const type of ['input', 'change'] as const)
    window.addEventListener(type, ({ target }) => changed.push((target as FormControl).name))
  restoreTypedText()
  expect(values()).toEqual(filled)
  expect([...new Set(changed)].sort()).toEqual(['class', 'gift', 'message', 'news', 'size', 'title'])
  openForm()
  restoreTypedText()
  expect(values()).toEqual(['', '', 'P1', 'news', 'S'])
})

test('text is not restored on another page, and not from values that the shop has not stored', () => {
  fillForm()
  storeTypedText()
  const stored = sessionStorage.getItem('typedText') ?? ''
  for (const text of [stored.replace('"path":"/', '"path":"/shop'), '{"path":"/","fields":{}}', '7']) {
    sessionStorage.setItem('typedText', text)
    openForm()
    restoreTypedText()
    expect(values()).toEqual(['', '', 'P1', 'news', 'S'])
    expect(sessionStorage.getItem('typedText')).toBeNull()
  }
})

test('a field is changed if it differs from the document', () => {
  expect(openForm().filter(isChanged)).toEqual([])
  fillForm()
  const fields = [...document.querySelectorAll<FormControl>('input, textarea, select')]
  const names = fields.filter(isChanged).map(({ name }) => name)
  expect(names).toEqual(['title', 'message', 'class', 'gift', 'news', 'size', 'size'])
})

test('a filled field keeps the selection if it has the focus', () => {
  document.body.innerHTML = '<input value="atlas">'
  const field = document.querySelector('input') as HTMLInputElement
  field.focus()
  field.setSelectionRange(1, 3)
  fillField(field, 'atlases')
  expect([field.selectionStart, field.selectionEnd]).toEqual([1, 3])
})
