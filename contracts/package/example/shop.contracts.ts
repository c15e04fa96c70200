// shop.contracts.ts
import { z } from 'zod'
import { defineContracts, endpoint, entity, from, holds, reference } from '../index.ts'

const Item = z.object({ id: z.int(), name: z.string(), price: z.int() })
const Line = z.object({ itemId: z.int(), quantity: z.int() })
const Order = z.object({ id: z.int(), lines: z.array(Line), items: z.array(Item), total: z.int() })

const readOnly = 'a public list'
const items = endpoint({ method: 'GET', path: '/items', readOnly, responses: { 200: z.array(Item) } })
const orders = endpoint({ method: 'GET', path: '/orders', readOnly, responses: { 200: z.array(Order) } })

const item = entity<z.infer<typeof Item>>('an item is the same everywhere', 'id', ['name', 'price'])

export default defineContracts({
  endpoints: { items: { list: items }, orders: { list: orders } },
  relations: [
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
