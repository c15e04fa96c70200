import type { customer } from '../src/customer.ts'
import type { CasesOf } from './case.ts'

export const customerCases: CasesOf<typeof customer> = {
  info: [
    {
      title: 'tells who the token belongs to',
      as: 'customer',
      status: 200,
      learns: (body) => ({ customerId: (body as { id: number }).id }),
    },
    { title: 'refuses a stranger', status: 401 },
    { title: 'refuses a token that is none', as: 'impostor', status: 401 },
  ],
}
