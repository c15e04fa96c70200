import type { newsletter } from '../src/newsletter.ts'
import type { CasesOf } from './case.ts'

const subscriber = { email: 'contract-case@kitabo.example' }
const PERMANENT = 'the subscription cannot be taken back'

export const newsletterCases: CasesOf<typeof newsletter> = {
  subscribe: [
    { title: 'subscribes an address', request: { body: subscriber }, status: 200, emulatorOnly: PERMANENT },
    {
      title: 'rejects an address that is already subscribed',
      request: { body: subscriber },
      status: 400,
      emulatorOnly: PERMANENT,
    },
    { title: 'names the missing field', request: { body: {} }, status: 403 },
  ],
}
