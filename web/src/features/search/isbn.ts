/** Returns an ISBN without hyphens and spaces; null for other text. */
export function readIsbn(text: string | null): string | null {
  const digits = (text ?? '').replace(/[-\s]/g, '').toUpperCase()
  return /^(97[89]\d{10}|\d{9}[\dX])$/.test(digits) ? digits : null
}

/** The minimum number of digits. Shorter input is treated as a plain number. */
const MIN_DIGITS = 6

/** Returns the digits of a complete or partly typed ISBN-13, or of a converted ISBN-10; null for other text. */
export function readIsbnStart(text: string): string | null {
  const digits = text.replace(/^\s*isbn(?:-1[03])?\s*:?/i, '').replace(/[-\s]/g, '')
  // Ten digits beginning with 978 are an incomplete ISBN-13, not an ISBN-10.
  if (digits.length >= MIN_DIGITS && /^97[89]\d{1,10}$/.test(digits)) return digits
  const isbn = readIsbn(digits)
  return isbn === null ? null : toIsbn13(isbn)
}

/** Converts an ISBN-10 as specified in ISO 2108: prefixes its first nine digits with 978 and adds a new check digit. */
function toIsbn13(isbn: string): string {
  const twelve = `978${isbn.slice(0, 9)}`
  const sum = [...twelve].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  )
  return `${twelve}${(10 - (sum % 10)) % 10}`
}
