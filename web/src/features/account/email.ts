/** Non-space text, @, text, dot, text: the one reading of an e-mail address in the shop. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
}
