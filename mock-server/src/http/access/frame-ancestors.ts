import type { GuardOptions } from './guard-options.ts'

/** Policy for pages that only their own origin may frame. */
export const SAME_ORIGIN_FRAME_ANCESTORS = "frame-ancestors 'self'"

/** Allows the shop at any port of this machine and of allowed host names, and at allowed origins. */
export function paymentFrameAncestors({ hosts, origins }: GuardOptions): string {
  const names = ['localhost', '127.0.0.1', ...(hosts === '*' ? [] : hosts)]
  // Trap: CSP source lists cannot express IPv6 addresses.
  const sources = names
    .filter((name) => /^[\w.-]+$/.test(name))
    .flatMap((name) => [`http://${name}:*`, `https://${name}:*`])
  const allowed = origins === '*' ? [] : origins.filter((origin) => /^https?:\/\/[\w.:-]+$/.test(origin))
  return [SAME_ORIGIN_FRAME_ANCESTORS, ...sources, ...allowed].join(' ')
}
