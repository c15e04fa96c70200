/** The figures of an ISBN, without the hyphens and spaces it is printed with; null if it is not an ISBN. */
export function readIsbn(text: string | null): string | null {
  const measurements = (text ?? '').replace(/[-\s]/g, '').toUpperCase()
  return /^(97[89]\d{10}|\d{9}[\dX])$/.test(measurements) ? measurements : null
}

/** Fewer figures of an ISBN than these are a number like any other. */
const SHORTEST_START = 6

/**
 * The first figures of an ISBN-13 as it is being typed, or all of them, however they are set apart; an ISBN-10 becomes
 * the ISBN-13 of the same book. Null where the text is none.
 */
export function readIsbnStart(text: string): string | null {
  const measurements = text.replace(/^\s*isbn(?:-1[03])?\s*:?/i, '').replace(/[-\s]/g, '')
  // Ten figures behind 978 are no ISBN-10, but an ISBN-13 of which three are missing.
  if (measurements.length >= SHORTEST_START && /^97[89]\d{1,10}$/.test(measurements)) return measurements
  const whole = readIsbn(measurements)
  return whole === null ? null : toIsbn13(whole)
}

/** ISO 2108: the nine figures of an ISBN-10 behind 978, with a check digit of their own. */
function toIsbn13(isbn: string): string {
  const twelve = `978${isbn.slice(0, 9)}`
  const sum = [...twelve].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return `${twelve}${(10 - (sum % 10)) % 10}`
}
