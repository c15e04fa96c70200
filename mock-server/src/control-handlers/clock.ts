import type { Control } from '../control-api/control.ts'
import { parseDuration } from '../control-api/duration.ts'
import type { Handlers } from '../http/handler.ts'
import { refuseWithMessage } from '../http/response/failures.ts'
import { settlePayments } from '../payments/charges.ts'
import type { PaymentSettings } from '../payments/payment-settings.ts'
import { isWithinReach } from '../world/clock.ts'
import type { World } from '../world/world.ts'

const clockState = ({ clock }: World) => ({
  now: new Date(clock.now()).toISOString(),
  frozen: clock.isFrozen(),
})

/** @param payments settings for the webhooks that are sent when a clock change settles pending payments */
export function clockHandlers(payments: PaymentSettings): Handlers<Control['clock']> {
  return {
    get: ({ world }) => ({ status: 200, body: clockState(world) }),
    change: ({ world, body }) => {
      const { clock } = world
      const advance = parseDuration(body.advance ?? 0) ?? 0
      const target = (body.set === undefined ? clock.now() : Date.parse(body.set)) + advance
      if (!isWithinReach(target))
        return refuseWithMessage(400, '((The time must stay within a hundred years of now.))')
      if (body.set !== undefined) clock.set(Date.parse(body.set))
      if (body.frozen === true) clock.freeze()
      if (body.frozen === false) clock.resume()
      clock.advance(advance)
      settlePayments(world, payments)
      return { status: 200, body: clockState(world) }
    },
  }
}
