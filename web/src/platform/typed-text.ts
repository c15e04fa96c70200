import {
  FIELDS,
  type Field,
  type FieldValue,
  fieldValue,
  fillField,
  selectorOf,
  TYPED_TEXT,
} from './fields.ts'
import { readStoredJson, writeStoredJson } from './storage.ts'

type Cached = { path: string; fields: [selector: string, value: FieldValue][] }

/** Stores the text of the page's fields, except passwords, for the next reload. */
export function storeTypedText(): void {
  const fields = [...document.querySelectorAll<Field>(FIELDS)].flatMap((field): Cached['fields'] => {
    const selector = selectorOf(field)
    return selector === null ? [] : [[selector, fieldValue(field)]]
  })
  const stored: Cached = { path: window.location.pathname, fields }
  writeStoredJson(TYPED_TEXT, stored, 'session')
}

/** Restores the stored text to the fields of the same page, once. */
export function restoreTypedText(): void {
  const stored = readStoredJson(TYPED_TEXT, 'session') as Partial<Cached> | undefined
  writeStoredJson(TYPED_TEXT, null, 'session')
  if (stored?.path !== window.location.pathname || !Array.isArray(stored.fields)) return
  for (const [selector, value] of stored.fields) {
    const field = document.querySelector<Field>(selector)
    if (field && fieldValue(field) !== value) fillField(field, value)
  }
}
