import type { newsletter } from 'contracts/resources/newsletter'
import type { Handlers } from '../http/handler.ts'
import { refuseWithMessage } from '../http/response/failures.ts'
import { insert } from '../world/world.ts'

export const newsletterHandlers: Handlers<typeof newsletter> = {
  subscribe: ({ world, body }) => {
    const subscriber = { email: body.email, created_at: world.clock.now() }
    const { changes } = insert(world, 'newsletter_subscribers', subscriber, 'ignore')
    // Source R1: the host returns 400 with a bare message for a duplicate.
    if (changes === 0) return refuseWithMessage(400, 'Email Already exists')
    return { status: 200, body: { message: 'Successfully subscribed' } }
  },
}
