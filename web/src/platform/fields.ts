import { type ElementLocator, findElement, locate } from './element-locator.ts'
import { readStoredJson, writeStoredJson } from './storage.ts'

const TYPED_TEXT = 'typedText'

export const FIELDS = 'input:not([autocomplete*=password], [type=hidden], [type=file]), textarea, select'

export type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export type FieldValue = string | boolean

const isTickable = (field: FormControl): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)

export function fieldValue(field: FormControl): FieldValue {
  return isTickable(field) ? field.checked : field.value
}

/** Whether a field's value differs from the one in the markup. */
export function isChanged(field: FormControl): boolean {
  if (field instanceof HTMLSelectElement)
    return (
      field.selectedIndex !==
      Math.max(
        0,
        [...field.options].findIndex((option) => option.defaultSelected),
      )
    )
  return isTickable(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}

/** Sets a field's value and dispatches its event. Also notifies React if the field already has the value. */
export function fillField(field: FormControl, value: FieldValue): void {
  if (isTickable(field)) {
    // A click can't uncheck a radio button.
    if (!value && field.type === 'radio') return
    field.checked = !value
    field.click()
    return
  }
  const { selectionStart, selectionEnd } = field as Partial<HTMLInputElement>
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
  // Trap: React tracks assignments to `value` and ignores events without a change. The first assignment is tracked; the
  // prototype's setter is not, so React sees a change.
  field.value = `${value}.`
  setter?.call(field, value)
  if (typeof selectionStart === 'number' && field === document.activeElement && 'setSelectionRange' in field)
    field.setSelectionRange(selectionStart, selectionEnd ?? selectionStart)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

type StoredFields = { path: string; fields: [locator: ElementLocator, value: FieldValue][] }

/** Stores the values of form fields, except passwords, in sessionStorage, so that they survive a reload. */
export function storeTypedText(): void {
  const fields = [...document.querySelectorAll<FormControl>(FIELDS)].map(
    (field): StoredFields['fields'][number] => [locate(field), fieldValue(field)],
  )
  const stored: StoredFields = { path: window.location.pathname, fields }
  writeStoredJson(TYPED_TEXT, stored, 'session')
}

/** Restores stored text if the path is the same, and deletes it from the storage. */
export function restoreTypedText(): void {
  const stored = readStoredJson(TYPED_TEXT, 'session') as Partial<StoredFields> | undefined
  writeStoredJson(TYPED_TEXT, null, 'session')
  if (stored?.path !== window.location.pathname || !Array.isArray(stored.fields)) return
  for (const [locator, value] of stored.fields) {
    const field = findElement(locator)
    if (field?.matches(FIELDS) && fieldValue(field as FormControl) !== value)
      fillField(field as FormControl, value)
  }
}
