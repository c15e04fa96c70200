/** Where the text of a page's fields is kept over a reload, for this tab (typed-text.ts). */
export const KEPT_TEXT = 'typedText'

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * As if typed: React detects a change only when its own setter is bypassed.
 * @returns settles when React has drawn it: a form would forget it with the next change of another field
 */
export async function typeInto(field: Field, value: string): Promise<void> {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
  setter?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}
