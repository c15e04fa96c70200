import {
  FIELDS,
  type Field,
  type FieldValue,
  fieldValue,
  fillField,
  KEPT_TEXT,
  selectorOf,
} from '../boot/control.ts'
import { readJson, writeJson } from './storage.ts'

type Kept = { path: string; fields: [selector: string, value: FieldValue][] }

/** Stores the text of the page's fields, except passwords, for the next reload. */
export function keepTypedText(): void {
  const fields = [...document.querySelectorAll<Field>(FIELDS)].flatMap((field): Kept['fields'] => {
    const selector = selectorOf(field)
    return selector === null ? [] : [[selector, fieldValue(field)]]
  })
  const kept: Kept = { path: window.location.pathname, fields }
  writeJson(KEPT_TEXT, kept, 'session')
}

/** Restores the stored text into the fields of the same page, once. */
export async function restoreTypedText(): Promise<void> {
  const kept = readJson(KEPT_TEXT, 'session') as Partial<Kept> | undefined
  writeJson(KEPT_TEXT, null, 'session')
  if (kept?.path !== window.location.pathname || !Array.isArray(kept.fields)) return
  for (const [selector, value] of kept.fields) {
    const field = document.querySelector<Field>(selector)
    if (field) await fillField(field, value)
  }
}
