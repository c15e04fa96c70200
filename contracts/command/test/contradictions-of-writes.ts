import type { Contradiction } from './contradictions.ts'
import type { RecordedRequest } from './host-proxy.ts'
import type { Json } from './mutation.ts'

type PlantedWrite = Omit<Contradiction, 'at' | 'change'> & {
  at: [method: string, path: string]
  /** @param requests all requests so far, including writes */
  change: (body: Json, requests: readonly RecordedRequest[]) => unknown
}

/** Returns how many orders for a single copy have been placed so far. */
const placed = (requests: readonly RecordedRequest[]) =>
  requests.filter(({ path, body }) => path.endsWith('/order/place') && body.includes('"quantity":1,')).length
const STORED = 'an order is stored as sent'
const ORDERS: [string, string] = ['GET', '/customer/order/list']
const ADDRESSES: [string, string] = ['GET', '/customer/address/list']
const orderChange = (change: (order: Json) => unknown) => (body: Json) =>
  (body as unknown as Json[]).map(change)

/** Valid responses in a run with --staging that contradict earlier writes. */
export const WRITTEN: readonly PlantedWrite[] = [
  {
    title: 'an order with a different amount',
    at: ORDERS,
    change: orderChange((order) => (order.order_amount = Number(order.order_amount) + 100)),
    expect: ['orders.list', '$[].order_amount', STORED],
  },
  {
    title: 'an order with a different quantity',
    at: ORDERS,
    change: orderChange((order) => (((order.details as Json[])[0] as Json).quantity = 3)),
    expect: ['orders.list', '$[].details', STORED],
  },
  {
    title: 'an order to a different address',
    at: ORDERS,
    change: orderChange((order) => (order.delivery_address_id = 987_654)),
    expect: ['orders.list', '$[].delivery_address_id', 'an order is delivered to the address that was sent'],
  },
  {
    title: 'an order without its note',
    at: ORDERS,
    change: orderChange((order) => (order.order_note = null)),
    expect: ['orders.list', '$[].order_note', STORED],
  },
  {
    title: 'an order that is listed twice',
    at: ORDERS,
    change: (body) => {
      const list = body as unknown as Json[]
      const [order] = list
      if (order) list.push({ ...order, id: Number(order.id) + 1000, details: [] })
    },
    expect: ['orders.list', '$', 'orders change only as requested'],
  },
  {
    title: 'a stock that decreases by two after an order for one copy',
    at: ['GET', '/products/details/'],
    change: ({ product }, requests) => {
      const shown = product as Json
      if (placed(requests) > 0) shown.total_stock = Number(shown.total_stock) - 1
    },
    expect: ['products.details', '$.product.total_stock', 'an order lowers the stock by its quantity'],
  },
  {
    title: 'a stock that does not decrease after an order',
    at: ['GET', '/products/details/'],
    change: ({ product }, requests) => {
      const shown = product as Json
      if (placed(requests) > 0) shown.total_stock = Number(shown.total_stock) + 1
    },
    expect: ['products.details', '$.product.total_stock', 'an order lowers the stock by its quantity'],
  },
  {
    title: 'an address with a different road',
    at: ADDRESSES,
    change: orderChange((address) => (address.road = 'Elsewhere')),
    expect: ['addresses.list', '$[].road', 'an address is stored as sent'],
  },
  {
    title: 'a removal that removes more than one address',
    at: ADDRESSES,
    change: (body, requests) => {
      const hasRemoved = requests.some(({ method, path }) => method === 'DELETE' && path.includes('address'))
      if (hasRemoved) (body as unknown as Json[]).length = 0
    },
    expect: ['addresses.list', '$', 'saved addresses change only as requested'],
  },
  {
    title: 'an account with a different first name than registered',
    at: ['GET', '/customer/info'],
    change: (body) => (body.f_name = 'Somebody'),
    expect: ['customer.info', '$.f_name', 'the account with an e-mail address is as registered'],
  },
  {
    title: 'an account with a different e-mail address than registered',
    at: ['GET', '/customer/info'],
    change: (body) => (body.email = 'somebody@kitabo.example'),
    expect: ['customer.info', '$.email', 'the account is the one that logged in'],
  },
  {
    title: 'an account that is renamed by an order',
    at: ['GET', '/customer/info'],
    change: (body, requests) => {
      if (placed(requests) > 0) body.l_name = 'Somebody'
    },
    expect: ['customer.info', '$.l_name', 'a customer is the same everywhere'],
  },
  {
    title: 'a special order with a different quantity',
    at: ['POST', '/special-order/store'],
    change: ({ data }) => ((data as Json).quantity = 2),
    expect: ['specialOrders.store', '$.data.quantity', 'a special order is stored as sent'],
  },
]
