import { idOf, objectsOf } from '../../cases/learn-from.ts'
import { orderLine, orderPayload } from '../../cases/order-payload.ts'
import { behaviour } from './probe.ts'
import { learnsId, type StagingFacts, type StagingStep } from './staging.ts'

/** Source R1, R3: business errors are 403 in 7.1 and 422 in later builds. */
const REFUSED = { status: 403, orStatus: [422] }

/** Returns an order as the shop places it after a payment. Its reference identifies it as a test. */
function order({ run, productId, price, addressId }: Required<StagingFacts>) {
  return orderPayload(productId, {
    order_amount: price,
    cart: [orderLine(productId, { price: String(price) })],
    delivery_address_id: addressId ?? null,
    transaction_reference: `contract-test-${run}`,
    order_note: 'Contract test: not to be delivered',
  })
}

const orderOf = (list: unknown, id: number) => objectsOf(list).find((each) => idOf(each.id) === String(id))

/** Rejected orders, an accepted one, and its effects. */
export const ORDER_STEPS: readonly StagingStep[] = [
  { name: 'orders.list', title: 'lists the orders of a new account', as: 'account', status: 200 },
  {
    name: 'orders.place',
    title: 'rejects an order with an empty cart',
    as: 'account',
    needs: ['productId'],
    request: (facts) => ({ body: { ...order(facts), cart: [] } }),
    ...REFUSED,
  },
  {
    name: 'orders.place',
    title: 'rejects an order above the stock',
    as: 'account',
    needs: ['productId'],
    request: (facts) => ({
      body: {
        ...order(facts),
        cart: [orderLine(facts.productId, { price: String(facts.price), quantity: 1_000_000 })],
      },
    }),
    ...REFUSED,
  },
  {
    name: 'products.details',
    title: 'returns the stock of the cheapest product',
    needs: ['productId'],
    request: ({ productId }) => ({ params: { id: productId } }),
    status: 200,
  },
  {
    name: 'orders.place',
    title: 'orders the cheapest product in stock',
    as: 'account',
    needs: ['productId'],
    request: (facts) => ({
      headers: { 'Idempotency-Key': `contract-test-${facts.run}` },
      body: order(facts),
    }),
    status: 200,
    ...learnsId('orderId', 'order_id'),
    leaves: { what: 'order', text: ({ orderId, run }) => `order ${orderId ?? `contract-test-${run}`}` },
  },
  {
    name: 'orders.list',
    title: 'lists the order with its product',
    as: 'account',
    needs: ['orderId'],
    status: 200,
    compare: (body, { orderId, addressId }) =>
      addressId !== undefined && orderOf(body, orderId)?.delivery_address_id === null
        ? behaviour('effect', '$[].delivery_address_id', 'the address that was sent', 'null')
        : [],
  },
  {
    name: 'products.details',
    title: 'returns a lower stock after the order',
    needs: ['orderId'],
    request: ({ productId }) => ({ params: { id: productId } }),
    status: 200,
  },
  {
    name: 'orders.place',
    title: 'does not use another account’s address in an order',
    as: 'account',
    needs: ['productId', 'otherAddressId'],
    request: (facts) => ({
      headers: { 'Idempotency-Key': `contract-test-${facts.run}-foreign` },
      body: { ...order(facts), delivery_address_id: facts.otherAddressId },
    }),
    // A host may reject it, or accept it without the address.
    status: 200,
    orStatus: [403, 422],
    ...learnsId('secondOrderId', 'order_id'),
    leaves: {
      what: 'second order',
      text: ({ secondOrderId, run }) => `order ${secondOrderId ?? `contract-test-${run}`}`,
    },
  },
  {
    name: 'orders.list',
    title: 'does not return another account’s address in an order',
    as: 'account',
    needs: ['secondOrderId'],
    status: 200,
    compare: (body, { secondOrderId }) =>
      (orderOf(body, secondOrderId)?.delivery_address ?? null) === null
        ? []
        : behaviour(
            'access',
            '$[].delivery_address',
            'no address of another account',
            'another account’s address',
          ),
  },
]

/** Requests that cannot be undone. */
export const REQUEST_STEPS: readonly StagingStep[] = [
  {
    name: 'specialOrders.store',
    title: 'returns 401 for a special order without a token',
    request: ({ run, account }) => ({ body: specialOrder(run, account.phone) }),
    status: 401,
  },
  {
    name: 'specialOrders.store',
    title: 'accepts a special order',
    as: 'account',
    request: ({ run, account }) => ({ body: specialOrder(run, account.phone) }),
    status: 200,
    leaves: { what: 'special order', text: ({ run }) => `the special order "Contract test ${run}"` },
  },
  {
    name: 'newsletter.subscribe',
    title: 'subscribes the e-mail address',
    request: ({ account }) => ({ body: { email: account.email } }),
    status: 200,
    leaves: { what: 'subscription', text: ({ run }) => `the subscription of contract-test-${run}` },
  },
  {
    name: 'newsletter.subscribe',
    title: 'rejects a subscribed address',
    request: ({ account }) => ({ body: { email: account.email } }),
    // Source M1: 403 with a list. Source R1: 400 with a message.
    status: 400,
    orStatus: [403],
  },
]

function specialOrder(run: string, phone: string) {
  return {
    customer_name: 'Contract Test',
    phone_number: phone,
    preferred_contact_method: 'WhatsApp',
    email: null,
    item_name: `Contract test ${run}`,
    order_details: 'Not to be ordered',
    quantity: 1,
    customizations: '',
    status: 1,
  }
}
