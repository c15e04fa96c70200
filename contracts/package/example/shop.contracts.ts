// shop.contracts.ts
import { z } from 'zod'
import { defineContracts, endpoint, entity, from, holds, reference } from '../index.ts'

const Item = z.object({ id: z.int(), name: z.string(), price: z.int() })
const Line = z.object({ itemId: z.int(), quantity: z.int() })
const Order = z.object({ id: z.int(), lines: z.array(Line), items: z.array(Item), total: z.int() })

const readOnly = 'a public list'
const items = endpoint({
  method: 'GET',
  path: '/items',
  readOnly,
  query: z.object({ limit: z.string().optional(), maxPrice: z.string().optional() }),
  responses: { 200: z.array(Item) },
})
const orders = endpoint({ method: 'GET', path: '/orders', readOnly, responses: { 200: z.array(Order) } })

const item = entity<z.infer<typeof Item>>('an item is the same everywhere', 'id', ['name', 'price'])

export default defineContracts({
  endpoints: { items: { list: items }, orders: { list: orders } },
  cases: {
    items: {
      list: [
        { title: 'lists items', status: 200 },
        { title: 'lists two cheap items', status: 200, request: { query: { limit: '2', maxPrice: '600' } } },
      ],
    },
  },
  relations: [
    // The second argument is the request, so that one relation checks all pages and filters.
    holds(
      'a page has at most the requested size',
      from(items, '$'),
      ['length'],
      'at most `limit` items',
      ({ length }, { query }) => length <= Number(query?.limit ?? 20),
    ),
    holds(
      'a filter returns matching items only',
      from(items, '$[]'),
      ['price'],
      'at most `maxPrice`',
      ({ price }, { query }) => price <= Number(query?.maxPrice ?? Infinity),
    ),
    item.in(from(items, '$[]')),
    item.in(from(orders, '$[].items[]')),
    reference('a line refers to an item', from(orders, '$[].lines[]'), 'itemId', from(items, '$[]'), 'id'),
    holds(
      'an order adds up',
      from(orders, '$[]'),
      ['total', 'lines', 'items'],
      'the sum of its lines',
      ({ total, lines, items }) =>
        total ===
        lines
          .map(({ itemId, quantity }) => quantity * (items.find(({ id }) => id === itemId)?.price ?? 0))
          .reduce((sum, amount) => sum + amount, 0),
    ),
  ],
})
