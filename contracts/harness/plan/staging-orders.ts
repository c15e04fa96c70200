import { field, idOf, objectsOf } from '../../cases/learn-from.ts'
import { orderLine, orderPayload } from '../../cases/order-payload.ts'
import { effect, givenId, leak, type StagingFacts, type StagingStep } from './staging.ts'

/** witness R1, R3: business refusals are 403 in the 7.1 host and 422 in later ones. */
const REFUSED = [403, 422] as const

/** An order as the shop places it after a payment; the reference says that it is a test's. */
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

/** Orders that are refused, one that is placed, and what it changes. */
export const ORDER_STEPS: readonly StagingStep[] = [
  {
    name: 'orders.place',
    title: 'refuses an order of nothing',
    as: 'account',
    needs: ['productId'],
    request: (facts) => ({ body: { ...order(facts), cart: [] } }),
    status: REFUSED,
  },
  {
    name: 'orders.place',
    title: 'refuses an order of more than the stock',
    as: 'account',
    needs: ['productId'],
    request: (facts) => ({
      body: {
        ...order(facts),
        cart: [orderLine(facts.productId, { price: String(facts.price), quantity: 1_000_000 })],
      },
    }),
    status: REFUSED,
  },
  {
    name: 'products.details',
    title: 'tells the stock of the cheapest product',
    as: 'anonymous',
    needs: ['productId'],
    request: ({ productId }) => ({ params: { id: productId } }),
    status: [200],
    learns: (body) => {
      const stock = field(field(body, 'product'), 'total_stock')
      return typeof stock === 'number' ? { stock } : {}
    },
  },
  {
    name: 'orders.place',
    title: 'places an order of the cheapest product in stock',
    as: 'account',
    needs: ['productId'],
    request: (facts) => ({
      headers: { 'Idempotency-Key': `contract-test-${facts.run}` },
      body: order(facts),
    }),
    status: [200],
    learns: (body) => learned('orderId', givenId(body, 'order_id')),
    leaves: { what: 'order', text: ({ orderId, run }) => `order ${orderId ?? `contract-test-${run}`}` },
  },
  {
    name: 'orders.list',
    title: 'lists the order with its product',
    as: 'account',
    needs: ['orderId'],
    status: [200],
    judge: (body, { orderId, productId }) => {
      const placed = orderOf(body, orderId)
      if (!placed) return effect('$', 'the order that was placed', 'a list without it')
      const lines = objectsOf(placed.details)
      return lines.some((each) => idOf(each.product_id) === String(productId))
        ? []
        : effect('$[].details', 'the product that was ordered', 'others')
    },
  },
  {
    name: 'products.details',
    title: 'has less in stock after the order',
    as: 'anonymous',
    needs: ['orderId', 'stock'],
    request: ({ productId }) => ({ params: { id: productId } }),
    status: [200],
    judge: (body, { stock }) => {
      const now = field(field(body, 'product'), 'total_stock')
      return typeof now === 'number' && now < stock
        ? []
        : effect('$.product.total_stock', 'less than before the order', 'as much, or more')
    },
  },
  {
    name: 'orders.place',
    title: 'takes no other account’s address into an order',
    as: 'account',
    needs: ['productId', 'otherAddressId'],
    request: (facts) => ({
      headers: { 'Idempotency-Key': `contract-test-${facts.run}-foreign` },
      body: { ...order(facts), delivery_address_id: facts.otherAddressId },
    }),
    // A host may refuse it, or place the order without the address.
    status: [200, 403, 422],
    learns: (body) => learned('secondOrderId', givenId(body, 'order_id')),
    leaves: {
      what: 'second order',
      text: ({ secondOrderId, run }) => `order ${secondOrderId ?? `contract-test-${run}`}`,
    },
  },
  {
    name: 'orders.list',
    title: 'shows no other account’s address in an order',
    as: 'account',
    needs: ['secondOrderId'],
    status: [200],
    judge: (body, { secondOrderId }) =>
      (orderOf(body, secondOrderId)?.delivery_address ?? null) === null
        ? []
        : leak('$[].delivery_address', 'no address of another account', 'another account’s address'),
  },
]

/** Requests that cannot be taken back. */
export const REQUEST_STEPS: readonly StagingStep[] = [
  {
    name: 'specialOrders.store',
    title: 'refuses a special order without a token',
    as: 'anonymous',
    request: ({ run, account }) => ({ body: specialOrder(run, account.phone) }),
    status: [401],
  },
  {
    name: 'specialOrders.store',
    title: 'accepts a special order of the run’s account',
    as: 'account',
    request: ({ run, account }) => ({ body: specialOrder(run, account.phone) }),
    status: [200, 201],
    leaves: { what: 'special order', text: ({ run }) => `the special order "Contract test ${run}"` },
  },
  {
    name: 'newsletter.subscribe',
    title: 'subscribes the address of the run',
    as: 'anonymous',
    request: ({ account }) => ({ body: { email: account.email } }),
    status: [200],
    leaves: { what: 'subscription', text: ({ run }) => `the subscription of contract-test-${run}` },
  },
  {
    name: 'newsletter.subscribe',
    title: 'refuses the same address again',
    as: 'anonymous',
    request: ({ account }) => ({ body: { email: account.email } }),
    // witness M1: 403 with a list. witness R1: 400 with a message.
    status: [400, 403],
  },
]

function learned(name: 'orderId' | 'secondOrderId', id: number | undefined): Partial<StagingFacts> {
  return id === undefined ? {} : { [name]: id }
}

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
