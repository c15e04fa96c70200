import type { newsletter } from '../src/resources/newsletter.ts'
import type { CasesOf } from './provider-case.ts'

const subscriber = { email: 'contract-test@kitabo.example' }
const PERMANENT = 'the subscription cannot be undone'

export const newsletterCases: CasesOf<typeof newsletter> = {
  subscribe: [
    {
      title: 'subscribes an e-mail address',
      request: { body: subscriber },
      status: 200,
      emulatorOnly: PERMANENT,
    },
    {
      title: 'rejects an e-mail address that is already subscribed',
      request: { body: subscriber },
      status: 400,
      emulatorOnly: PERMANENT,
    },
    { title: 'reports the missing field', request: { body: {} }, status: 403 },
  ],
}
