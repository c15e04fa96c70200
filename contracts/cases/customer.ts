import type { customer } from '../src/customer.ts'
import type { CasesOf } from './case.ts'
import { field, idOf } from './learn-from.ts'

export const customerCases: CasesOf<typeof customer> = {
  info: [
    {
      title: 'tells who the token belongs to',
      as: 'customer',
      status: 200,
      gives: ['customerId'],
      learns: (body) => {
        const id = field(body, 'id')
        return idOf(id) === null ? {} : { customerId: Number(id) }
      },
    },
    { title: 'refuses a stranger', status: 401 },
    {
      title: 'refuses a token that is none',
      as: 'impostor',
      status: 401,
      emulatorOnly: 'a made-up token is a probe',
    },
  ],
}
