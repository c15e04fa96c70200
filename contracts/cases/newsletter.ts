import type { newsletter } from '../src/newsletter.ts'
import type { CasesOf } from './case.ts'

const subscriber = { email: 'contract-case@kitabo.example' }
const STAYS = 'nobody can take the subscription back'

export const newsletterCases: CasesOf<typeof newsletter> = {
  subscribe: [
    { title: 'subscribes an address', request: { body: subscriber }, status: 200, emulatorOnly: STAYS },
    {
      title: 'refuses an address that is there already',
      request: { body: subscriber },
      status: 400,
      emulatorOnly: STAYS,
    },
    { title: 'names the missing field', request: { body: {} }, status: 403 },
  ],
}
