/** The sessionStorage key for typed text across a reload (typed-text.ts). */
export const TYPED_TEXT = 'typedText'

export const FIELDS = 'input:not([type=password], [type=hidden], [type=file]), textarea, select'

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export type FieldValue = string | boolean

/**
 * Returns a selector that finds the same control in a different rendering of the page.
 * @returns null for a control without `data-boot`, name or id, and for a link without `href`
 */
export function selectorOf(control: Element): string | null {
  const by = (attribute: string) => {
    const value = control.getAttribute(attribute)
    return value === null ? '' : `[${attribute}="${value.replace(/["\\\n\r\f]/g, escaped)}"]`
  }
  const own =
    by('data-boot') ||
    (control.localName === 'a'
      ? by('href')
      : control.getAttribute('type') === 'radio'
        ? by('name') + by('value')
        : by('name') || by('id'))
  // Fields of two forms may have the same name.
  const form = control.parentElement?.closest<HTMLElement>('form[data-boot]')
  return (own && `${form ? `[data-boot="${form.dataset.boot}"] ` : ''}${control.localName}${own}`) || null
}

/** Escapes a character for a CSS string. `CSS.escape` would also escape the colon in `add:5`. */
const escaped = (character: string) => `\\${character.charCodeAt(0).toString(16)} `

const isTickable = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)

export function fieldValue(field: Field): FieldValue {
  return isTickable(field) ? field.checked : field.value
}

export function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return false
  return isTickable(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}

/**
 * Fills a field as a shopper would. Bypasses React's value setter, because React would otherwise miss the change.
 * @returns a promise that settles when React has rendered the change. Otherwise, a form would overwrite the change when
 *   the next field changes
 */
export async function fillField(field: Field, value: FieldValue): Promise<void> {
  if (fieldValue(field) === value) return
  if (isTickable(field)) return field.click()
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
  setter?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
