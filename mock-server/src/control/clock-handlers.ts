import type { Handlers } from '../http/handler.ts'
import { refuseWithMessage } from '../http/response/failures.ts'
import { settle } from '../payments/payments.ts'
import type { PaymentSettings } from '../payments/webhooks.ts'
import { isWithinReach, readDuration } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import type { Control } from './contract.ts'

const state = ({ clock }: World) => ({ now: new Date(clock.now()).toISOString(), frozen: clock.isFrozen() })

/** @param payments settings for the notifications of pending payments, which a clock change can settle */
export function clockHandlers(payments: PaymentSettings): Handlers<Control['clock']> {
  return {
    get: ({ world }) => ({ status: 200, body: state(world) }),
    change: ({ world, body }) => {
      const { clock } = world
      const advance = body.advance === undefined ? 0 : readDuration(body.advance)
      if (advance === null)
        return refuseWithMessage(400, '((advance must be like 15m, 1h30m, 90s, or milliseconds.))')
      const target = (body.set === undefined ? clock.now() : Date.parse(body.set)) + advance
      if (!isWithinReach(target))
        return refuseWithMessage(400, '((The time must stay within a hundred years of now.))')
      if (body.set !== undefined) clock.set(Date.parse(body.set))
      if (body.frozen === true) clock.freeze()
      if (body.frozen === false) clock.resume()
      clock.advance(advance)
      settle(world, payments)
      return { status: 200, body: state(world) }
    },
  }
}
