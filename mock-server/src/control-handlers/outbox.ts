import type { Control } from '../control-api/control.ts'
import { parseDuration } from '../control-api/duration.ts'
import type { Handlers } from '../http/handler.ts'
import { refuseWithMessage } from '../http/response/failures.ts'
import type { PaymentSettings } from '../payments/payment-settings.ts'
import { deliverWebhook } from '../payments/webhooks.ts'
import { findMessage, readOutbox, waitForMessage } from '../world/outbox.ts'
import { remove } from '../world/queries.ts'

const DEFAULT_WAIT_MS = 5000
const MAX_WAIT_MS = 30_000
const MAX_DELAY_MS = 3_600_000

export function outboxHandlers(payments: PaymentSettings): Handlers<Control['outbox']> {
  return {
    list: ({ world, query }) => ({ status: 200, body: { messages: readOutbox(world, query) } }),
    wait: async ({ world, query }) => {
      const ms = Math.min(parseDuration(query.timeout ?? DEFAULT_WAIT_MS) ?? DEFAULT_WAIT_MS, MAX_WAIT_MS)
      const message = await waitForMessage(world, query, ms)
      if (!world.db.open) return refuseWithMessage(404, '((The world was removed during this request.))')
      return message
        ? { status: 200, body: message }
        : refuseWithMessage(404, `((No matching message arrived within ${ms} ms.))`)
    },
    clear: ({ world }) => {
      remove(world, 'outbox')
      return { status: 200, body: { message: 'The outbox is empty.' } }
    },
    resend: async ({ world, body }) => {
      for (const id of body.ids) {
        const message = findMessage(world, id)
        if (!message) return refuseWithMessage(404, `((There is no message ${id}.))`)
        if (message.channel !== 'webhook')
          return refuseWithMessage(400, '((Only webhooks can be redelivered.))')
      }
      const delay = parseDuration(body.delay ?? 0) ?? 0
      if (delay > MAX_DELAY_MS) return refuseWithMessage(400, '((delay may be at most an hour.))')
      const delivery = { copies: body.copies, hasWrongSignature: body.wrong_signature }
      const deliverAll = async () => {
        await world.awaitOrAbort(world.timers.wait(delay))
        // One after another, in the given order. Each is retried separately.
        for (const id of body.ids) await deliverWebhook(world, payments, id, delivery)
      }
      const delivered = deliverAll()
      // Delayed messages are delivered later; immediate ones return their result.
      if (delay === 0) await delivered
      else world.timers.inBackground(delivered)
      return { status: 200, body: { messages: body.ids.flatMap((id) => findMessage(world, id) ?? []) } }
    },
  }
}
