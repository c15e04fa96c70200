import type { customer } from '../src/resources/customer.ts'
import { field, idOf } from './extract.ts'
import { type CasesOf, INVALID_TOKEN } from './provider-case.ts'

export const customerCases: CasesOf<typeof customer> = {
  info: [
    {
      title: 'returns the customer to whom the token was issued',
      as: 'customer',
      status: 200,
      outputs: ['customerId'],
      extract: (body) => {
        const id = field(body, 'id')
        return idOf(id) === null ? {} : { customerId: Number(id) }
      },
    },
    { title: 'returns 401 without a token', status: 401 },
    INVALID_TOKEN,
  ],
}
