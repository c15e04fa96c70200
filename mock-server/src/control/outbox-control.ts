import { readDuration } from '../clock.ts'
import { refuseWithMessage } from '../failures.ts'
import { deliver, type PaymentSettings } from '../payments/webhooks.ts'
import type { Handlers } from '../serve.ts'
import { run } from '../world.ts'
import type { Control } from './contract.ts'
import { messageOf, readOutbox, waitForMessage } from './outbox.ts'

const USUAL_WAIT = 5000
const LONGEST_WAIT = 30_000

export function outboxHandlers(payments: PaymentSettings): Handlers<Control['outbox']> {
  return {
    list: ({ world, query }) => ({ status: 200, body: { messages: readOutbox(world, query) } }),
    wait: async ({ world, query }) => {
      const ms = Math.min(readDuration(query.timeout ?? USUAL_WAIT) ?? USUAL_WAIT, LONGEST_WAIT)
      const message = await waitForMessage(world, query, ms)
      return message
        ? { status: 200, body: message }
        : refuseWithMessage(404, `((No such message came within ${ms} ms.))`)
    },
    clear: ({ world }) => {
      run(world, 'DELETE FROM outbox')
      return { status: 200, body: { message: 'The outbox is empty.' } }
    },
    resend: async ({ world, body }) => {
      const message = messageOf(world, body.id)
      if (!message) return refuseWithMessage(404, `((There is no message ${body.id}.))`)
      if (message.channel !== 'webhook')
        return refuseWithMessage(400, '((Only payment callbacks are delivered anywhere.))')
      if (body.delay !== undefined && readDuration(body.delay) === null) {
        return refuseWithMessage(400, '((delay must be like 5s or a number of milliseconds.))')
      }
      const delivery = deliver(world, payments, body.id, {
        copies: body.copies,
        delay: body.delay,
        wrongSignature: body.wrong_signature,
      })
      // A late one goes out by itself; one that goes now is answered with what came of it.
      if (body.delay === undefined) await delivery
      return { status: 200, body: messageOf(world, body.id) ?? message }
    },
  }
}
