import { readJson, writeJson } from './storage.ts'
import { type Field, KEPT_TEXT, typeInto } from './type-into.ts'

const FIELDS = 'input:not([type=password], [type=hidden], [type=file]), textarea, select'

type Kept = { path: string; fields: [selector: string, value: string | boolean][] }

/** How a field is found again after a reload; null where it has neither a name nor an id. */
function selectorOf(field: Field): string | null {
  if (field instanceof HTMLInputElement && field.type === 'radio')
    return `input[name="${CSS.escape(field.name)}"][value="${CSS.escape(field.value)}"]`
  if (field.name) return `${field.localName}[name="${CSS.escape(field.name)}"]`
  return field.id ? `#${CSS.escape(field.id)}` : null
}

const isTickable = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)

/** Keeps what the page's fields contain, passwords excepted, for the reload that follows. */
export function keepTypedText(): void {
  const fields = [...document.querySelectorAll<Field>(FIELDS)].flatMap((field): Kept['fields'] => {
    const selector = selectorOf(field)
    return selector === null ? [] : [[selector, isTickable(field) ? field.checked : field.value]]
  })
  const kept: Kept = { path: window.location.pathname, fields }
  writeJson(KEPT_TEXT, kept, 'session')
}

/** Types what was kept into the fields of the same page again, once. */
export async function restoreTypedText(): Promise<void> {
  const kept = readJson(KEPT_TEXT, 'session') as Partial<Kept> | undefined
  writeJson(KEPT_TEXT, null, 'session')
  if (kept?.path !== window.location.pathname || !Array.isArray(kept.fields)) return
  for (const [selector, value] of kept.fields) {
    const field = document.querySelector<Field>(selector)
    if (!field) continue
    if (isTickable(field)) {
      if (field.checked !== value) field.click()
    } else if (field.value !== value) await typeInto(field, String(value))
  }
}
