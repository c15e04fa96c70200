/**
 * Whether a text looks like an e-mail address, such as `a@b.c`. Its length is limited first, because the rest is
 * quadratic.
 */
export function isEmail(text: string): boolean {
  return /^(?=.{1,254}$)[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
}

/**
 * Matches an optional plus, a non-zero digit, 1 to 4 more digits, an optional space or hyphen, and 6 to 12 digits. Also
 * matches exactly 10 digits, such as '0772123456'.
 */
const PHONE = /^(\+?[1-9]\d{1,4}[ -]?\d{6,12}|\d{10})$/

/** Matches spaces, hyphens, dots, brackets and invisible characters such as direction marks. */
const SEPARATORS = /[\s.\u2212\p{Pd}\p{Ps}\p{Pe}\p{Cf}]/gu

/** Returns a phone number as it is sent: as typed if it is valid, else without separators; null if both are invalid. */
export function validPhone(text: string): string | null {
  const typed = text.trim()
  return [typed, typed.replace(SEPARATORS, '')].find((phone) => PHONE.test(phone)) ?? null
}

/** Returns the digits of a phone number and its leading plus. */
export function phoneDigits(text: string): string {
  return text.replace(/[^+\d]/g, '').replace(/(?!^)\+/g, '')
}
