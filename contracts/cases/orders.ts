import type { orders } from '../src/orders.ts'
import type { CaseRequest, CasesOf } from './case.ts'

function order(
  productId: number | string,
  change: object = {},
  headers: Record<string, string> = {},
): CaseRequest {
  const line = {
    product_id: String(productId),
    price: '25000',
    variant: '',
    variation: [],
    discount_amount: 0,
    quantity: 1,
    tax_amount: 0,
  }
  return {
    headers,
    body: {
      order_amount: 25_000,
      delivery_address_id: null,
      order_type: 'delivery',
      branch_id: 1,
      cart: [line],
      coupon_discount_amount: 0,
      coupon_discount_title: '',
      payment_method: 'flutterwave',
      order_note: '',
      distance: 0,
      coordinates: { lat: 0.3198, lng: 32.5919 },
      ...change,
    },
  }
}

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
      request: ({ productId }) => order(productId, {}, repeated),
      status: 200,
      emulatorOnly: STAYS,
    },
    {
      title: 'answers the same order to the same key',
      as: 'customer',
      needs: ['productId'],
      request: ({ productId }) => order(productId, {}, repeated),
      status: 200,
      emulatorOnly: 'the host knows no Idempotency-Key: it would order again',
    },
    {
      title: 'refuses another order under a used key',
      as: 'customer',
      needs: ['productId'],
      request: ({ productId }) => order(productId, { order_amount: 26_000 }, repeated),
      status: 409,
      emulatorOnly: 'the host knows no Idempotency-Key: it would order again',
    },
    {
      title: 'refuses an empty cart',
      as: 'customer',
      request: order(1, { cart: [] }),
      status: 403,
      laterStatus: 422,
      emulatorOnly: RISKS,
    },
    {
      title: 'refuses more than there is in stock',
      as: 'customer',
      needs: ['productId'],
      request: ({ productId }) => {
        const { body } = order(productId) as { body: { cart: object[] } }
        return { body: { ...body, cart: [{ ...body.cart[0], quantity: 1_000_000 }] } }
      },
      status: 403,
      laterStatus: 422,
      emulatorOnly: RISKS,
    },
    {
      title: 'refuses an unknown order type',
      as: 'customer',
      needs: ['productId'],
      request: ({ productId }) => order(productId, { order_type: 'pigeon' }),
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
