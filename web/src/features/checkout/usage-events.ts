import { env } from '../../config/env.ts'

/**
 * Tells the build's usage endpoint, where it names one, what became of the payment modal: the bare word, nothing
 * of the shopper or the order. Failures are nobody's concern.
 */
export function postUsageEvent(event: 'opened' | 'paid' | 'unpaid' | 'closed'): void {
  if (env.usageEvents === '') return
  fetch(env.usageEvents, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ event }),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => {})
}
