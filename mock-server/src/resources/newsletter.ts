import type { newsletter } from 'contracts/resources/newsletter'
import type { ProviderHandlers } from '../http/handler.ts'
import { readTextColumnOrCrash } from '../http/request/php-input.ts'
import { max, refuseInvalid, required } from '../http/request/validation-rules.ts'
import { refuseWithMessage } from '../http/response/failures.ts'
import { insert } from '../world/queries.ts'

export const newsletterHandlers: ProviderHandlers<typeof newsletter> = {
  subscribe: ({ world, fields }) => {
    const refused = refuseInvalid(fields, { email: [required(), max(255)] })
    if (refused) return refused
    const subscriber = { email: readTextColumnOrCrash(fields, 'email'), created_at: world.clock.now() }
    const { changes } = insert(world, 'newsletter_subscribers', subscriber, 'ignore')
    // Source R1: the host returns 400 with a bare message for a duplicate.
    if (changes === 0) return refuseWithMessage(400, 'Email Already exists')
    return { status: 200, body: { message: 'Successfully subscribed' } }
  },
}
