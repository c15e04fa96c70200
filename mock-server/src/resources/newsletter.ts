import type { newsletter } from 'contracts/newsletter'
import { refuseWithMessage } from '../http/failures.ts'
import type { Handlers } from '../http/serve.ts'
import { run } from '../world/world.ts'

export const newsletterHandlers: Handlers<typeof newsletter> = {
  subscribe: ({ world, body }) => {
    const { changes } = run(
      world,
      'INSERT INTO newsletter_subscribers (email, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
      body.email,
      world.clock.now(),
    )
    // witness: 400 and a bare message for a duplicate (7.1 family).
    if (changes === 0) return refuseWithMessage(400, 'Email Already exists')
    return { status: 200, body: { message: 'Successfully subscribed' } }
  },
}
