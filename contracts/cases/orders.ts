import type { orders } from '../src/resources/orders.ts'
import { orderLine, orderPayload } from './order-payload.ts'
import { type CasesOf, INVALID_TOKEN } from './provider-case.ts'

const PERMANENT = 'an order cannot be undone'
const MAY_PLACE_ORDER = 'a host without this rule would accept the order'

const keyHeaders = { 'Idempotency-Key': 'contract-test-repeated' }

export const ordersCases: CasesOf<typeof orders> = {
  place: [
    {
      title: 'places an order for pickup',
      as: 'customer',
      inputs: ['productId'],
      request: ({ productId }) => ({ headers: keyHeaders, body: orderPayload(productId) }),
      status: 200,
      emulatorOnly: PERMANENT,
    },
    {
      title: 'returns the same order for the same key',
      as: 'customer',
      inputs: ['productId'],
      request: ({ productId }) => ({ headers: keyHeaders, body: orderPayload(productId) }),
      status: 200,
      emulatorOnly: 'the host ignores Idempotency-Key and would place a second order',
    },
    {
      title: 'rejects a different order with the same key',
      as: 'customer',
      inputs: ['productId'],
      request: ({ productId }) => ({
        headers: keyHeaders,
        body: orderPayload(productId, { order_amount: 26_000 }),
      }),
      status: 409,
      emulatorOnly: 'the host ignores Idempotency-Key and would place a second order',
    },
    {
      title: 'rejects an empty cart',
      as: 'customer',
      request: { body: orderPayload(1, { cart: [] }) },
      status: 403,
      emulatorOnly: MAY_PLACE_ORDER,
    },
    {
      title: 'rejects a quantity that exceeds the stock',
      as: 'customer',
      inputs: ['productId'],
      request: ({ productId }) => ({
        body: orderPayload(productId, { cart: [orderLine(productId, { quantity: 1_000_000 })] }),
      }),
      status: 403,
      emulatorOnly: MAY_PLACE_ORDER,
    },
    {
      title: 'rejects an unknown order type',
      as: 'customer',
      inputs: ['productId'],
      request: ({ productId }) => ({ body: { ...orderPayload(productId), order_type: 'pigeon' } }),
      status: 403,
      emulatorOnly: MAY_PLACE_ORDER,
    },
    {
      title: 'rejects an order without its required fields',
      as: 'customer',
      request: { body: { order_note: 'contract-test' } },
      status: 403,
      // Recorded: the host fails before it validates.
      otherStatuses: [500],
    },
    {
      title: 'returns 401 without a token',
      request: { body: { order_note: 'contract-test' } },
      status: 401,
      statusIn77: 500,
    },
  ],
  list: [
    { title: "lists the customer's orders", as: 'customer', status: 200 },
    { title: 'returns 401 without a token', status: 401, statusIn77: 200 },
    { ...INVALID_TOKEN, statusIn77: 200 },
  ],
}
