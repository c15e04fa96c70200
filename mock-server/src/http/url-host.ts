/** Formats a host for a URL; unspecified addresses become the loopback address. */
export function formatUrlHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
