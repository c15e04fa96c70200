import { ORDER_STATUSES } from 'contracts/resources/orders'
import { z } from 'zod'
import { controlEndpoint } from './control-endpoint.ts'

const PlacedOrder = z
  .object({
    id: z.int(),
    customer: z.object({ id: z.int().nullable(), name: z.string(), email: z.string(), phone: z.string() }),
    lines: z.array(
      z.object({
        product_id: z.int(),
        name: z.string().nullable(),
        variant: z.string().nullable(),
        quantity: z.int(),
        price: z.number().meta({ description: 'Price per unit.' }),
      }),
    ),
    order_amount: z.number(),
    delivery_charge: z.number(),
    deliver_to: z
      .object({ address: z.string(), contact: z.string(), phone: z.string() })
      .nullable()
      .meta({ description: 'Null for an order without an address.' }),
    collect_at: z.string().nullable().meta({
      description: 'The address of the branch; null for a delivery, even if its address does not exist.',
    }),
    order_note: z.string().nullable(),
    payment_method: z.string().nullable(),
    transaction_reference: z.string().nullable(),
    order_status: z.enum(ORDER_STATUSES),
    payment_status: z.string(),
    created_at: z.string(),
    next: z.array(z.enum(ORDER_STATUSES)),
  })
  .meta({ id: 'PlacedOrder' })
export type PlacedOrder = z.infer<typeof PlacedOrder>

/** The largest number of orders in a list. */
export const MAX_LISTED_ORDERS = 100

export const ordersControl = {
  list: controlEndpoint({
    method: 'GET',
    path: '/orders',
    summary: `The latest ${MAX_LISTED_ORDERS} orders of the world, newest first, with their possible next statuses.`,
    responses: { 200: z.object({ orders: z.array(PlacedOrder) }) },
  }),
  move: controlEndpoint({
    method: 'POST',
    path: '/orders/move',
    summary: 'Changes an order’s status, as the shop’s staff would.',
    body: z.strictObject({ id: z.int(), status: z.enum(ORDER_STATUSES) }),
    responses: { 200: PlacedOrder },
  }),
}
