import type { GuardOptions } from './guard.ts'

/** Pages that only their own origin may frame: the shop and the console. */
export const OWN_FRAMES = "frame-ancestors 'self'"

/** The payment window is framed by the shop, which may run on another port or under an allowed name. */
export function paymentFrames({ hosts }: GuardOptions): string {
  const names = ['localhost', '127.0.0.1', ...(hosts === '*' ? [] : hosts)]
  // trap: a source list has no form for an IPv6 address.
  const sources = names
    .filter((name) => /^[\w.-]+$/.test(name))
    .flatMap((name) => [`http://${name}:*`, `https://${name}:*`])
  return ["frame-ancestors 'self'", ...sources].join(' ')
}
