import type { GuardOptions } from './guard.ts'

/** Policy for pages that only their own origin may frame. */
export const OWN_FRAMES = "frame-ancestors 'self'"

/** Policy of the console: allows its own files and the control API, but no inline code and no other hosts. */
export const CONSOLE_POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; ${OWN_FRAMES}`

/**
 * Returns the policy of the payment window. The shop may frame it from any port of this machine or of an allowed host name,
 * and from an allowed origin.
 */
export function paymentFrames({ hosts, origins }: GuardOptions): string {
  const names = ['localhost', '127.0.0.1', ...(hosts === '*' ? [] : hosts)]
  // trap: CSP source lists cannot express IPv6 addresses.
  const sources = names
    .filter((name) => /^[\w.-]+$/.test(name))
    .flatMap((name) => [`http://${name}:*`, `https://${name}:*`])
  const allowed = origins === '*' ? [] : origins.filter((origin) => /^https?:\/\/[\w.:-]+$/.test(origin))
  return [OWN_FRAMES, ...sources, ...allowed].join(' ')
}
