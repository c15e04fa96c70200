import { readStoredJson, writeStoredJson } from './storage.ts'

/** The sessionStorage key for typed text across a reload. */
const TYPED_TEXT = 'typedText'

export const FIELDS = 'input:not([type=password], [type=hidden], [type=file]), textarea, select'

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export type FieldValue = string | boolean

/** Returns a selector that finds the same field after a reload. @returns null for a field without name or id */
export function selectorOf(field: Element): string | null {
  const by = (attribute: string, element = field) => {
    const value = element.getAttribute(attribute)
    return value === null ? '' : `[${attribute}="${value.replace(/["\\\n\r\f]/g, escaped)}"]`
  }
  const own = field.getAttribute('type') === 'radio' ? by('name') + by('value') : by('name') || by('id')
  // Fields of two forms may have the same name.
  const form = field.closest('form')
  return own === '' ? null : `${form ? `form${by('class', form)} ` : ''}${field.localName}${own}`
}

/** Escapes a character in a CSS string. */
const escaped = (character: string) => `\\${character.charCodeAt(0).toString(16)} `

const isTickable = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)

export function fieldValue(field: Field): FieldValue {
  return isTickable(field) ? field.checked : field.value
}

/** Whether a field's value differs from the one in the markup. */
export function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return false
  return isTickable(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}

/** Sets a field's value and dispatches its event. Also notifies React if the field already has the value. */
export function fillField(field: Field, value: FieldValue): void {
  if (isTickable(field)) {
    field.checked = !value
    field.click()
    return
  }
  const { selectionStart, selectionEnd } = field as Partial<HTMLInputElement>
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
  // trap: React tracks assignments to `value` and ignores events without a change. The first assignment is tracked; the
  // prototype's setter is not, so React sees a change.
  field.value = `${value}.`
  setter?.call(field, value)
  if (typeof selectionStart === 'number' && field === document.activeElement && 'setSelectionRange' in field)
    field.setSelectionRange(selectionStart, selectionEnd ?? selectionStart)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

type Cached = { path: string; fields: [selector: string, value: FieldValue][] }

/** Stores the values of form fields, except passwords, in sessionStorage, so that they survive a reload. */
export function storeTypedText(): void {
  const fields = [...document.querySelectorAll<Field>(FIELDS)].flatMap((field): Cached['fields'] => {
    const selector = selectorOf(field)
    return selector === null ? [] : [[selector, fieldValue(field)]]
  })
  const stored: Cached = { path: window.location.pathname, fields }
  writeStoredJson(TYPED_TEXT, stored, 'session')
}

/** Restores stored text if the path is the same, and deletes it from the storage. */
export function restoreTypedText(): void {
  const stored = readStoredJson(TYPED_TEXT, 'session') as Partial<Cached> | undefined
  writeStoredJson(TYPED_TEXT, null, 'session')
  if (stored?.path !== window.location.pathname || !Array.isArray(stored.fields)) return
  for (const [selector, value] of stored.fields) {
    const field = document.querySelector<Field>(selector)
    if (field && fieldValue(field) !== value) fillField(field, value)
  }
}
