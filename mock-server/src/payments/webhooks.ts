import { addToOutbox, findMessage, MAX_DELIVERIES, readOutbox } from '../world/outbox.ts'
import { update } from '../world/queries.ts'
import type { World } from '../world/world.ts'
import type { PaymentSettings } from './payment-settings.ts'
import { receiveWebhook } from './receive-webhook.ts'
import type { Transaction } from './transactions.ts'
import { PAYMENT_TYPE_DETAILS, toVerificationData } from './vendor-payloads.ts'

/** Assumed: the vendor's timeout is a minute, which is too long for tests. */
const WEBHOOK_TIMEOUT_MS = 10_000

/** Stores the webhook of a settled payment in the outbox and delivers it. */
export function sendPaymentWebhook(world: World, settings: PaymentSettings, transaction: Transaction): void {
  const { amount_settled: _, ...data } = toVerificationData(world, transaction)
  const { webhookType } = PAYMENT_TYPE_DETAILS[transaction.payment_type]
  const id = addToOutbox(world, {
    channel: 'webhook',
    recipient: settings.webhookUrl ?? 'the emulator itself',
    subject: `charge.completed ${transaction.tx_ref} ${transaction.status}`,
    body: JSON.stringify({ event: 'charge.completed', data, 'event.type': webhookType }),
    code: null,
  })
  // The first delivery follows an await, so a transaction around this call is complete; after a rollback, there is no
  // message.
  world.timers.inBackground(deliverWebhook(world, settings, id, {}))
}

/** Delivers a webhook, optionally several times or with an invalid signature. Retries failures. */
export async function deliverWebhook(
  world: World,
  settings: PaymentSettings,
  id: number,
  {
    copies = 1,
    hasWrongSignature = false,
  }: { copies?: number | undefined; hasWrongSignature?: boolean | undefined },
): Promise<void> {
  for (let copy = 0; copy < copies; copy++) {
    for (const wait of [0, ...settings.retryAfter]) {
      await world.awaitOrAbort(world.timers.wait(wait))
      if (world.timers.hasEnded()) return
      const outcome = await attemptDelivery(world, settings, id, hasWrongSignature)
      // The receiver must refuse an invalid signature, so the delivery is not retried.
      if (outcome === null || outcome.startsWith('200') || hasWrongSignature) break
    }
  }
}

/** Delivers the webhooks whose attempts a stop, a kill or a restore interrupted before the receiver accepted them. */
export function resumeWebhooks(world: World, settings: PaymentSettings): void {
  for (const { id, deliveries } of readOutbox(world, { channel: 'webhook' }).reverse()) {
    const isAccepted = deliveries.some(({ outcome }) => outcome.startsWith('200'))
    if (!isAccepted && deliveries.length <= settings.retryAfter.length)
      world.timers.inBackground(deliverWebhook(world, settings, id, {}))
  }
}

/** @returns the receiver's result; null if the message was deleted */
async function attemptDelivery(
  world: World,
  settings: PaymentSettings,
  id: number,
  hasWrongSignature: boolean,
): Promise<string | null> {
  const message = findMessage(world, id)
  if (!message) return null
  const hash = hasWrongSignature ? 'not-the-hash' : settings.secretHash
  let outcome: string
  if (settings.webhookUrl === null) {
    const receipt = receiveWebhook(world, hash, settings.secretHash, JSON.parse(message.body))
    outcome = `${receipt.status} ${receipt.message}`
  } else {
    outcome = await world.awaitOrAbort(post(settings.webhookUrl, hash, message.body))
  }
  const deliveries = [
    ...(findMessage(world, id)?.deliveries ?? []),
    { at: new Date(world.clock.now()).toISOString(), outcome },
  ].slice(-MAX_DELIVERIES)
  update(world, 'outbox', 'SET deliveries = ? WHERE id = ?', JSON.stringify(deliveries), id)
  return outcome
}

async function post(url: string, hash: string, body: string): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'verif-hash': hash },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
    })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    const { cause, message } = error as Error
    return `no response: ${cause instanceof Error ? cause.message : message}`
  }
}
