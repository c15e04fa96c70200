import { listFinding } from '../../src/probe.ts'
import { field, idOf, objectsOf } from '../extract.ts'
import { orderLine, orderPayload } from '../order-payload.ts'
import { addressText } from './account-lifecycle.ts'
import { idFrom, type ProviderStep, type StagingValues, step } from './staging.ts'

/** Returns an order like those that the shop places after a payment. Its reference identifies it as a test order. */
function orderBody({ run, productId, price, addressId }: Required<StagingValues>) {
  return orderPayload(productId, {
    order_amount: price,
    cart: [orderLine(productId, { price: String(price) })],
    delivery_address_id: addressId ?? null,
    transaction_reference: `contract-test-${run}`,
  })
}

const SENT_ADDRESS = 'the address that was sent'

const orderOf = (list: unknown, id: number) => objectsOf(list).find((row) => idOf(row.id) === String(id))

/** Places invalid orders, then a valid one, and checks its effects. */
export const ORDER_STEPS: readonly ProviderStep[] = [
  step('orders.list', 'lists the orders of a new account', 200, { token: 'token' }),
  // Source R1, R3: the status of business errors is 403 in 7.1 and 422 in later builds.
  step('orders.place', 'rejects an order with an empty cart', 403, {
    token: 'token',
    inputs: ['productId'],
    body: (values) => ({ ...orderBody(values), cart: [] }),
    otherStatuses: [422],
  }),
  step('orders.place', 'rejects an order with a quantity that exceeds the stock', 403, {
    token: 'token',
    inputs: ['productId'],
    body: (values) => ({
      ...orderBody(values),
      cart: [orderLine(values.productId, { price: String(values.price), quantity: 1_000_000 })],
    }),
    otherStatuses: [422],
  }),
  step('products.details', 'returns the stock of the cheapest product', 200, {
    inputs: ['productId'],
    request: ({ productId }) => ({ params: { id: productId } }),
  }),
  step('products.latest', 'returns the stock of other products', 200),
  step('orders.place', 'orders the cheapest product in stock', 200, {
    token: 'token',
    inputs: ['productId'],
    request: (values) => ({
      headers: { 'Idempotency-Key': `contract-test-${values.run}` },
      body: orderBody(values),
    }),
    ...idFrom('orderId', 'order_id'),
    leaves: { what: 'order', text: ({ orderId, run }) => `order ${orderId ?? `contract-test-${run}`}` },
  }),
  step('orders.list', 'lists the order with its product', 200, {
    token: 'token',
    inputs: ['orderId'],
    compare: (body, { orderId, addressId, run }) => {
      const listedOrder = orderOf(body, orderId) ?? {}
      const reportEffect = (name: string, expected: string, actual: string) =>
        listFinding('effect', `$[].${name}`, expected, actual)
      // Source R1: an order that is not paid in cash is stored as paid, without verifying the payment.
      if (listedOrder.payment_status !== undefined && listedOrder.payment_status !== 'paid')
        return reportEffect(
          'payment_status',
          'paid, because the order is placed after its payment',
          'another status',
        )
      if (addressId === undefined) return []
      if (listedOrder.delivery_address_id === null)
        return reportEffect('delivery_address_id', SENT_ADDRESS, 'null')
      const text = field(listedOrder.delivery_address, 'address')
      return text === undefined || text === addressText(run)
        ? []
        : reportEffect('delivery_address', SENT_ADDRESS, 'a different address')
    },
  }),
  step('products.details', 'returns a lower stock after the order', 200, {
    inputs: ['orderId'],
    request: ({ productId }) => ({ params: { id: productId } }),
  }),
  step('products.latest', 'returns the same stock of other products after the order', 200, {
    inputs: ['orderId'],
  }),
  step('orders.place', 'does not use the second account’s address in an order', 200, {
    token: 'token',
    inputs: ['productId', 'otherAddressId'],
    request: (values) => ({
      headers: { 'Idempotency-Key': `contract-test-${values.run}-foreign` },
      body: { ...orderBody(values), delivery_address_id: values.otherAddressId },
    }),
    // A host may reject the order, or accept it without the address.
    otherStatuses: [403, 422],
    ...idFrom('secondOrderId', 'order_id'),
    leaves: {
      what: 'second order',
      text: ({ secondOrderId, run }) => `order ${secondOrderId ?? `contract-test-${run}`}`,
    },
  }),
  step('orders.list', 'does not return the second account’s address in an order', 200, {
    token: 'token',
    inputs: ['secondOrderId'],
    compare: (body, { secondOrderId }) =>
      (orderOf(body, secondOrderId)?.delivery_address ?? null) === null
        ? []
        : listFinding(
            'access',
            '$[].delivery_address',
            'no address of the second account',
            'the second account’s address',
          ),
  }),
]

/** Sends a special order and a newsletter subscription. Neither can be undone. */
export const REQUEST_STEPS: readonly ProviderStep[] = [
  step('specialOrders.store', 'returns 401 for a special order without a token', 401, {
    body: ({ run, account }) => specialOrderBody(run, account.phone),
  }),
  step('specialOrders.store', 'accepts a special order', 200, {
    token: 'token',
    assumed: 'the response of this endpoint has no public source',
    body: ({ run, account }) => specialOrderBody(run, account.phone),
    leaves: { what: 'special order', text: ({ run }) => `the special order "contract-test-${run}"` },
  }),
  step('newsletter.subscribe', 'subscribes the e-mail address', 200, {
    body: ({ account }) => ({ email: account.email }),
    leaves: {
      what: 'subscription',
      text: ({ run }) => `the newsletter subscription of contract-test-${run}`,
    },
  }),
  step('newsletter.subscribe', 'rejects the e-mail address after it has been subscribed', 400, {
    body: ({ account }) => ({ email: account.email }),
    // Source M1: 403 with a list. Source R1: 400 with a message.
    otherStatuses: [403],
  }),
]

function specialOrderBody(run: string, phone: string) {
  return {
    customer_name: 'contract-test',
    phone_number: phone,
    preferred_contact_method: 'WhatsApp',
    email: null,
    item_name: `contract-test-${run}`,
    order_details: 'Not to be ordered',
    quantity: 1,
    customizations: '',
    status: 1,
  }
}
