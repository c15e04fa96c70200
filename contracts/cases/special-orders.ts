import type { specialOrders } from '../src/resources/special-orders.ts'
import type { CasesOf } from './provider-case.ts'

const ASSUMED = 'the rule is assumed, and a host without it would keep the special order'

const request = {
  customer_name: 'contract-test',
  phone_number: '+256700000099',
  preferred_contact_method: 'WhatsApp',
  email: null,
  item_name: 'contract-test: a book that is out of print',
  order_details: 'Any edition',
  quantity: 1,
  customizations: '',
  status: 1,
}

export const specialOrdersCases: CasesOf<typeof specialOrders> = {
  store: [
    {
      title: 'stores a special order',
      as: 'customer',
      request: { body: request },
      status: 200,
      emulatorOnly: 'the special order cannot be undone',
    },
    {
      title: 'lists the missing fields',
      as: 'customer',
      request: { body: { customer_name: 'contract-test' } },
      status: 422,
      emulatorOnly: ASSUMED,
    },
    {
      title: 'refuses an invalid e-mail address',
      as: 'customer',
      request: { body: { ...request, preferred_contact_method: 'Email', email: 'Text' } },
      status: 422,
      emulatorOnly: ASSUMED,
    },
    {
      title: 'refuses a quantity out of range',
      as: 'customer',
      request: { body: { ...request, quantity: 99_999_999_999 } },
      status: 422,
      emulatorOnly: ASSUMED,
    },
    {
      title: 'returns 401 without a token',
      request: { body: { customer_name: 'contract-test' } },
      status: 401,
    },
  ],
}
