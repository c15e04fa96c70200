import type { orders } from '../src/orders.ts'
import type { CasesOf } from './case.ts'
import { orderLine, orderPayload } from './order-payload.ts'

const STAYS = 'nobody can take an order back'
/** One slip of a host that has lost a rule, and the test account has bought something. */
const RISKS = 'a host that forgot this rule would take the order'

const repeated = { 'Idempotency-Key': 'contract-case-repeated' }

export const ordersCases: CasesOf<typeof orders> = {
  place: [
    {
      title: 'places an order for pickup',
      as: 'customer',
      needs: ['productId'],
      request: ({ productId }) => ({ headers: repeated, body: orderPayload(productId) }),
      status: 200,
      emulatorOnly: STAYS,
    },
    {
      title: 'answers the same order to the same key',
      as: 'customer',
      needs: ['productId'],
      request: ({ productId }) => ({ headers: repeated, body: orderPayload(productId) }),
      status: 200,
      emulatorOnly: 'the host knows no Idempotency-Key: it would order again',
    },
    {
      title: 'refuses another order under a used key',
      as: 'customer',
      needs: ['productId'],
      request: ({ productId }) => ({
        headers: repeated,
        body: orderPayload(productId, { order_amount: 26_000 }),
      }),
      status: 409,
      emulatorOnly: 'the host knows no Idempotency-Key: it would order again',
    },
    {
      title: 'refuses an empty cart',
      as: 'customer',
      request: { body: orderPayload(1, { cart: [] }) },
      status: 403,
      laterStatus: 422,
      emulatorOnly: RISKS,
    },
    {
      title: 'refuses more than there is in stock',
      as: 'customer',
      needs: ['productId'],
      request: ({ productId }) => ({
        body: orderPayload(productId, { cart: [orderLine(productId, { quantity: 1_000_000 })] }),
      }),
      status: 403,
      laterStatus: 422,
      emulatorOnly: RISKS,
    },
    {
      title: 'refuses an unknown order type',
      as: 'customer',
      needs: ['productId'],
      request: ({ productId }) => ({ body: { ...orderPayload(productId), order_type: 'pigeon' } }),
      status: 403,
      emulatorOnly: RISKS,
    },
    { title: 'refuses a call without fields', as: 'customer', request: { body: {} }, status: 403 },
    { title: 'refuses a stranger', request: { body: {} }, status: 401 },
  ],
  list: [
    { title: "lists the customer's orders", as: 'customer', status: 200 },
    { title: 'refuses a stranger', status: 401 },
    {
      title: 'refuses a token that is none',
      as: 'impostor',
      status: 401,
      emulatorOnly: 'a made-up token is a probe',
    },
  ],
}
