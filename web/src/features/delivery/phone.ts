/**
 * An optional plus, a non-zero digit, 1 to 4 more, an optional space or hyphen, then 6 to 12 digits; or exactly
 * 10 digits. '0772123456' passes by the second alternative only.
 */
const PHONE = /^(\+?[1-9]\d{1,4}[ -]?\d{6,12}|\d{10})$/

export const PHONE_ERROR = 'Please enter a valid phone number (e.g., 10 digits or with country code).'

/** Shown under the field. Both numbers pass. */
export const PHONE_EXAMPLE = 'For example 0772123456 or +256 772123456.'

export function isPhone(text: string): boolean {
  return PHONE.test(text.trim())
}
