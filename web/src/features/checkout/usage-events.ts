import { env } from '../../config/env.ts'

/**
 * Posts what became of the payment modal to the build's usage endpoint, where it names one: the event only, nothing
 * of the shopper or the order. Failures are ignored.
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
